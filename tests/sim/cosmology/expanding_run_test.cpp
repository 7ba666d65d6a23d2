// Runs of cosmic_web: its steps, its energy, its sessions.

#include "sim/cosmology/growth.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/snapshots/session.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <numbers>
#include <string>
#include <vector>

namespace orrery {
namespace {

// An algorithm that computes in a periodic box, the quickest first; "": this build has none.
std::string periodic_algorithm() {
    for (const char* id : {"cpu.mesh", "cpu.simd_threads", "cpu.aos"}) {
        const SolverEntry* const entry = known_solver(id);
        if (entry != nullptr && entry->info.periodic && entry->unavailable().empty()) {
            return id;
        }
    }
    return "";
}

class ExpandingRun : public testing::Test {
protected:
    void SetUp() override {
        settings_.algorithm = periodic_algorithm();
        settings_.precision = Precision::fp64;
        settings_.source = "cosmic_web";
        if (settings_.algorithm.empty()) {
            GTEST_SKIP() << "no algorithm of this build computes in a periodic box";
        }
    }

    bool on_mesh() const { return settings_.algorithm == "cpu.mesh"; }
    void load(std::size_t bodies) {
        simulation_.load(make_scene(find_scene("cosmic_web"), bodies, 1), settings_);
    }
    void step(int count) {
        for (int i = 0; i < count; ++i) {
            ASSERT_EQ(simulation_.step(), Outcome::complete);
        }
    }
    double scale_factor() const {
        return simulation_.system()->cosmology->scale_factor(simulation_.time());
    }

