// Integrators in an expanding universe, against what is solved exactly there: plane waves before
// they cross, and a sphere of more than the mean density.

#include "sim/cosmology/growth.hpp"
#include "sim/integrator.hpp"
#include "sim/solver.hpp"
#include "sim/state/state.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

namespace orrery {
namespace {

constexpr Cosmology universe{.omega_matter = 0.3111, .hubble = 1};
constexpr double first_a = 0.02;

// g(x) from the places of all bodies.
using Pull = std::function<VectorArray<double>(const BodiesView<double>&)>;

class PullAlone : public Solver {
public:
    explicit PullAlone(Pull pull) : pull_(std::move(pull)) {}

    const SolverInfo& info() const override { return info_; }
    Outcome prepare(const ForceSources<float>&, Execution&) override { return Outcome::cancelled; }
    Outcome evaluate(const ForceTargets<float>&, Execution&) override { return Outcome::cancelled; }
    Outcome prepare(const ForceSources<double>& sources, Execution&) override {
        pulls_ = pull_(sources.sources);
        return Outcome::complete;
    }
    Outcome evaluate(const ForceTargets<double>& targets, Execution&) override {
        for (std::size_t i = 0; i < targets.targets.count; ++i) {
            targets.result.store_pull(i, pulls_.x[i], pulls_.y[i], pulls_.z[i], 0);
        }
        return Outcome::complete;
    }

private:
    static inline const SolverInfo info_{.id = "test.pull",
                                         .title = "A pull",
                                         .idea = "What a test says",
                                         .source = "",
                                         .periodic = true};
    Pull pull_;
    VectorArray<double> pulls_;
};

// From one scale factor to another in steps that are equal in ln a.
Bodies<double> stepped(Bodies<double> bodies, const Pull& pull, const char* id, double from,
                       double to, int steps) {
    PullAlone solver(pull);
    const ForceParameters forces;
    Workers workers(1);
    StepTimings timings;
    Execution execution{{}, workers, timings};
    const Evaluation evaluation{solver, forces, execution};
    const Integrator& integrator = find_integrator(id);
    const Coordinates comoving(universe);
    const auto state = make_host_state(std::move(bodies), Precision::fp64);
    StepWorkspace first(*state, evaluation, 1, universe.time(from), comoving);
    EXPECT_EQ(first.evaluate(), Outcome::complete);
    state->commit_acceleration();
    for (int i = 0; i < steps; ++i) {
        const double time = universe.time(from * std::pow(to / from, double(i) / steps));
        const double next = universe.time(from * std::pow(to / from, double(i + 1) / steps));
        StepWorkspace space(*state, evaluation, integrator.evaluations, time, comoving);
        EXPECT_EQ(integrator.step(space, next - time), Outcome::complete);
        EXPECT_NEAR(space.position_time(), next, 1e-14);
        EXPECT_NEAR(space.velocity_time(), next, 1e-14);
        state->commit_step();
    }
    return finish_bodies(*state->begin_reading(whole_bodies()));
}

// Walls of equal mass in a box of edge 1: x = q + D psi, psi = -sin(2 pi q) / (2 pi D_crossing).
// What is left and right of a wall pulls by its number alone, so the pull is exact: until they
// cross, a wall's place among them is its number.
constexpr std::size_t walls = 45;
constexpr double crossing = 0.6; // in D1, which is 0.79 today

double home(std::size_t i) {
    return (static_cast<double>(i) + 0.5) / walls;
}

double wave(double q) {
    return -std::sin(2 * std::numbers::pi * q) / (2 * std::numbers::pi * crossing);
}

Bodies<double> plane_wave(double a) {
    const Growth grown = growth(universe, a);
    Bodies<double> bodies(walls);
    for (std::size_t i = 0; i < walls; ++i) {
        bodies.mass[i] = 1.0 / walls;
        bodies.position.x[i] = home(i) + grown.first * wave(home(i));
        bodies.velocity.x[i] = growing_momentum(universe, a, grown) * wave(home(i));
    }
    return bodies;
}

VectorArray<double> pull_of_walls(const BodiesView<double>& bodies) {
    VectorArray<double> pulls(bodies.count);
    double middle = 0;
    for (std::size_t i = 0; i < bodies.count; ++i) {
        middle += bodies.x[i] / static_cast<double>(bodies.count);
    }
    for (std::size_t i = 0; i < bodies.count; ++i) {
        pulls.x[i] = growing_pull(universe) * (bodies.x[i] - middle - (home(i) - 0.5));
    }
    return pulls;
}

double scale_factor_of(double displacement) {
    double low = first_a, high = 1;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (growth(universe, middle).first < displacement ? low : high) = middle;
    }
    return low;
}

double worst_error(const Bodies<double>& bodies, double a) {
    const Bodies<double> exact = plane_wave(a);
    const double momenta = growing_momentum(universe, a, growth(universe, a)) * wave(0.75);
    double worst = 0;
    for (std::size_t i = 0; i < walls; ++i) {
        worst = std::max({worst, std::abs(bodies.position.x[i] - exact.position.x[i]),
                          std::abs((bodies.velocity.x[i] - exact.velocity.x[i]) / momenta)});
    }
    return worst;
}

TEST(PlaneWaves, AreExactInAnyNumberOfStepsThatKnowTheirGrowth) {
    const double end = scale_factor_of(0.95 * crossing);
    for (const char* id : {"fastpm", "bullfrog"}) {
        for (const int steps : {1, 2, 7}) {
            const Bodies<double> bodies =
                stepped(plane_wave(first_a), pull_of_walls, id, first_a, end, steps);
            EXPECT_LT(worst_error(bodies, end), 1e-11) << id << ", " << steps;
        }
    }
}

// x and density at s = D / D_crossing = 1/2, in closed form.
TEST(PlaneWaves, AreAPancakeBeforeTheyCross) {
    const double end = scale_factor_of(crossing / 2);
    const auto check = [&](const char* id, int steps, double tolerance) {
        const Bodies<double> bodies =
            stepped(plane_wave(first_a), pull_of_walls, id, first_a, end, steps);
        const auto& x = bodies.position.x;
        ASSERT_NEAR(home(4), 0.1, 1e-15);
        ASSERT_NEAR(home(13), 0.3, 1e-15);
        EXPECT_NEAR(x[4], 0.053225535810568, tolerance) << id;
        EXPECT_NEAR(x[13], 0.224317327135934, tolerance) << id;
        const auto contrast = [&](std::size_t i) { return 2.0 / walls / (x[i + 1] - x[i - 1]); };
        EXPECT_NEAR(contrast(4), 1.679285086818, 4e-3) << id; // differences over two walls
        EXPECT_NEAR(contrast(13), 0.866169458636, 4e-3) << id;
    };
    check("fastpm", 3, 1e-12);
    check("bullfrog", 3, 1e-12);
    check("leapfrog", 60, 1e-3);
}

TEST(PlaneWaves, ConvergeWithTheSquareOfLeapfrogsStep) {
    const double end = scale_factor_of(0.8 * crossing);
    const auto error = [&](int steps) {
        return worst_error(
            stepped(plane_wave(first_a), pull_of_walls, "leapfrog", first_a, end, steps), end);
    };
    EXPECT_NEAR(std::log2(error(80) / error(160)), 2, 0.1);
    EXPECT_LT(error(160), 1e-3);
}

TEST(PlaneWaves, RunBackwardsWhereTheIntegratorIsReversible) {
    const double end = scale_factor_of(0.9 * crossing);
    for (const char* id : {"leapfrog", "yoshida4", "fastpm"}) {
        ASSERT_TRUE(find_integrator(id).time_reversible);
        const Bodies<double> there =
            stepped(plane_wave(first_a), pull_of_walls, id, first_a, end, 20);
        const Bodies<double> back = stepped(there, pull_of_walls, id, end, first_a, 20);
        EXPECT_LT(worst_error(back, first_a), 1e-11) << id;
    }
}

// A ball of more than the mean density keeps its shape: x = s q, with the mean density over s^3. In
// the contrast e that it would have in first order, s = 1 - D e/3 - E e^2/9 - ..., E = D2.
VectorArray<double> pull_of_ball(const BodiesView<double>& bodies) {
    VectorArray<double> pulls(bodies.count);
    const double s = bodies.x[0];
    pulls.x[0] = -growing_pull(universe) / 3 * (1 / (s * s * s) - 1) * s;
    return pulls;
}

double ball_after(const char* id, double contrast, double to, int steps) {
    const Growth grown = growth(universe, first_a);
    const double a2h = first_a * first_a * universe.expansion_rate(first_a);
    Bodies<double> ball(1);
    ball.mass[0] = 1;
    const double first = contrast * grown.first / 3;
    const double second = contrast * contrast * grown.second / 9;
    ball.position.x[0] = 1 - first - second;
    ball.velocity.x[0] = -a2h * (grown.first_rate * first + grown.second_rate * second);
    return stepped(ball, pull_of_ball, id, first_a, to, steps).position.x[0];
}

TEST(DenseBalls, FollowTheSecondOrderInOneStepOfBullFrogAndNotOfFastPM) {
    constexpr double to = 0.5;
    const auto error = [&](const char* id, double contrast) {
        const Growth grown = growth(universe, to);
        const double second_order =
            1 - contrast * grown.first / 3 - contrast * contrast * grown.second / 9;
        return std::abs(ball_after(id, contrast, to, 1) - second_order);
    };
    // The orders of the first terms that are wrong: the displacement is that of second order but
    // for how the last half drift carries it.
    EXPECT_NEAR(std::log2(error("fastpm", 0.02) / error("fastpm", 0.01)), 2, 0.1);
    EXPECT_LT(error("bullfrog", 0.01), 0.35 * error("fastpm", 0.01));
}

TEST(DenseBalls, ConvergeWithTheSquareOfEveryIntegratorsStep) {
    constexpr double to = 0.8, contrast = 1.2;
    const double exact = ball_after("yoshida4", contrast, to, 2000);
    ASSERT_LT(exact, 0.7);
    for (const char* id : {"leapfrog", "fastpm", "bullfrog"}) {
        const auto error = [&](int steps) {
            return std::abs(ball_after(id, contrast, to, steps) - exact);
        };
        EXPECT_NEAR(std::log2(error(64) / error(128)), 2, 0.2) << id;
    }
    // Few steps: the order of the three.
    const auto few = [&](const char* id) {
        return std::abs(ball_after(id, contrast, to, 6) - exact);
    };
    EXPECT_LT(few("bullfrog"), few("fastpm"));
    EXPECT_LT(few("fastpm"), few("leapfrog"));
}

} // namespace
} // namespace orrery
