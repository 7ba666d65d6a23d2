// The Plummer sphere in equilibrium: nothing should happen, to the accuracy of the method. Shorter
// forms of the acceptance runs (16,384 bodies over ten crossing times), which are in the docs.

#include "tests/physics/orbits.hpp"
#include "tests/test_data.hpp"

#include "sim/scene.hpp"
#include "sim/snapshot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

constexpr double crossing_time = 6.26;
constexpr double softening = 0.05;

Settings plummer_settings(const char* algorithm, Precision precision, double time_step) {
    Settings settings;
    settings.algorithm = algorithm;
    settings.precision = precision;
    settings.time_step = time_step;
    settings.softening = softening;
    return settings;
}

struct Conservation {
    double energy = 0;   // largest relative error
    double momentum = 0; // largest change relative to sum m |v|
    double virial_low = 1, virial_high = 0;
};

Conservation watch(Simulation& simulation, double until) {
    EXPECT_EQ(simulation.evaluate(), Outcome::complete);
    const Conserved start = simulation.conserved().value();
    Conservation worst;
    while (simulation.time() < until) {
        EXPECT_EQ(simulation.step(), Outcome::complete);
        const Conserved now = simulation.conserved().value();
        worst.energy = std::max(worst.energy, std::abs(now.energy() / start.energy() - 1));
        worst.momentum =
            std::max(worst.momentum, length(now.momentum - start.momentum) / start.momentum_scale);
        worst.virial_low = std::min(worst.virial_low, now.virial_ratio());
        worst.virial_high = std::max(worst.virial_high, now.virial_ratio());
    }
    return worst;
}

TEST(Plummer, OfTheRealFileKeepsEnergyMomentumAndEquilibriumInFloat) {
    ORRERY_REQUIRE_TEST_DATA(data);
    Simulation simulation;
    simulation.load(read_snapshot(*data / "plummer_16384.tipsy"),
                    plummer_settings("cpu.simd_threads", Precision::fp32, 1.0 / 64));
    const Conservation worst = watch(simulation, 1);
    EXPECT_LT(worst.energy, 3e-6);
    EXPECT_LT(worst.momentum, 1e-6);
    EXPECT_GT(worst.virial_low, 0.47);
    EXPECT_LT(worst.virial_high, 0.53);
}

TEST(Plummer, OfTheRealFileKeepsEnergyMomentumAndEquilibriumWithATree) {
    ORRERY_REQUIRE_TEST_DATA(data);
    Settings settings = plummer_settings("cpu.tree", Precision::fp32, 1.0 / 64);
    settings.solver_options["cpu.tree"] = {{"criterion", "angle"}, {"theta", 0.5}};
    Simulation simulation;
    simulation.load(read_snapshot(*data / "plummer_16384.tipsy"), settings);
    const Conservation worst = watch(simulation, 100.0 / 64);
    EXPECT_LT(worst.energy, 3e-5);
    EXPECT_LT(worst.momentum, 3e-4);
    EXPECT_GT(worst.virial_low, 0.47);
    EXPECT_LT(worst.virial_high, 0.53);
}

TEST(Plummer, OfTheRealFileKeepsEnergyMomentumAndEquilibriumWithCellsOnCells) {
    ORRERY_REQUIRE_TEST_DATA(data);
    Simulation simulation;
    simulation.load(read_snapshot(*data / "plummer_16384.tipsy"),
                    plummer_settings("cpu.fmm", Precision::fp32, 1.0 / 64));
    const Conservation worst = watch(simulation, 100.0 / 64);
    EXPECT_LT(worst.energy, 3e-5);
    EXPECT_LT(worst.momentum, 3e-4);
    EXPECT_GT(worst.virial_low, 0.47);
    EXPECT_LT(worst.virial_high, 0.53);
}

TEST(Plummer, KeepsEnergyAndEquilibriumOverTenCrossingTimes) {
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 2048, 1),
                    plummer_settings("cpu.simd_threads", Precision::fp32, 1.0 / 64));
    const Conservation worst = watch(simulation, 10 * crossing_time);
    EXPECT_LT(worst.energy, 3e-5);
    EXPECT_LT(worst.momentum, 1e-6);
    EXPECT_GT(worst.virial_low, 0.45);
    EXPECT_LT(worst.virial_high, 0.55);
}

TEST(Plummer, KeepsItsMomentumTenTimesBetterWhenPairsAreSymmetric) {
    Simulation simulation;
    simulation.load(make_scene(find_scene("plummer"), 4096, 1),
                    plummer_settings("cpu.symmetric", Precision::fp32, 1.0 / 64));
    EXPECT_LT(watch(simulation, crossing_time).momentum, 1e-7);
}

TEST(Plummer, ConvergesWithTheSquareOfTheStepInDouble) {
    // Few bodies meet closely, which long steps miss: a softer law makes up for their small number.
    const auto energy_error = [](double time_step) {
        Settings settings = plummer_settings("cpu.simd_threads", Precision::fp64, time_step);
        settings.softening = 2 * softening;
        Simulation simulation;
        simulation.load(make_scene(find_scene("plummer"), 1024, 1), settings);
        return watch(simulation, 2 * crossing_time).energy;
    };
    const double coarse = energy_error(1.0 / 32);
    const double middle = energy_error(1.0 / 64);
    const double fine = energy_error(1.0 / 128);
    EXPECT_NEAR(coarse / middle, 4.0, 0.2);
    EXPECT_NEAR(middle / fine, 4.0, 0.1);
}

} // namespace
} // namespace orrery
