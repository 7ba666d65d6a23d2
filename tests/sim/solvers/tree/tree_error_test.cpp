// How far the tree's forces are from a direct sum's, and what that costs.

#include "tests/sim/solvers/measured_error.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace orrery {
namespace {

ResolvedOptions options_of_tree(const OptionValues& values) {
    return {find_solver("cpu.tree").info, values};
}

ForceParameters opened_by(const char* criterion, const char* slider, double value,
                          double order = 2) {
    ForceParameters parameters = softened(0.01);
    parameters.options =
        options_of_tree({{"criterion", criterion}, {slider, value}, {"order", order}});
    return parameters;
}
ForceParameters error_wanted(double error, double order = 2) {
    return opened_by("error", "error", error, order);
}
ForceParameters opening_angle(double theta, double order = 2) {
    return opened_by("angle", "theta", theta, order);
}

MeasuredError measured(const Bodies<double>& bodies, const ForceParameters& parameters,
                       Precision precision = Precision::fp32) {
    return measured_error("cpu.tree", bodies, parameters, precision);
}

TEST(TreeError, IsWhatWasWantedOnEveryScene) {
    for (const char* scene : {"plummer", "hernquist", "uniform_cube", "galaxy_collision"}) {
        const Bodies<double> bodies = make_scene(find_scene(scene), 20'000, 1).bodies;
        for (const double wanted : {1e-2, 1e-3, 1e-4}) {
            const MeasuredError result = measured(bodies, error_wanted(wanted));
            EXPECT_LT(result.error.p99, 1.2 * wanted) << scene;
            EXPECT_GT(result.error.p99, 0.1 * wanted) << scene << ": more accurate than wanted";
        }
        EXPECT_LT(measured(bodies, error_wanted(1e-3, 1)).error.p99, 1.5e-3) << scene;
    }
}

TEST(TreeError, IsKeptInDoubleWhereFloatEnds) {
    const Bodies<double> bodies = make_scene(find_scene("plummer"), 4000, 1).bodies;
    EXPECT_LT(measured(bodies, error_wanted(1e-5), Precision::fp64).error.p99, 1e-5);
}

// One cell's error falls with theta^2 or theta^3, but smaller cells are more, and their errors have
// different signs.
TEST(TreeError, FallsWithTheAngleAndFasterWithTheOrder) {
    const Bodies<double> bodies = make_scene(find_scene("plummer"), 20'000, 1).bodies;
    const auto median = [&](double theta, double order) {
        return measured(bodies, opening_angle(theta, order)).error.median;
    };
    EXPECT_GT(median(0.8, 1) / median(0.4, 1), 3.5);
    EXPECT_GT(median(0.8, 2) / median(0.4, 2), 7);
    EXPECT_GT(median(0.6, 1) / median(0.6, 2), 3);
}

TEST(TreeError, CostsTermsThatGrowFarMoreSlowlyThanTheBodies) {
    const auto terms = [](std::size_t count) {
        return measured(make_scene(find_scene("plummer"), count, 1).bodies, error_wanted(1e-3))
            .terms;
    };
    const double of_few = terms(16'000);
    EXPECT_LT(of_few, 4'000);
    EXPECT_LT(terms(64'000), 1.5 * of_few);
}

// The median, because along a line many bodies are where the pulls from both sides cancel.
TEST(TreeError, IsSmallWhereverBodiesLie) {
    for (const TreeSystem& system : tree_systems()) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const MeasuredError result = measured(system.bodies, error_wanted(1e-3), precision);
            EXPECT_LT(result.error.median, 1e-3) << system.name;
            EXPECT_LT(result.error.p99, 0.1) << system.name;
        }
    }
}

// Sorted in memory, so that its groups are parts of the knot and see the others, which hardly pull:
// what errors are relative to is then the pull of what is far away.
TEST(TreeError, IsWhatWasWantedWithinAKnotSmallerThanTheSoftening) {
    Bodies<double> bodies = make_scene(find_scene("uniform_cube"), 1500, 1).bodies;
    const double size = 1e-6;
    for (std::size_t i = 0; i < bodies.size(); i += 2) {
        const auto part = static_cast<double>(i) / static_cast<double>(bodies.size());
        bodies.position.x[i] = 0.3 + size * part;
        bodies.position.y[i] = 0.3 + size * std::fmod(37 * part, 1);
        bodies.position.z[i] = 0.3 + size * std::fmod(101 * part, 1);
    }
    const double wanted = 1e-3;
    EXPECT_LT(measured(bodies, error_wanted(wanted), Precision::fp64).error.p99, 2 * wanted);
}

TEST(TreeError, IsNoneForACrowdAtOnePointAtNoGreatCost) {
    Bodies<double> bodies(200'000);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] = 1.0 / 200'000;
    }
    bodies.position.x[100'000] = 1;
    const auto solver = find_solver("cpu.tree").make();
    const SolverRun run =
        run_solver(*solver, Precision::fp32, bodies, softened(0.5), {.potential = true});
    EXPECT_LT(run.timings.interactions, 200'000.0 * 200);
    const double apart = std::sqrt(1.25);
    EXPECT_NEAR(run.forces.acceleration[100'000].x, -1 / (apart * apart * apart), 1e-5);
    EXPECT_NEAR(run.forces.potential[100'000], -1 / apart, 1e-5);
    for (const std::size_t i : {0U, 7U, 64U, 199'999U}) {
        EXPECT_NEAR(run.forces.acceleration[i].x, 5e-6 / (apart * apart * apart), 1e-10);
        EXPECT_NEAR(run.forces.potential[i], -(1 - 2 * 5e-6) / 0.5 - 5e-6 / apart, 1e-5);
    }
}

// Also where pulls nearly cancel, in the midst of a cube.
TEST(TreeError, IsBelowWhatIsPromisedForTheOptions) {
    const SolverInfo& info = find_solver("cpu.tree").info;
    for (const char* scene : {"plummer", "uniform_cube", "galaxy_collision"}) {
        const System system = make_scene(find_scene(scene), 4096, 1);
        for (const double order : {1.0, 2.0}) {
            for (const ForceParameters& parameters :
                 {error_wanted(1e-4, order), error_wanted(1e-3, order), error_wanted(1e-2, order),
                  opening_angle(0.3, order), opening_angle(0.6, order), opening_angle(1, order)}) {
                const double p99 = measured(system.bodies, parameters).error.p99;
                const double promise = info.promised_error(Precision::fp32, parameters.options);
                EXPECT_LT(p99, promise) << scene << ", order " << order;
                EXPECT_GT(40 * p99, promise) << "promises too little: " << scene;
            }
        }
    }
}

TEST(TreeError, PromisesWhatItIsAskedFor) {
    const SolverInfo& info = find_solver("cpu.tree").info;
    EXPECT_DOUBLE_EQ(info.promised_error(Precision::fp32), info.promised_error_fp32);
    EXPECT_DOUBLE_EQ(info.promised_error(Precision::fp64, options_of_tree({{"error", 1e-2}})),
                     10 * info.promised_error_fp64);
    const auto by_angle = [&](double theta) {
        return info.promised_error(Precision::fp32,
                                   options_of_tree({{"criterion", "angle"}, {"theta", theta}}));
    };
    EXPECT_LT(by_angle(0.3), by_angle(0.9));
    EXPECT_DOUBLE_EQ(info.promised_error(Precision::fp32, options_of_tree({{"theta", 0.3}})),
                     info.promised_error_fp32)
        << "cells are not opened by it";
}

} // namespace
} // namespace orrery
