// Whichever algorithm computes the forces, the picture after a few steps is the same.

#include "tests/physics/orbits.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr int steps = 10;
constexpr double time_step = 1.0 / 64;

System after_ten_steps(const std::string& algorithm, Precision precision) {
    Settings settings;
    settings.algorithm = algorithm;
    settings.precision = precision;
    settings.time_step = time_step;
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 1000, 3), settings);
    for (int i = 0; i < steps; ++i) {
        EXPECT_EQ(simulation.step(), Outcome::complete);
    }
    return simulation.snapshot();
}

class EverySolver : public testing::TestWithParam<std::string> {};

TEST_P(EverySolver, GivesTheSamePictureAfterTenSteps) {
    const SolverEntry& entry = find_solver(GetParam());
    if (!entry.unavailable().empty()) {
        GTEST_SKIP() << entry.unavailable();
    }
    const System truth = after_ten_steps("cpu.aos", Precision::fp64);

    // An acceleration wrong by delta moves a body by delta t^2 / 2; accelerations in a Plummer
    // sphere are below 1/2, and those of its closest pairs, softened, not far above.
    const double time = steps * time_step;
    const auto allowed = [=](double force_error) { return 5 * force_error * time * time; };

    const System in_float = after_ten_steps(GetParam(), Precision::fp32);
    const double rounding = steps * 40 * 0x1p-24; // of places up to 40 units out
    EXPECT_LT(largest_displacement(in_float, truth),
              allowed(entry.info.promised_error_fp32) + rounding);
    if (entry.info.has_double) {
        const System in_double = after_ten_steps(GetParam(), Precision::fp64);
        EXPECT_LT(largest_displacement(in_double, truth),
                  allowed(entry.info.promised_error_fp64) + steps * 40 * 0x1p-53);
    }
}

std::vector<std::string> solver_ids() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        ids.emplace_back(entry.info.id);
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Plummer, EverySolver, testing::ValuesIn(solver_ids()),
                         [](const auto& instance) {
                             std::string name = instance.param;
                             std::replace(name.begin(), name.end(), '.', '_');
                             return name;
                         });

} // namespace
} // namespace orrery