    Settings settings_;
    Simulation simulation_;
};

TEST_F(ExpandingRun, TakesMoreStepsWhereTheSofteningIsResolved) {
    settings_.algorithm = "cpu.simd_threads";
    load(8);
    EXPECT_NEAR(simulation_.step_accuracy(), std::log(50) / 500, 1e-14);
    settings_.adaptive_step = true;
    settings_.step_accuracy = 0.1;
    simulation_.apply(settings_);
    EXPECT_EQ(simulation_.step_accuracy(), 0.1) << "as it is asked for";
}

TEST_F(ExpandingRun, TakesStepsThatAreEqualInLogAAndEndToday) {
    if (!on_mesh()) {
        GTEST_SKIP() << "a mesh's steps";
    }
    load(8);
    EXPECT_NEAR(scale_factor(), 0.02, 1e-14);
    const double size = simulation_.step_accuracy();
    EXPECT_NEAR(size, std::log(50) / 100, 1e-14);
    step(50);
    EXPECT_NEAR(std::log(scale_factor() / 0.02), 50 * size, 1e-10);
    step(50);
    EXPECT_NEAR(scale_factor(), 1, 1e-10);
    step(1);
    EXPECT_NEAR(std::log(scale_factor()), size, 1e-10) << "and go on after today";

    settings_.reversed = true;
    simulation_.apply(settings_);
    step(51);
    EXPECT_NEAR(std::log(scale_factor() / 0.02), 50 * size, 1e-9);
}

TEST_F(ExpandingRun, ReachesTodayWithStepsOfAnySize) {
    settings_.adaptive_step = true;
    settings_.step_accuracy = 0.6;
    settings_.integrator = "bullfrog";
    load(8);
    step(7); // ln 50 / 0.6 = 6.5
    EXPECT_NEAR(scale_factor(), 1, 1e-10);
}

TEST_F(ExpandingRun, TakesAFixedStepWhereOneIsSet) {
    settings_.time_step = 0.01;
    load(8);
    const double start = simulation_.time();
    step(2);
    EXPECT_NEAR(simulation_.time(), start + 0.02, 1e-15);
}

TEST_F(ExpandingRun, ComesBackWhenTimeIsReversed) {
    load(on_mesh() ? 512 : 64);
    const System start = simulation_.snapshot();
    step(20);
    settings_.reversed = true;
    simulation_.apply(settings_);
    step(20);
    const System back = simulation_.snapshot();
    EXPECT_NEAR(back.time, start.time, 1e-12);
    for (std::size_t i = 0; i < start.bodies.size(); ++i) {
        ASSERT_NEAR(back.bodies.position.x[i], start.bodies.position.x[i], 1e-8);
        ASSERT_NEAR(back.bodies.velocity.x[i], start.bodies.velocity.x[i], 1e-8);
    }
}

// d(T + W) = -(2 T + W) d ln a. The part of W that is there at the start, mostly that of a lattice,
// goes with 1/a and fulfils it exactly; without it few steps make a good integral.
TEST_F(ExpandingRun, TakesNoStepToBeforeTheBeginning) {
    settings_.reversed = true;
    settings_.step_accuracy.reset();
    settings_.time_step = 1; // Gyr
    load(64);
    const double start = simulation_.time();
    ASSERT_LT(start, 1);
    EXPECT_THROW(static_cast<void>(simulation_.step()), Error);
    EXPECT_EQ(simulation_.time(), start);
    EXPECT_EQ(simulation_.steps(), 0U);
}

TEST_F(ExpandingRun, KeepsToTheEquationOfLayzerAndIrvine) {
    settings_.algorithm = "cpu.simd_threads"; // whose forces are those of its energy to rounding
    load(216);
    ASSERT_EQ(simulation_.evaluate(), Outcome::complete);
    struct Energies {
        double kinetic, potential;
    };
    const double first = simulation_.conserved().value().potential_energy * scale_factor();
    const auto energies = [&]() -> Energies {
        const Conserved now = simulation_.conserved().value();
        return {now.kinetic_energy, now.potential_energy - first / scale_factor()};
    };
    const Energies start = energies();
    Energies before = start;
    double lost = 0;
    while (scale_factor() < 0.5) {
        step(1);
        const Energies now = energies();
        lost += simulation_.step_accuracy() / 2 *
                (2 * (before.kinetic + now.kinetic) + before.potential + now.potential);
        before = now;
    }
    const double change = before.kinetic + before.potential - start.kinetic - start.potential;
    EXPECT_GT(before.kinetic, 5 * start.kinetic);
    EXPECT_LT(std::abs(change + lost), 5e-3 * before.kinetic) << change << ' ' << lost;
}

// Coefficients of the contrast, of which the bodies are a sum of points.
std::vector<std::complex<double>> large_waves(const System& system) {
    std::vector<std::complex<double>> waves;
    const double edge = system.box.lengths[0];
    for (const auto& m : {std::array{1, 0, 0}, std::array{0, 1, 0}, std::array{0, 0, 1},
                          std::array{1, 1, 0}, std::array{1, 0, -1}, std::array{0, 1, 1}}) {
        std::complex<double> sum = 0;
        for (std::size_t i = 0; i < system.bodies.size(); ++i) {
            const auto& x = system.bodies.position;
            sum += std::polar(1.0, -2 * std::numbers::pi / edge *
                                       (m[0] * x.x[i] + m[1] * x.y[i] + m[2] * x.z[i]));
        }
        waves.push_back(sum / static_cast<double>(system.bodies.size()));
    }
    return waves;
}

TEST_F(ExpandingRun, LetsLargeWavesGrowAsLinearTheoryHasIt) {
    if (!on_mesh()) {
        GTEST_SKIP() << "so many bodies want a mesh";
    }
    for (const char* integrator : {"leapfrog", "fastpm", "bullfrog"}) {
        settings_.integrator = integrator;
        settings_.adaptive_step = true;
        settings_.step_accuracy = std::string(integrator) == "leapfrog" ? 0.05 : 0.4;
        load(32768);
        const auto start = large_waves(simulation_.snapshot());
        const double first = growth(*simulation_.system()->cosmology, scale_factor()).first;
        while (scale_factor() < 0.15) {
            step(1);
        }
        const auto now = large_waves(simulation_.snapshot());
        const double grown = growth(*simulation_.system()->cosmology, scale_factor()).first / first;
        double along = 0, squares = 0;
        for (std::size_t i = 0; i < now.size(); ++i) {
            along += (now[i] * std::conj(start[i])).real();
            squares += std::norm(start[i]);
        }
        EXPECT_NEAR(along / squares / grown, 1, 0.01) << integrator;
    }
}

TEST_F(ExpandingRun, GoesOnFromASessionBitForBit) {
    for (const Precision precision : {Precision::fp32, Precision::fp64}) {
        settings_.precision = precision;
        load(on_mesh() ? 512 : 64);
        step(7);
        const TemporaryFolder folder;
        write_session(folder / "run.orrery", {simulation_.snapshot(), settings_, {}});
        step(7);
        const Session session = read_session(folder / "run.orrery");
        EXPECT_EQ(session.system.cosmology, simulation_.system()->cosmology);
        Simulation resumed;
        resumed.load(session.system, session.settings);
        for (int i = 0; i < 7; ++i) {
            ASSERT_EQ(resumed.step(), Outcome::complete);
        }
        const System here = resumed.snapshot(), there = simulation_.snapshot();
        EXPECT_EQ(here.time, there.time);
        for (std::size_t i = 0; i < there.bodies.size(); ++i) {
            ASSERT_EQ(here.bodies.position.x[i], there.bodies.position.x[i]);
            ASSERT_EQ(here.bodies.velocity.z[i], there.bodies.velocity.z[i]);
        }
    }
}

TEST_F(ExpandingRun, GoesOnFromAMomentThatWasKept) {
    load(on_mesh() ? 512 : 64);
    step(3);
    const Checkpoint kept = simulation_.checkpoint();
    step(4);
    const System there = simulation_.snapshot();
    simulation_.restore(kept, settings_);
    step(4);
    const System here = simulation_.snapshot();
    EXPECT_EQ(here.time, there.time);
    for (std::size_t i = 0; i < there.bodies.size(); ++i) {
        ASSERT_EQ(here.bodies.position.y[i], there.bodies.position.y[i]);
    }
}

TEST(ExpandingSystem, RefusesWhatCannotFollowIt) {
    const auto refusal = [](const char* algorithm, const char* integrator, const char* scene) {
        Settings settings;
        settings.algorithm = algorithm;
        settings.integrator = integrator;
        Simulation simulation;
        try {
            simulation.load(make_scene(find_scene(scene), 8, 1), settings);
        } catch (const Error& error) {
            return error.problem();
        }
        return std::string();
    };
    EXPECT_NE(refusal("cpu.fmm", "leapfrog", "cosmic_web").find("periodic box"), std::string::npos);
    EXPECT_NE(refusal("cpu.simd", "fastpm", "plummer").find("space is static"), std::string::npos);
    if (const std::string algorithm = periodic_algorithm(); !algorithm.empty()) {
        EXPECT_NE(refusal(algorithm.c_str(), "rk4", "cosmic_web").find("expanding universe"),
                  std::string::npos);
    }
}

} // namespace
} // namespace orrery
