// How far the forces of the fast multipole method are from a direct sum's: what was asked for, on
// all sorts of scenes.

#include "tests/sim/solvers/measured_error.hpp"
#include "tests/sim/tree/tree_systems.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace orrery {
namespace {

ForceParameters fmm_with(const OptionValues& values, double softening = 0) {
    ForceParameters parameters = softened(softening);
    parameters.options = {find_solver("cpu.fmm").info, values};
    return parameters;
}
ForceParameters fmm_error(double error, double order = 0, double softening = 0) {
    return fmm_with({{"criterion", "error"}, {"error", error}, {"order", order}}, softening);
}

MeasuredError measured_fmm(const Bodies<double>& bodies, const ForceParameters& parameters,
                           Precision precision = Precision::fp32) {
    return measured_error("cpu.fmm", bodies, parameters, precision);
}

// ---- scenes

constexpr std::size_t bodies_of_scene = 12'000;

Bodies<double> scene(const char* id, std::size_t count = bodies_of_scene) {
    return make_scene(find_scene(id), count, 1).bodies;
}

Bodies<double> two_distant_clusters(std::size_t count) {
    Bodies<double> bodies = scene("plummer", count);
    for (std::size_t i = 0; i < bodies.size(); i += 2) {
        bodies.position.x[i] += 1000;
        bodies.position.y[i] -= 300;
    }
    return bodies;
}

Bodies<double> one_body_far_away(std::size_t count) {
    Bodies<double> bodies = scene("plummer", count);
    bodies.position.z[77] = 1e7;
    return bodies;
}

Bodies<double> masses_over_nine_decades(std::size_t count) {
    Bodies<double> bodies = scene("plummer", count);
    std::mt19937 random(1);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        bodies.mass[i] = std::pow(10.0, -9.0 * static_cast<double>(random()) / 4294967296.0);
    }
    return bodies;
}

// A ball at rest has fallen together: steps by the solver that is looked at.
Bodies<double> cold_sphere_at_its_bounce(std::size_t count) {
    System system = make_scene(find_scene("cold_sphere"), count / 2, 1);
    Bodies<double>& bodies = system.bodies;
    const auto solver = find_solver("cpu.fmm").make();
    constexpr double collapse = 1.1107, step = collapse / 64; // pi / 2 sqrt(R^3 / 2 G M)
    for (int i = 0; i < 64; ++i) {
        const auto pull =
            run_solver(*solver, Precision::fp32, bodies, fmm_error(1e-2, 0, system.softening))
                .forces.acceleration;
        for (std::size_t k = 0; k < bodies.size(); ++k) {
            const double kicks[] = {pull[k].x, pull[k].y, pull[k].z};
            HostArray<double>* const velocity[] = {&bodies.velocity.x, &bodies.velocity.y,
                                                   &bodies.velocity.z};
            HostArray<double>* const position[] = {&bodies.position.x, &bodies.position.y,
                                                   &bodies.position.z};
            for (int axis = 0; axis < 3; ++axis) {
                (*velocity[axis])[k] += step * kicks[axis];
                (*position[axis])[k] += step * (*velocity[axis])[k];
            }
        }
    }
    return bodies;
}

struct Case {
    const char* name;
    Bodies<double> bodies;
};

std::vector<Case> cases(std::size_t count = bodies_of_scene) {
    return {{"Plummer", scene("plummer", count)},
            {"Hernquist", scene("hernquist", count)},
            {"cold sphere", scene("cold_sphere", count)},
            {"cold sphere at its bounce", cold_sphere_at_its_bounce(count)},
            {"two distant clusters", two_distant_clusters(count)},
            {"disk", scene("disk_galaxy", count)},
            {"uniform cube", scene("uniform_cube", count)},
            {"one body far away", one_body_far_away(count)},
            {"masses over nine decades", masses_over_nine_decades(count)}};
}

// ---- what is promised

TEST(FmmError, IsWhatWasWantedOnEveryScene) {
    for (const Case& one : cases()) {
        SCOPED_TRACE(one.name);
        for (const double wanted : {1e-2, 1e-3, 1e-4}) {
            for (const double softening : {0.0, 0.05}) {
                const MeasuredError result =
                    measured_fmm(one.bodies, fmm_error(wanted, 0, softening));
                EXPECT_LT(result.error.p99, wanted) << "softening " << softening;
            }
        }
        const MeasuredError fine = measured_fmm(one.bodies, fmm_error(1e-6), Precision::fp64);
        EXPECT_LT(fine.error.p99, 1e-6);
    }
}

