#pragma once

#include "sim/integrator.hpp"
#include "sim/settings.hpp"
#include "sim/solver.hpp"

namespace orrery {

// What a system suggests where Settings leave something open.
struct NaturalScales {
    double gravity = 1;
    double time_step = 1.0 / 128;
    double softening = 0;
};

// What Settings name, found and fit to run together.
struct CheckedSettings {
    const SolverEntry& algorithm;
    const Integrator& integrator;
    ForceParameters forces;
};

// Throws bad_input for an unknown id, a number out of range, an algorithm that cannot run here, or
// a combination that is impossible: a precision, or an integrator's need for jerk, that the
// algorithm cannot serve; an adaptive step without softening.
CheckedSettings checked(const Settings& settings, const NaturalScales& scales);

} // namespace orrery
