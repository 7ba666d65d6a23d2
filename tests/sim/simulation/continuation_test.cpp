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

Settings settings_of(const std::string& source, const std::string& algorithm) {
    Settings settings;
    settings.source = source;
    settings.bodies = count;
    settings.seed = 7;
    settings.algorithm = algorithm;
    return settings;
}

void take_steps(Simulation& simulation) {
    for (int step = 0; step < steps; ++step) {
        ASSERT_EQ(simulation.step(), Outcome::complete);
    }
}

// To the last bit where `rounding` is 0.
void expect_same(const VectorArray<double>& a, const VectorArray<double>& b, double rounding) {
    ASSERT_EQ(a.x.size(), b.x.size());
    for (std::size_t i = 0; i < a.x.size(); ++i) {
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

void expect_to_go_on(const Settings& settings) {
    if (const std::string reason = find_solver(settings.algorithm).unavailable(); !reason.empty()) {
        GTEST_SKIP() << reason;
    }
    Simulation straight;
    straight.load(make_scene(find_scene(settings.source), count, settings.seed), settings);
    take_steps(straight);

    const TemporaryFolder folder;
    const auto file = folder.path() / "half.orrery";
    write_snapshot(file, straight.snapshot(), {}, straight.settings());
    take_steps(straight);

    const SnapshotFile saved = read_snapshot_file(file);
    ASSERT_TRUE(saved.settings);
    EXPECT_EQ(*saved.settings, settings);
    Simulation resumed;
    resumed.load(saved.system, *saved.settings);
    take_steps(resumed);

    const double rounding = rounding_of(settings);
    EXPECT_NEAR(resumed.time(), straight.time(), rounding);
    EXPECT_NEAR(resumed.time_step(), straight.time_step(), rounding);
    const System there = straight.snapshot(), here = resumed.snapshot();
    expect_same(here.bodies.position, there.bodies.position, rounding);
    expect_same(here.bodies.velocity, there.bodies.velocity, rounding);
}

class Continuation
    : public testing::TestWithParam<std::tuple<std::string, std::string, Precision, bool>> {};

TEST_P(Continuation, EndsWhereARunWithoutAStopDoes) {
    const auto& [algorithm, integrator, precision, adaptive] = GetParam();
    Settings settings = settings_of("galaxy_collision", algorithm);
    settings.integrator = integrator;
    settings.precision = precision;
    settings.adaptive_step = adaptive;
    settings.step_accuracy = 0.03;
    expect_to_go_on(settings);
}

class ContinuationInABox : public testing::TestWithParam<std::string> {};

TEST_P(ContinuationInABox, EndsWhereARunWithoutAStopDoes) {
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        Settings settings = settings_of("cosmic_web", GetParam());
        settings.precision = precision;
        expect_to_go_on(settings);
    }
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

std::vector<std::string> periodic_algorithms() {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        if (entry.info.periodic) {
            ids.emplace_back(entry.info.id);
        }
    }
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Every, Continuation, testing::ValuesIn(cases()), test_name);
INSTANTIATE_TEST_SUITE_P(Every, ContinuationInABox, testing::ValuesIn(periodic_algorithms()),
                         [](const auto& instance) {
                             std::string name = instance.param;
                             name.replace(name.find('.'), 1, "_");
                             return name;
                         });

} // namespace
} // namespace orrery