// The highest orders, both where they are worth their cost and where they are not.
TEST(FmmError, IsWhatWasWantedOnEverySceneAtHighOrders) {
    for (const Case& one : cases(6'000)) {
        SCOPED_TRACE(one.name);
        for (const double order : {7.0, 10.0}) {
            const MeasuredError result = measured_fmm(one.bodies, fmm_error(3e-5, order));
            EXPECT_LT(result.error.p99, 3e-5) << "order " << order << " in float";
        }
        for (const double order : {8.0, 9.0, 10.0, 11.0, 12.0}) {
            const MeasuredError result =
                measured_fmm(one.bodies, fmm_error(1e-6, order), Precision::fp64);
            EXPECT_LT(result.error.p99, 1e-6) << "order " << order;
        }
    }
}

TEST(FmmError, IsWhatWasWantedForAwkwardNumbersOfBodies) {
    for (const std::size_t count : {2U, 3U, 97U, 1'031U, 4'099U}) {
        const Bodies<double> bodies = make_scene(find_scene("plummer"), count, 1).bodies;
        for (const double order : {0.0, 10.0}) { // chosen, highest
            EXPECT_LE(measured_fmm(bodies, fmm_error(1e-4, order)).error.p99, 1e-4) << count;
        }
        EXPECT_LE(measured_fmm(bodies, fmm_error(1e-6, 12), Precision::fp64).error.p99, 1e-6)
            << count;
    }
}

TEST(FmmError, IsWhatWasWantedWithAnyOrderAndSoftening) {
    const Bodies<double> bodies = scene("plummer");
    for (const double order : {2.0, 3.0, 4.0, 5.0, 6.0}) {
        for (const double softening : {0.0, 0.02, 0.2}) {
            const MeasuredError result = measured_fmm(bodies, fmm_error(1e-3, order, softening));
            EXPECT_LT(result.error.p99, 1e-3) << "order " << order << ", softening " << softening;
        }
    }
}

TEST(FmmError, FallsWithTheAngleAndFasterWithTheOrder) {
    const Bodies<double> bodies = scene("uniform_cube");
    const auto median = [&](double theta, double order) {
        const MeasuredError result = measured_fmm(
            bodies, fmm_with({{"criterion", "angle"}, {"theta", theta}, {"order", order}}),
            Precision::fp64);
        return result.error.median;
    };
    EXPECT_GT(median(0.8, 3) / median(0.4, 3), 8);
    EXPECT_GT(median(0.8, 6) / median(0.4, 6), 50);
}

TEST(FmmError, CostsAsManyTermsForManyBodiesAsForFew) {
    const auto terms = [](std::size_t count) {
        return measured_fmm(make_scene(find_scene("uniform_cube"), count, 1).bodies,
                            fmm_error(1e-3))
            .terms;
    };
    const double of_few = terms(16'000);
    EXPECT_LT(of_few, 2'500);
    EXPECT_LT(terms(128'000), 1.6 * of_few);
}

// The median, because along a line many bodies are where the pulls from both sides cancel.
TEST(FmmError, IsSmallWhereverBodiesLie) {
    for (const TreeSystem& system : tree_systems()) {
        for (const Precision precision : {Precision::fp32, Precision::fp64}) {
            const MeasuredError result = measured_fmm(system.bodies, fmm_error(1e-3), precision);
            EXPECT_LT(result.error.median, 1e-3) << system.name;
            EXPECT_LT(result.error.p99, 0.1) << system.name;
        }
    }
}

TEST(FmmError, IsTheSameAtAnyUnitOfLengthAndMass) {
    const Bodies<double> bodies = scene("hernquist");
    const double expected = measured_fmm(bodies, fmm_error(1e-3)).error.p99;
    for (const double unit : {0x1p-20, 0x1p40}) {
        Bodies<double> scaled = bodies;
        for (HostArray<double>* array :
             {&scaled.position.x, &scaled.position.y, &scaled.position.z}) {
            for (double& value : *array) {
                value *= unit;
            }
        }
        for (double& mass : scaled.mass) {
            mass *= unit;
        }
        EXPECT_NEAR(measured_fmm(scaled, fmm_error(1e-3)).error.p99, expected, 1e-4) << unit;
    }
}

} // namespace
} // namespace orrery
