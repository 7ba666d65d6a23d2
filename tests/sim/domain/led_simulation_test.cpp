// A simulation that the first of many ranks leads, as a window does, is that of one process.

#include "sim/base/error.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/simulation/rank_orders.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/snapshots/session.hpp"
#include "tests/sim/domain/on_ranks.hpp"
#include "tests/sim/snapshots/snapshot_testing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>
#include <sched.h>
#include <set>
#include <thread>

namespace orrery {
namespace {

// Which no rank can take, and all say so.
constexpr const char* no_algorithm = "cpu.guess";

// Work of the first of so many ranks, which the others follow, when all are prepared.
void lead(
    std::size_t ranks, const std::function<void(Communicator&)>& work,
    const std::function<void(Communicator&)>& prepare = [](Communicator&) {}) {
    on_ranks(ranks, [&](Communicator& own) {
        prepare(own);
        if (own.rank() == 0) {
            work(own);
            return;
        }
        Simulation simulation(Workers::Priority::normal, own, RankCalls::by_first);
        simulation.follow([](const std::exception& error) {
            if (std::string(error.what()).find(no_algorithm) == std::string::npos) {
                ADD_FAILURE() << error.what();
            }
        });
    });
}

Simulation led(Communicator& own) {
    return Simulation(Workers::Priority::normal, own, RankCalls::by_first);
}

System plummer(std::size_t count) {
    return make_scene(find_scene("plummer"), count, 1);
}

Settings settings_of(const std::string& source, std::size_t bodies) {
    Settings settings = settings_for("cpu.tree", Precision::fp64);
    settings.source = source;
    settings.bodies = bodies;
    return settings;
}

// What `simulate` saves after so many steps.
void simulate(std::size_t ranks, const Settings& settings, int steps,
              const std::filesystem::path& file) {
    on_ranks(ranks, [&](Communicator& own) {
        Simulation simulation(Workers::Priority::normal, own);
        simulation.load(load_source_file(settings, own).system, settings);
        for (int step = 0; step < steps; ++step) {
            simulation.step();
        }
        write_session(file, {simulation.snapshot_share(), settings, {}}, own);
    });
}

double largest_distance(const VectorArray<double>& a, const VectorArray<double>& b) {
    EXPECT_EQ(a.size(), b.size());
    double largest = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        largest = std::max(largest, std::hypot(a.x[i] - b.x[i], a.y[i] - b.y[i], a.z[i] - b.z[i]));
    }
    return largest;
}

// The scalars of the bodies that are shown.
std::vector<float> shown_scalars(const Simulation& simulation, BodyScalar scalar) {
    std::vector<float> xyzs(4 * simulation.shown_count());
    const auto written = simulation.write_latest({xyzs.data(), simulation.shown_count()}, scalar);
    EXPECT_EQ(written.count, simulation.shown_count());
    std::vector<float> scalars;
    for (std::size_t i = 3; i < xyzs.size(); i += 4) {
        scalars.push_back(xyzs[i]);
    }
    return scalars;
}

TEST(LedSimulation, MovesBodiesAsOneProcessDoesAndShowsThem) {
    const System start = plummer(500);
    const Settings settings = settings_for("cpu.simd", Precision::fp64);
    Simulation alone;
    alone.load(start, settings);
    for (int step = 0; step < 20; ++step) {
        alone.step();
    }
    for (const std::size_t ranks : {2U, 3U, 4U}) {
        lead(ranks, [&](Communicator& own) {
            Simulation simulation = led(own);
            simulation.load(start, settings);
            EXPECT_EQ(simulation.count(), 500U);
            EXPECT_LT(largest_distance(simulation.read({.position = true}).position,
                                       start.bodies.position),
                      4e-6)
                << "before the first step";
            for (int step = 0; step < 20; ++step) {
                ASSERT_EQ(simulation.step(), Outcome::complete);
            }
            EXPECT_TRUE(simulation.picture_due(true));
            const std::uint64_t before = simulation.version();
            simulation.bring_picture();
            EXPECT_NE(simulation.version(), before);
            EXPECT_FALSE(simulation.picture_due(true));
            const System now = simulation.snapshot();
            EXPECT_LT(largest_distance(now.bodies.position, alone.snapshot().bodies.position),
                      1e-11)
                << ranks;
            EXPECT_LT(
                largest_distance(simulation.read({.position = true}).position, now.bodies.position),
                1e-6)
                << "which are floats";
            EXPECT_NEAR(simulation.conserved()->energy(), alone.conserved()->energy(), 1e-9);

            const std::vector<float> domains = shown_scalars(simulation, BodyScalar::domain);
            std::vector<std::size_t> of_rank(ranks);
            for (const float domain : domains) {
                ++of_rank.at(static_cast<std::size_t>(domain));
            }
            const std::vector<RankWork> work = simulation.rank_work();
            ASSERT_EQ(work.size(), ranks);
            for (std::size_t k = 0; k < ranks; ++k) {
                EXPECT_EQ(of_rank[k], work[k].bodies);
            }
        });
    }
}

TEST(LedSimulation, MeasuresTheErrorOfItsForcesAsOneProcessDoes) {
    const System start = plummer(800);
    const Settings settings = settings_for("cpu.tree", Precision::fp64);
    Simulation alone;
    alone.load(start, settings);
    const auto expected = alone.force_error(200, 3);
    for (const std::size_t ranks : {2U, 3U}) {
        lead(ranks, [&](Communicator& own) {
            Simulation simulation = led(own);
            simulation.load(start, settings);
            const auto found = simulation.force_error(200, 3);
            ASSERT_TRUE(found && expected);
            EXPECT_EQ(found->samples, expected->samples);
            EXPECT_GT(found->p99, 0);
            EXPECT_LT(found->p99, promised_error(settings));
        });
        Settings exact = settings;
        exact.algorithm = "cpu.simd";
        lead(ranks, [&](Communicator& own) {
            Simulation simulation = led(own);
            simulation.load(start, exact);
            EXPECT_LT(simulation.force_error(200, 3)->maximum, 1e-12) << "a direct sum has none";
        });
    }
}

TEST(LedSimulation, ShowsAFairSampleOfVeryManyBodies) {
    System start = plummer(1000);
    start.catalogue.labels = {{501, "a star"}};
    lead(3, [&](Communicator& own) {
        Simulation simulation = led(own);
        simulation.show_at_most(100);
        simulation.load(start, settings_for("cpu.tree", Precision::fp32));
        simulation.step();
        simulation.bring_picture();
        EXPECT_EQ(simulation.count(), 1000U);
        ASSERT_EQ(simulation.shown_count(), 101U) << "every tenth, and the one with a name";
        const System all = simulation.snapshot();
        const BodyValues shown = simulation.read({.position = true, .mass = true});
        const Label& label = simulation.catalogue().labels.at(0);
        EXPECT_NEAR(shown.position.x[label.body], all.bodies.position.x[501], 1e-6);
        EXPECT_NEAR(shown.position.x[2], all.bodies.position.x[20], 1e-6);
        double mass = 0;
        for (const double one : shown.mass) {
            mass += one;
        }
        EXPECT_NEAR(mass, 1, 1e-5) << "that of all";
        EXPECT_NEAR(shown.mass[label.body], 0.001, 1e-9) << "it stands for itself";
        EXPECT_NEAR(shown.mass[0], 0.999 / 100, 1e-6);
    });
}

TEST(LedSimulation, GoesOnWhereSettingsCannotBeTaken) {
    lead(3, [](Communicator& own) {
        Simulation simulation = led(own);
        const Settings settings = settings_for("cpu.tree", Precision::fp32);
        simulation.load(plummer(300), settings);
        Settings impossible = settings;
        impossible.algorithm = no_algorithm;
        EXPECT_THROW(simulation.apply(impossible), Error);
        EXPECT_EQ(simulation.step(), Outcome::complete);
        Settings other = settings;
        other.algorithm = "cpu.fmm";
        other.precision = Precision::fp64;
        simulation.apply(other);
        EXPECT_EQ(simulation.step(), Outcome::complete);
        EXPECT_EQ(simulation.steps(), 2U);
        std::stop_source stopped;
        stopped.request_stop();
        EXPECT_EQ(simulation.step(stopped.get_token()), Outcome::cancelled);
        EXPECT_EQ(simulation.step(), Outcome::complete);
        EXPECT_THROW(simulation.edit({}), Error) << "not among many";
    });
}

TEST(LedSimulation, LoadsAndSavesBySharesWhatSimulateDoes) {
    const TemporaryFolder folder;
    const std::string start = folder / "start.orrery";
    simulate(1, settings_of("galaxy_collision", 1001), 0, start);
    for (const Settings& settings :
         {settings_of("galaxy_collision", 1001), settings_of(start, 0)}) {
        for (const std::size_t ranks : {2U, 3U, 4U}) {
            simulate(ranks, settings, 3, folder / "simulate.orrery");
            lead(ranks, [&](Communicator& own) {
                SimulationThread thread(nullptr, own);
                Settings paused = settings;
                paused.running = false;
                thread.set(paused);
                ASSERT_TRUE(thread.wait_until_idle({}));
                ASSERT_FALSE(thread.status().error) << thread.status().error->what();
                expect_same_bodies(thread.snapshot(), read_snapshot(start));
                for (int step = 0; step < 3; ++step) {
                    thread.step_once(false);
                }
                thread.save(folder / "window.orrery", settings, "");
            });
            EXPECT_TRUE(read_text(folder / "window.orrery") ==
                        read_text(folder / "simulate.orrery"))
                << settings.source << " on " << ranks;
        }
    }
}

// Each rank in a folder of its own, in the place of a disk. What it has is what `copy` leaves
// there.
void lead_in_folders(const TemporaryFolder& folder, std::size_t ranks,
                     const std::function<void(std::size_t)>& copy,
                     const std::function<void(Communicator&)>& work) {
    lead(ranks, work, [&](Communicator& own) {
        const auto place = folder / std::to_string(own.rank());
        std::filesystem::create_directory(place);
        ASSERT_EQ(unshare(CLONE_FS), 0);
        ASSERT_EQ(chdir(place.c_str()), 0);
        copy(own.rank());
    });
}

TEST(LedSimulation, DealsOutWhatOnlyTheFirstRankHas) {
    const TemporaryFolder folder;
    const auto file = folder / "start.orrery", table = folder / "start.csv";
    const System start = make_scene(find_scene("galaxy_collision"), 300, 1);
    write_session(file, {start, settings_of("galaxy_collision", 300), {}});
    write_snapshot(table, start);
    const auto copy = [&](std::size_t rank) {
        std::filesystem::copy(table, ".");
        rank == 0 ? std::filesystem::copy(file, ".") : void();
    };
    lead_in_folders(folder, 3, copy, [&](Communicator& own) {
        Simulation simulation = led(own);
        for (const char* const name : {"start.orrery", "start.csv"}) {
            simulation.load(settings_of(name, 0));
            EXPECT_EQ(simulation.step(), Outcome::complete);
            EXPECT_EQ(simulation.snapshot().bodies.size(), 300U);
            simulation.load(settings_of(name, 100));
            EXPECT_EQ(simulation.count(), 100U) << "the first hundred";
        }
    });
}

TEST(LedSimulation, SaysInOneSentenceWhatOneRankCannotReadAndGoesOn) {
    const TemporaryFolder folder;
    const auto file = folder / "start.orrery";
    simulate(1, settings_of("plummer", 300), 0, file);
    const auto copy = [&](std::size_t rank) {
        std::string bytes = read_text(file);
        bytes[bytes.size() / 2] ^= rank == 1 ? 1 : 0;
        write_text("start.orrery", bytes);
    };
    lead_in_folders(folder, 3, copy, [&](Communicator& own) {
        Simulation simulation = led(own);
        simulation.load(settings_of("plummer", 200));
        const Catalogue before = simulation.catalogue();
        expect_error(ErrorKind::bad_input, {"start.orrery", "checksum does not match"},
                     [&] { simulation.load(settings_of("start.orrery", 0)); });
        expect_error(ErrorKind::bad_input, {"no such file"},
                     [&] { simulation.load(settings_of("none.orrery", 0)); });
        expect_error(ErrorKind::failed, {"nowhere/end.orrery"},
                     [&] { simulation.save("nowhere/end.orrery", simulation.settings(), ""); });
        EXPECT_EQ(simulation.count(), 200U);
        EXPECT_EQ(simulation.catalogue().title, before.title);
        EXPECT_EQ(simulation.step(), Outcome::complete);
    });
}

TEST(LedSimulation, TellsEverySettingAsItIs) {
    std::vector<Settings> all(1);
    for (const Property& row : properties()) {
        for (const std::string& words : row.samples()) {
            Settings settings;
            row.member.set(settings, row.value(words));
            all.push_back(settings);
        }
    }
    all.back().count_interactions = true;
    all.back().source = "a file with \"words\" and\nlines";
    all.back().solver_options = {{"cpu.tree", {{"theta", 0.1}, {"opening", "angle"}}},
                                 {"cpu.simd", {{"isa", "AVX2"}}}};
    on_ranks(3, [&](Communicator& own) {
        for (const Settings& settings : all) {
            const RankOrder order{.kind = RankOrder::Kind::step,
                                  .settings = settings,
                                  .backwards = true,
                                  .measured = false,
                                  .samples = 7,
                                  .seed = ~std::uint64_t{0},
                                  .file = "a folder/end.orrery"};
            const RankOrder told = told_order(own, own.rank() == 0 ? order : RankOrder{});
            EXPECT_EQ(told.settings, settings);
            EXPECT_EQ(told.kind, order.kind);
            EXPECT_TRUE(told.backwards && !told.measured);
            EXPECT_EQ(told.samples, 7U);
            EXPECT_EQ(told.seed, order.seed);
            EXPECT_EQ(told.file, order.file);
        }
    });
}

// As a window drives it.
TEST(LedSimulation, RunsOnAThreadThatIsSteeredAndRead) {
    lead(2, [](Communicator& own) {
        SimulationThread thread(nullptr, own);
        Settings settings = settings_for("cpu.tree", Precision::fp32);
        settings.source = "plummer";
        settings.bodies = 400;
        settings.steps_per_second = 0;
        thread.set(settings);
        while (thread.status().steps < 5) {
            std::this_thread::yield();
        }
        settings.algorithm = "cpu.simd";
        settings.running = false;
        thread.set(settings);
        ASSERT_TRUE(thread.wait_until_idle({}));
        SimulationStatus status = thread.status();
        EXPECT_FALSE(status.error) << status.error->what();
        EXPECT_EQ(status.ranks.size(), 2U);
        EXPECT_EQ(status.all_bodies(), 400U);
        const System now = thread.snapshot();
        EXPECT_EQ(now.time, status.time);
        EXPECT_LT(largest_distance(thread.read({.position = true}).position, now.bodies.position),
                  1e-5)
            << "a paused picture is that of the last step";
        thread.verify(100);
        ASSERT_TRUE(thread.wait_until_idle({}));
        ASSERT_TRUE(thread.status().verified);
        EXPECT_LT(thread.status().verified->error.p99, 1e-5);
        thread.go_to_step(1);
        ASSERT_TRUE(thread.wait_until_idle({}));
        status = thread.status();
        ASSERT_TRUE(status.error) << "no way back among many, and it is said";
        EXPECT_NE(std::string(status.error->what()).find("one process"), std::string::npos);
        EXPECT_LT(largest_distance(thread.read({.position = true}).position, now.bodies.position),
                  1e-5);
    });
}

} // namespace
} // namespace orrery
