#pragma once

#include "sim/machine/devices.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "tests/physics/orbits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace orrery {

// Skips where there is no GPU, saying why.
template <class Base>
class OnGpu : public Base {
protected:
    void SetUp() override {
        if (const std::string reason = gpu_unavailable(); !reason.empty()) {
            GTEST_SKIP() << reason;
        }
    }
};
using GpuTest = OnGpu<testing::Test>;

inline System plummer(std::size_t count) {
    return make_scene(find_scene("plummer"), count, 1);
}

inline Settings settings_of(const std::string& algorithm, Precision precision = Precision::fp64,
                            Sharing sharing = Sharing::none) {
    Settings settings;
    settings.algorithm = algorithm;
    settings.precision = precision;
    settings.sharing = sharing;
    return settings;
}

inline bool same(const VectorArray<double>& a, const VectorArray<double>& b) {
    return std::equal(a.x.begin(), a.x.end(), b.x.begin(), b.x.end()) &&
           std::equal(a.y.begin(), a.y.end(), b.y.begin(), b.y.end()) &&
           std::equal(a.z.begin(), a.z.end(), b.z.begin(), b.z.end());
}

// Bit for bit, but for the sign of zero.
inline bool same(const System& a, const System& b) {
    return a.time == b.time && same(a.bodies.position, b.bodies.position) &&
           same(a.bodies.velocity, b.bodies.velocity);
}

// The largest distance between a body's places in two states, as a part of its distance from the
// origin, or of 1 where that is less.
inline double largest_relative_displacement(const System& a, const System& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.bodies.size(); ++i) {
        const Vector3 place = position(a, i);
        const double apart = length(place - position(b, i));
        largest = std::max(largest, apart / std::max(1.0, length(place)));
    }
    return largest;
}

// The algorithms that can run here and keep the bodies on a GPU.
inline std::vector<std::string> gpu_algorithms() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.space != Space::host && entry.unavailable().empty()) {
            ids.emplace_back(entry.info.id);
        }
    }
    return ids;
}

} // namespace orrery
