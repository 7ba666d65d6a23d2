// A session goes on where it was saved: running 2 k steps at once, or k steps, saving, loading and
// k steps more, ends in the same bits, whatever computes and moves the bodies; within rounding only
// where the algorithm does not repeat itself that exactly.

#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/snapshot.hpp"
#include "tests/sim/every_integrator.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <string>
#include <tuple>

namespace orrery {
namespace {

constexpr std::size_t count = 400;
constexpr int steps = 20; // a tree puts its bodies in order every 16

class Continuation
    : public testing::TestWithParam<std::tuple<std::string, std::string, Precision, bool>> {
protected:
    void SetUp() override {
        const auto& [algorithm, integrator, precision, adaptive] = GetParam();
        const SolverEntry& entry = find_solver(algorithm);
        if (!entry.unavailable().empty()) {
            GTEST_SKIP() << entry.unavailable();
        }
        settings_.source = "galaxy_collision";
        settings_.bodies = count;
        settings_.seed = 7;
        settings_.algorithm = algorithm;
        settings_.integrator = integrator;
        settings_.precision = precision;
        settings_.adaptive_step = adaptive;
        settings_.step_accuracy = 0.03;
    }

    static void take_steps(Simulation& simulation) {
        for (int step = 0; step < steps; ++step) {
            ASSERT_EQ(simulation.step(), Outcome::complete);
        }
    }

    Settings settings_;
};

// To the last bit where `rounding` is 0.
void expect_same(const VectorArray<double>& a, const VectorArray<double>& b, double rounding) {
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_NEAR(a.x[i], b.x[i], rounding) << i;
        ASSERT_NEAR(a.y[i], b.y[i], rounding) << i;
        ASSERT_NEAR(a.z[i], b.z[i], rounding) << i;
    }
}

// The error after forty steps with sums that are added up in another order each time.
double rounding_of(const Settings& settings) {
    if (find_solver(settings.algorithm).info.repeatable) {
        return 0;
    }
    return settings.precision == Precision::fp32 ? 1e-3 : 1e-11;
}

TEST_P(Continuation, EndsWhereARunWithoutAStopDoes) {
    Simulation straight;
    straight.load(make_scene(find_scene("galaxy_collision"), count, settings_.seed), settings_);
    take_steps(straight);

    const TemporaryFolder folder;
    const auto file = folder.path() / "half.orrery";
    write_snapshot(file, straight.snapshot(), {}, straight.settings());
    take_steps(straight);

    const SnapshotFile saved = read_snapshot_file(file);
    ASSERT_TRUE(saved.settings);
    EXPECT_EQ(*saved.settings, settings_);
    Simulation resumed;
    resumed.load(saved.system, *saved.settings);
    take_steps(resumed);

    const double rounding = rounding_of(settings_);
    EXPECT_NEAR(resumed.time(), straight.time(), rounding);
    EXPECT_NEAR(resumed.time_step(), straight.time_step(), rounding);
    const System there = straight.snapshot(), here = resumed.snapshot();
    expect_same(here.bodies.position, there.bodies.position, rounding);
    expect_same(here.bodies.velocity, there.bodies.velocity, rounding);
}

// The cases in which the algorithm gives what the integrator needs, in that precision.
std::vector<Continuation::ParamType> cases() {
    std::vector<Continuation::ParamType> found;
    for (const SolverEntry& entry : solvers()) {
        for (const Integrator& integrator : static_integrators()) {
            for (const Precision precision : {Precision::fp32, Precision::fp64}) {
                if ((integrator.needs_jerk && !entry.info.has_jerk) ||
                    (precision == Precision::fp64 && !entry.info.has_double)) {
                    continue;
                }
                for (const bool adaptive : {false, true}) {
                    found.emplace_back(entry.info.id, integrator.id, precision, adaptive);
                }
            }
        }
    }
    return found;
}

std::string test_name(const testing::TestParamInfo<Continuation::ParamType>& info) {
    const auto& [algorithm, integrator, precision, adaptive] = info.param;
    std::string name = algorithm + "_" + integrator +
                       (precision == Precision::fp32 ? "_fp32" : "_fp64") +
                       (adaptive ? "_adaptive" : "_fixed");
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Every, Continuation, testing::ValuesIn(cases()), test_name);

} // namespace
} // namespace orrery
