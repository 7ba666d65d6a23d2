// Simulations that many ranks share do what one does alone.

#include "sim/scene.hpp"
#include "tests/sim/domain/on_ranks.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

namespace orrery {
namespace {

System scene(const char* id, std::size_t count) {
    return make_scene(find_scene(id), count, 1);
}

struct After {
    System system;
    Conserved conserved;
    std::vector<RankWork> work;
    double worst_moved = 0; // of all bodies, in one step behind the first
};

After after_steps(std::size_t ranks, const System& system, const Settings& settings, int steps) {
    After after;
    on_ranks(ranks, [&](Communicator& own) {
        Simulation simulation(Workers::Priority::normal, own);
        simulation.load(system, settings);
        EXPECT_EQ(simulation.count(), system.bodies.size());
        double worst_moved = 0;
        for (int step = 0; step < steps; ++step) {
            EXPECT_EQ(simulation.step(), Outcome::complete);
            double moved = 0;
            for (const RankWork& work : simulation.rank_work()) {
                moved += static_cast<double>(work.moved);
            }
            worst_moved = std::max(worst_moved, step == 0 ? 0 : moved);
        }
        const System now = simulation.snapshot();
        const auto conserved = simulation.conserved();
        const std::vector<RankWork> work = simulation.rank_work();
        if (own.rank() == 0) {
            after = {now, conserved.value_or(Conserved{}), work,
                     worst_moved / static_cast<double>(system.bodies.size())};
        } else {
            EXPECT_EQ(now.bodies.size(), 0U);
        }
    });
    return after;
}

double largest_distance(const Bodies<double>& a, const Bodies<double>& b) {
    double largest = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        largest = std::max(largest, std::hypot(a.position.x[i] - b.position.x[i],
                                               a.position.y[i] - b.position.y[i],
                                               a.position.z[i] - b.position.z[i]));
    }
    return largest;
}

TEST(SimulationOnRanks, MovesEveryBodyAsOneProcessDoes) {
    const System start = scene("plummer", 600);
    for (const char* algorithm : {"cpu.simd", "cpu.tree", "cpu.fmm"}) {
        const Settings settings = settings_for(algorithm, Precision::fp64);
        const After alone = after_steps(1, start, settings, 40);
        for (const std::size_t ranks : {2U, 3U, 4U}) {
            const After shared = after_steps(ranks, start, settings, 40);
            ASSERT_EQ(shared.system.bodies.size(), start.bodies.size());
            const double allowed = algorithm == std::string("cpu.simd") ? 1e-11 : 2e-3;
            EXPECT_LT(largest_distance(shared.system.bodies, alone.system.bodies), allowed)
                << algorithm << " on " << ranks;
            EXPECT_NEAR(shared.conserved.energy(), alone.conserved.energy(), 1e-4);
            EXPECT_NEAR(shared.conserved.kinetic_energy, alone.conserved.kinetic_energy, 1e-4);
            EXPECT_EQ(shared.system.time, alone.system.time);
        }
    }
}

// A Hermite step asks for jerks, which travel, too, and for velocities that go round.
TEST(SimulationOnRanks, CarriesJerksAlong) {
    const System start = scene("plummer", 300);
    Settings settings = settings_for("cpu.simd", Precision::fp64);
    settings.integrator = "hermite4";
    const After alone = after_steps(1, start, settings, 20);
    const After shared = after_steps(3, start, settings, 20);
    EXPECT_LT(largest_distance(shared.system.bodies, alone.system.bodies), 1e-11);
}

TEST(SimulationOnRanks, SharesTheWorkOfACollapseEvenly) {
    const System start = scene("cold_sphere", 10'000);
    for (const char* algorithm : {"cpu.tree", "cpu.fmm"}) {
        for (const std::size_t ranks : {2U, 4U}) {
            const After after =
                after_steps(ranks, start, settings_for(algorithm, Precision::fp32), 3);
            EXPECT_LT(imbalance(after.work), 1.1) << algorithm << " on " << ranks;
        }
    }
}

TEST(SimulationOnRanks, MovesFewBodiesToOtherRanksInAStep) {
    const System start = scene("galaxy_collision", 10'000);
    const After after = after_steps(4, start, settings_for("cpu.tree", Precision::fp32), 20);
    EXPECT_GT(after.worst_moved, 0);
    EXPECT_LT(after.worst_moved, 0.05);
}

TEST(SimulationOnRanks, GivesTheBodiesBackBitForBitInTheirOldOrder) {
    const System start = scene("galaxy_collision", 5000);
    on_ranks(3, [&](Communicator& own) {
        Simulation simulation(Workers::Priority::normal, own);
        simulation.load(start, settings_for("cpu.tree", Precision::fp64));
        simulation.evaluate(); // brings the bodies to their domains
        const System now = simulation.snapshot();
        if (own.rank() != 0) {
            return;
        }
        for (std::size_t i = 0; i < start.bodies.size(); ++i) {
            ASSERT_EQ(now.bodies.position.x[i], start.bodies.position.x[i]);
            ASSERT_EQ(now.bodies.velocity.z[i], start.bodies.velocity.z[i]);
            ASSERT_EQ(now.bodies.mass[i], start.bodies.mass[i]);
        }
    });
}

// One rank's bodies are not finite after the load; all ranks leave the step, and say so.
TEST(SimulationOnRanks, FailOnAllRanksWhereOneFails) {
    System start = scene("plummer", 400);
    start.bodies.position.x[17] = std::nan("");
    for (const char* algorithm : {"cpu.simd", "cpu.tree", "cpu.fmm"}) {
        std::mutex mutex;
        int own_words = 0, others_words = 0;
        on_ranks(3, [&](Communicator& own) {
            Simulation simulation(Workers::Priority::normal, own);
            simulation.load(start, settings_for(algorithm, Precision::fp64));
            try {
                simulation.step();
            } catch (const OtherRankFailed&) {
                const std::lock_guard lock(mutex);
                ++others_words;
            } catch (const Error&) {
                const std::lock_guard lock(mutex);
                ++own_words;
            }
            // They still speak with each other.
            EXPECT_EQ(own.agree(WayOut::complete), WayOut::complete);
        });
        EXPECT_EQ(own_words, 1) << algorithm;
        EXPECT_EQ(others_words, 2) << algorithm;
    }
}

TEST(SimulationOnRanks, AreCancelledTogether) {
    const System start = scene("plummer", 2000);
    on_ranks(3, [&](Communicator& own) {
        Simulation simulation(Workers::Priority::normal, own);
        Settings settings = settings_for("cpu.tree", Precision::fp32);
        settings.integrator = "rk4";
        simulation.load(start, settings);
        std::stop_source stop;
        if (own.rank() == 1) {
            stop.request_stop();
        }
        EXPECT_EQ(simulation.step(stop.get_token()), Outcome::cancelled);
        EXPECT_EQ(simulation.step(), Outcome::complete);
    });
}

} // namespace
} // namespace orrery
