// A session goes on where it was saved: running 2 k steps at once, or k steps, saving, loading and
// k steps more, ends in the same bits, whatever computes and moves the bodies; within rounding only
// where the algorithm does not repeat itself that exactly.

#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/snapshot.hpp"
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
        if (!entry.info.has_jerk && find_integrator(integrator).needs_jerk) {
            GTEST_SKIP() << algorithm << " gives no jerk";
        }
        if (!entry.info.has_double && precision == Precision::fp64) {
            GTEST_SKIP() << algorithm << " has no double precision";
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

// What forty steps make of sums that are added up in another order each time.
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

std::vector<std::string> algorithms() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        ids.emplace_back(entry.info.id);
    }
    return ids;
}

std::vector<std::string> integrator_ids() {
    std::vector<std::string> ids;
    for (const Integrator& integrator : integrators()) {
        ids.emplace_back(integrator.id);
    }
    return ids;
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

INSTANTIATE_TEST_SUITE_P(Every, Continuation,
                         testing::Combine(testing::ValuesIn(algorithms()),
                                          testing::ValuesIn(integrator_ids()),
                                          testing::Values(Precision::fp32, Precision::fp64),
                                          testing::Bool()),
                         test_name);

} // namespace
} // namespace orrery
