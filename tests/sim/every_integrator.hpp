#pragma once

#include "sim/integrator.hpp"

#include <gtest/gtest.h>

#include <ostream>
#include <string>
#include <vector>

namespace orrery {

// How GoogleTest prints the parameter, by a name of its choice.
inline void PrintTo(const Integrator& integrator, // NOLINT(readability-identifier-naming)
                    std::ostream* out) {
    *out << integrator.id;
}

inline std::string integrator_name(const testing::TestParamInfo<Integrator>& integrator) {
    return integrator.param.id;
}

// Those for static space.
inline std::vector<Integrator> static_integrators() {
    std::vector<Integrator> found;
    for (const Integrator& integrator : integrators()) {
        if (!integrator.needs_expansion) {
            found.push_back(integrator);
        }
    }
    return found;
}

// Those of them that claim a property, to be tried on it: &Integrator::symplectic.
inline std::vector<Integrator> those_that_claim(bool Integrator::*property) {
    std::vector<Integrator> claimants;
    for (const Integrator& integrator : static_integrators()) {
        if (integrator.*property) {
            claimants.push_back(integrator);
        }
    }
    return claimants;
}

} // namespace orrery
