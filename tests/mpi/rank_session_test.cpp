// MPI as ranks know it: runs on every process that mpirun starts.

#include "sim/base/error.hpp"
#include "sim/domain/travel.hpp"
#include "sim/machine/devices.hpp"
#include "sim/mpi/rank_session.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/snapshot.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace orrery {
namespace {

// Messages of more go in parts, as those of more than 2^31 bytes do.
constexpr std::size_t made_up_limit = 1000;

std::optional<RankSession>& session() {
    static std::optional<RankSession> all;
    return all;
}

Communicator& ranks() {
    return session()->communicator();
}

TEST(RankSession, KnowsHowManyProcessesThereAre) {
    EXPECT_EQ(ranks().size(), launched_processes());
    EXPECT_LT(ranks().rank(), ranks().size());
    EXPECT_LE(session()->local_size(), ranks().size());
    EXPECT_GE(session()->local_size(), 1U);
}

// A number of each pair and its place, in messages of none, one and many parts.
TEST(RankSession, BringsMessagesOfAnyLengthInPartsThatMpiCanCount) {
    for (const std::size_t longest : {1UL, 125UL, 126UL, 12'345UL}) {
        std::vector<std::vector<std::uint64_t>> sent(ranks().size());
        const auto length = [&](std::size_t from, std::size_t to) {
            return (from + 2 * to) % 3 == 0 ? 0 : longest + from;
        };
        for (std::size_t k = 0; k < sent.size(); ++k) {
            sent[k].resize(length(ranks().rank(), k));
            std::iota(sent[k].begin(), sent[k].end(), 1'000'000 * ranks().rank() + k);
        }
        const auto found = exchanged(ranks(), sent);
        for (std::size_t k = 0; k < found.size(); ++k) {
            std::vector<std::uint64_t> expected(length(k, ranks().rank()));
            std::iota(expected.begin(), expected.end(), 1'000'000 * k + ranks().rank());
            EXPECT_EQ(found[k], expected);
        }
    }
}

TEST(RankSession, ReducesMoreNumbersThanGoIntoOneMessage) {
    std::vector<double> numbers(1000);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        numbers[i] = static_cast<double>(i * (ranks().rank() + 1));
    }
    std::vector<double> largest = numbers;
    ranks().all_reduce(numbers, Reduction::sum);
    ranks().all_reduce(largest, Reduction::greatest);
    const auto size = static_cast<double>(ranks().size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        ASSERT_EQ(numbers[i], static_cast<double>(i) * size * (size + 1) / 2);
        ASSERT_EQ(largest[i], static_cast<double>(i) * size);
    }
}

TEST(RankSession, LeavesNobodyBehindWhereOneFails) {
    const bool fails = ranks().rank() + 1 == ranks().size();
    const auto work = [&] {
        if (fails) {
            throw failure("this one is lost", "", "");
        }
    };
    if (fails) {
        EXPECT_THROW(on_all(ranks(), work), Error);
    } else {
        EXPECT_THROW(on_all(ranks(), work), OtherRankFailed);
    }
    EXPECT_EQ(ranks().agree(WayOut::complete), WayOut::complete);
}

TEST(RankSession, LetsTheFirstRanksBeAlone) {
    if (ranks().size() == 1) {
        GTEST_SKIP() << "nobody is left out of one";
    }
    const auto part = first_ranks(ranks(), ranks().size() - 1);
    EXPECT_EQ(part == nullptr, ranks().rank() + 1 == ranks().size());
    if (part != nullptr) {
        EXPECT_EQ(part->size(), ranks().size() - 1);
        EXPECT_EQ(sum_of(*part, 1), static_cast<double>(part->size()));
    }
}

std::string file_of_rank() {
    return testing::TempDir() + "orrery-" + std::to_string(getpid()) + ".orrery";
}

// As behind a window: MPI is called by the simulation's thread alone, while others ask that.
TEST(RankSession, IsLedByTheThreadOfASimulation) {
    if (ranks().rank() != 0) {
        Simulation simulation(Workers::Priority::normal, ranks(), RankCalls::by_first);
        simulation.follow([](const std::exception& error) { ADD_FAILURE() << error.what(); });
        return;
    }
    SimulationThread thread(nullptr, ranks());
    Settings settings;
    settings.source = "plummer";
    settings.bodies = 300;
    settings.threads = 2;
    settings.steps_per_second = 0;
    for (const char* const algorithm : {"cpu.tree", "cpu.fmm", "cpu.simd"}) {
        settings.algorithm = algorithm;
        settings.running = true;
        const std::uint64_t before = thread.status().steps;
        thread.set(settings);
        while (thread.status().steps < before + 4 && !thread.status().error) {
            EXPECT_LE(thread.read({.position = true}).position.size(), 300U);
            std::this_thread::yield();
        }
        settings.running = false;
        thread.set(settings);
        ASSERT_TRUE(thread.wait_until_idle({}));
        EXPECT_FALSE(thread.status().error);
        EXPECT_EQ(thread.snapshot().bodies.size(), 300U);
        const std::string file = file_of_rank();
        thread.save(file, settings, "");
        EXPECT_EQ(read_snapshot(file).bodies.size(), 300U);
        std::filesystem::remove(file);
    }
}

// Bytes that the work takes at most besides what there is.
double bytes_taken(const std::function<void()>& work) {
    const auto status = [](const std::string& name) {
        std::ifstream lines("/proc/self/status");
        for (std::string word; lines >> word;) {
            if (double kilobytes = 0; word == name && lines >> kilobytes) {
                return 1024 * kilobytes;
            }
        }
        return 0.0;
    };
    std::ofstream("/proc/self/clear_refs") << 5; // the peak counts from here on
    const double before = status("VmRSS:");
    work();
    return status("VmHWM:") - before;
}

// What the first rank shows aside, of which there is a limit. The others' shares are no larger.
TEST(RankSession, HoldsItsShareAtTheFirstRankOfAWindow) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "a sanitizer keeps what was freed";
#endif
    const std::string file = file_of_rank();
    Settings settings;
    settings.source = "plummer";
    settings.threads = 1;
    settings.precision = Precision::fp64;
    settings.bodies = 200'000;
    const auto load_and_save = [&](Simulation& simulation) {
        simulation.show_at_most(100);
        simulation.load(settings);
        simulation.save(file, settings, "");
    };
    const double share = bytes_taken([&] {
        Simulation alone;
        load_and_save(alone);
    });
    settings.bodies *= ranks().size();
    const double taken = bytes_taken([&] {
        Simulation simulation(Workers::Priority::normal, ranks(), RankCalls::by_first);
        if (ranks().rank() == 0) {
            load_and_save(simulation);
        } else {
            simulation.follow([](const std::exception& error) { ADD_FAILURE() << error.what(); });
        }
    });
    EXPECT_LT(taken, 1.3 * share);
    std::filesystem::remove(file);
}

// The children have no GPU here, or a library that crashes: either is theirs alone.
TEST(RankSession, SurvivesTheTestOfDeviceMemoryThatFails) {
    if (ranks().rank() == 0) {
        const std::string fault = device_memory_unproved(false);
        EXPECT_TRUE(gpu_unavailable().empty() || fault.find("its test failed") != std::string::npos)
            << fault;
        EXPECT_TRUE(!device_memory_unproved().empty() || fault.empty());
    }
    EXPECT_EQ(sum_of(ranks(), 1), static_cast<double>(ranks().size()));
}

} // namespace
} // namespace orrery

int main(int count, char** words) {
    if (count == 2 && std::string(words[1]) == orrery::prove_device_memory) {
        return orrery::proving_device_memory();
    }
    testing::InitGoogleTest(&count, words);
    orrery::session().emplace(orrery::made_up_limit);
    const int result = RUN_ALL_TESTS();
    orrery::session().reset();
    return result;
}
