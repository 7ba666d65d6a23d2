// Two bodies on an ellipse of eccentricity 0.5, where the exact answer is known: the energy errors
// of every integrator, how they fall with the step, and that symplectic ones do not grow.

#include "tests/physics/orbits.hpp"
#include "tests/sim/every_integrator.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

constexpr double eccentricity = 0.5;

// The largest relative energy error over `orbits` orbits of `steps` steps each.
double energy_error(const std::string& integrator, std::size_t steps, std::size_t orbits = 10) {
    Simulation simulation;
    simulation.load(kepler_orbit(eccentricity),
                    exact_settings(integrator, kepler_period / static_cast<double>(steps)));
    return largest_energy_error(simulation, steps * orbits);
}

// log2 of what halving the step is worth.
double measured_order(const std::string& integrator) {
    return std::log2(energy_error(integrator, 400) / energy_error(integrator, 800));
}

TEST(Leapfrog, KeepsTheEnergyOfAnEllipseAsWellAsItsTheorySays) {
    const double coarse = energy_error("leapfrog", 200);
    const double middle = energy_error("leapfrog", 400);
    const double fine = energy_error("leapfrog", 800);
    EXPECT_NEAR(coarse, 2.62e-3, 0.01e-3);
    EXPECT_NEAR(middle, 6.57e-4, 0.02e-4);
    EXPECT_NEAR(fine, 1.64e-4, 0.01e-4);
    EXPECT_NEAR(coarse / middle, 4.0, 0.05);
    EXPECT_NEAR(middle / fine, 4.0, 0.02);
}

TEST(Yoshida4, KeepsTheEnergyOfAnEllipseAsWellAsItsTheorySays) {
    const double coarse = energy_error("yoshida4", 200);
    const double middle = energy_error("yoshida4", 400);
    const double fine = energy_error("yoshida4", 800);
    EXPECT_NEAR(coarse, 2.02e-5, 0.01e-5);
    EXPECT_NEAR(middle, 1.27e-6, 0.01e-6);
    EXPECT_NEAR(fine, 7.95e-8, 0.06e-8);
    EXPECT_NEAR(coarse / middle, 16, 0.2);
    EXPECT_NEAR(middle / fine, 16, 0.1);
}

TEST(Pefrl, IsOfFourthOrderAndTenTimesBetterThanYoshidaAtTheSameStep) {
    EXPECT_NEAR(measured_order("pefrl"), 4, 0.05);
    EXPECT_LT(energy_error("pefrl", 200), energy_error("yoshida4", 200) / 10);
}

TEST(Hermite4, IsOfFourthOrder) {
    // Its small errors of order five and more still show at these steps, and flatter it.
    EXPECT_NEAR(measured_order("hermite4"), 4, 0.2);
}

TEST(RungeKutta4, LosesEnergyInProportionToTheFifthPowerOfItsStep) {
    // One order better than its own: the error in energy per step is of sixth order. But it adds
    // up.
    EXPECT_NEAR(measured_order("rk4"), 5, 0.1);
    EXPECT_GT(energy_error("rk4", 200, 100), 8 * energy_error("rk4", 200, 10));
}

TEST(SymplecticEuler, IsOfFirstOrderAndStaysBound) {
    EXPECT_NEAR(measured_order("symplectic_euler"), 1, 0.05);
    EXPECT_LT(energy_error("symplectic_euler", 200, 100), 0.1);
}

TEST(Euler, LosesTheOrbit) {
    EXPECT_GT(energy_error("euler", 200), 0.5);
}

class SymplecticIntegrator : public testing::TestWithParam<Integrator> {};

TEST_P(SymplecticIntegrator, HasNoEnergyDriftOverAThousandOrbits) {
    const double ten_orbits = energy_error(GetParam().id, 200, 10);
    const double thousand_orbits = energy_error(GetParam().id, 200, 1000);
    // If the ellipse turns, steps that are not symmetric meet it at other places.
    const double turned = GetParam().time_reversible ? 1.01 : 2;
    EXPECT_LT(thousand_orbits, turned * ten_orbits + 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Kepler, SymplecticIntegrator,
                         testing::ValuesIn(those_that_claim(&Integrator::symplectic)),
                         integrator_name);

TEST(Leapfrog, TurnsTheEllipseButKeepsItsShape) {
    // After a thousand orbits the axes have turned, but energy and angular momentum, and with them
    // semi-major axis and eccentricity, are those of the start.
    Simulation simulation;
    simulation.load(kepler_orbit(eccentricity), exact_settings("leapfrog", kepler_period / 400));
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const double start = length(simulation.conserved().value().angular_momentum);
    largest_energy_error(simulation, 40'000);
    const double end = length(simulation.conserved().value().angular_momentum);
    EXPECT_NEAR(end / start, 1, 1e-12);
}

class EveryIntegrator : public testing::TestWithParam<Integrator> {};

TEST_P(EveryIntegrator, ConvergesAtItsDeclaredOrder) {
    // The place after a quarter of a near-circular orbit, against the exact one.
    const auto error = [](std::size_t steps) {
        Simulation simulation;
        simulation.load(
            kepler_orbit(0),
            exact_settings(GetParam().id, kepler_period / 4.0 / static_cast<double>(steps)));
        const System start = simulation.snapshot();
        largest_energy_error(simulation, steps);
        const Vector3 at = position(simulation.snapshot(), 1);
        const Vector3 from = position(start, 1);
        const Vector3 exact{-from.y, from.x, 0}; // turned by a right angle
        return length(at - exact);
    };
    const double order = std::log2(error(64) / error(128));
    EXPECT_NEAR(order, GetParam().order, 0.15);
}

TEST_P(EveryIntegrator, AsksForAsManyEvaluationsAsItDeclares) {
    Simulation simulation;
    simulation.load(kepler_orbit(eccentricity), exact_settings(GetParam().id, kepler_period / 200));
    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const double one_evaluation = simulation.timings().interactions;
    ASSERT_EQ(simulation.step(), Outcome::complete);
    EXPECT_EQ(simulation.timings().interactions, GetParam().evaluations * one_evaluation);
}

INSTANTIATE_TEST_SUITE_P(Kepler, EveryIntegrator, testing::ValuesIn(static_integrators()),
                         integrator_name);

} // namespace
} // namespace orrery
