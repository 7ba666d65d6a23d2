// Three equal bodies on one figure of eight return after its period, and nothing but a good
// integrator brings them there.

#include "tests/physics/orbits.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

struct Circuit {
    double missed_by;
    double energy_error;
};

Circuit one_period(const std::string& integrator, std::size_t steps) {
    Simulation simulation;
    simulation.load(figure_eight(),
                    exact_settings(integrator, figure_eight_period / static_cast<double>(steps)));
    const System start = simulation.snapshot();
    const double energy_error = largest_energy_error(simulation, steps);
    return {largest_displacement(simulation.snapshot(), start), energy_error};
}

TEST(FigureEight, ReturnsUnderLeapfrog) {
    const Circuit circuit = one_period("leapfrog", 632);
    EXPECT_LT(circuit.missed_by, 3e-4);
    EXPECT_NEAR(circuit.energy_error, 5.9e-5, 0.1e-5);
}

TEST(FigureEight, ReturnsUnderYoshida) {
    const Circuit circuit = one_period("yoshida4", 632);
    EXPECT_LT(circuit.missed_by, 2e-6);
    EXPECT_NEAR(circuit.energy_error, 7.0e-9, 0.1e-9);
}

TEST(FigureEight, ReturnsAsWellAsItsPublishedPeriodIsKnownWithTenTimesTheSteps) {
    EXPECT_LT(one_period("yoshida4", 6326).missed_by, 1e-7);
}

TEST(FigureEight, ReturnsUnderTheOtherFourthOrderIntegrators) {
    for (const char* integrator : {"pefrl", "rk4", "hermite4"}) {
        const Circuit circuit = one_period(integrator, 632);
        EXPECT_LT(circuit.missed_by, 1e-6) << integrator;
        EXPECT_LT(circuit.energy_error, 2e-8) << integrator;
    }
}

TEST(FigureEight, GivesEachBodyThePlaceOfTheNextAfterAThirdOfThePeriod) {
    Simulation simulation;
    simulation.load(figure_eight(), exact_settings("yoshida4", figure_eight_period / 600));
    const System start = simulation.snapshot();
    largest_energy_error(simulation, 200);
    const System now = simulation.snapshot();
    // Which one is next in the chase is the system's affair; that it is a cyclic change is ours.
    const auto nearest = [&](std::size_t body) {
        std::size_t best = 0;
        for (std::size_t other = 1; other < 3; ++other) {
            const double distance = length(position(now, body) - position(start, other));
            if (distance < length(position(now, body) - position(start, best))) {
                best = other;
            }
        }
        EXPECT_LT(length(position(now, body) - position(start, best)), 1e-5);
        return best;
    };
    EXPECT_NE(nearest(0), 0U);
    EXPECT_NE(nearest(1), 1U);
    EXPECT_NE(nearest(2), 2U);
}

} // namespace
} // namespace orrery
