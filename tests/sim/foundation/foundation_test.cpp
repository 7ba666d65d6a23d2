// The small pieces that everything stands on: errors, arrays, names, workers, timings.

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/machine/workers.hpp"
#include "sim/state/host_array.hpp"
#include "sim/step_timings.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <mutex>
#include <new>
#include <numeric>
#include <set>
#include <thread>
#include <vector>

namespace orrery {
namespace {

TEST(Error, ReadsAsOneSentenceThatSaysWhereWhatAndWhatToDo) {
    const Error error = bad_input("byte 28: the file ends early", "a.tipsy", "copy it again");
    EXPECT_STREQ(error.what(), "a.tipsy: byte 28: the file ends early; copy it again");
    EXPECT_EQ(error.kind(), ErrorKind::bad_input);
    EXPECT_EQ(failure("no memory", "", "").kind(), ErrorKind::failed);
    EXPECT_STREQ(failure("no memory", "", "").what(), "no memory");
}

TEST(HostArray, StartsOnACacheLineAndLetsAVectorOfZerosBeReadFromItsLastElementOn) {
    for (const std::size_t count : {1U, 15U, 16U, 17U, 1000U}) {
        HostArray<float> array(count);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(array.data()) % 64, 0U);
        EXPECT_EQ(array.padded_size() % 16, 0U);
        EXPECT_GE(array.padded_size(), count - 1 + 16);
        for (std::size_t i = 0; i < array.padded_size(); ++i) {
            EXPECT_EQ(array.data()[i], 0.0F);
        }
    }
}

TEST(HostArray, CopiesByValueAndMovesByPointer) {
    HostArray<double> first(3);
    std::iota(first.begin(), first.end(), 1.0);
    HostArray<double> copy = first;
    copy[0] = 9;
    EXPECT_EQ(first[0], 1.0);
    const double* const data = first.data();
    const HostArray<double> moved = std::move(first);
    EXPECT_EQ(moved.data(), data);
    EXPECT_EQ(moved.size(), 3U);
}

TEST(HostArray, RefusesASizeThatNoMemoryHolds) {
    EXPECT_THROW(HostArray<double>(std::numeric_limits<std::size_t>::max() / 2), std::bad_alloc);
}

TEST(ClosestNames, SuggestsTheNearestNameOrNone) {
    const std::vector<std::string> names{"cpu.aos", "cpu.simd", "leapfrog"};
    EXPECT_NE(did_you_mean("cpu.smid", names, "orrery list").find("'cpu.simd'"), std::string::npos);
    EXPECT_EQ(did_you_mean("spaghetti", names, "orrery list").find("did you mean"),
              std::string::npos);
    EXPECT_EQ(did_you_mean("x", {}, "orrery list"), "'orrery list' shows all");
}

TEST(ClosestNames, AreNearInProportionToTheirLength) {
    const std::vector<std::string> names{"--dt", "--seed", "--softening", "cpu.aos", "isa"};
    for (const char* typed : {"-V", "--", "--scene", "cpu.xyz", "foo", "--d", "x"}) {
        EXPECT_EQ(did_you_mean(typed, names, "list").find("did you mean"), std::string::npos)
            << typed;
    }
    for (const auto& [typed, meant] : std::vector<std::pair<std::string, std::string>>{
             {"--sede", "'--seed'"}, {"--soft", "'--softening'"}, {"cpu.asos", "'cpu.aos'"}}) {
        EXPECT_NE(did_you_mean(typed, names, "list").find(meant), std::string::npos) << typed;
    }
}

TEST(Workers, CoverEveryIndexOnce) {
    for (const int threads : {1, 2, 5}) {
        Workers workers(threads);
        for (const std::size_t count : {0U, 1U, 7U, 64U, 1001U}) {
            std::vector<std::atomic<int>> visits(count);
            workers.for_ranges(count, 7, [&](std::size_t begin, std::size_t end) {
                ASSERT_LE(end - begin, 7U);
                for (std::size_t i = begin; i < end; ++i) {
                    ++visits[i];
                }
            });
            for (const auto& visit : visits) {
                EXPECT_EQ(visit, 1);
            }
        }
    }
}

TEST(Workers, AreAsManyThreadsAsAskedForEvenAboveTheNumberOfCores) {
    const auto asked = static_cast<std::size_t>(std::thread::hardware_concurrency()) + 3;
    Workers workers(static_cast<int>(asked));
    std::mutex lock;
    std::set<std::thread::id> seen;
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    while (seen.size() < asked && std::chrono::steady_clock::now() < give_up) {
        workers.for_ranges(10 * asked, 1, [&](std::size_t, std::size_t) {
            std::this_thread::sleep_for(
                std::chrono::milliseconds(1)); // so that others come to a turn
            const std::lock_guard guard(lock);
            seen.insert(std::this_thread::get_id());
        });
    }
    EXPECT_EQ(seen.size(), asked);
}

TEST(Workers, PassAnExceptionOnToTheCaller) {
    Workers workers(2);
    EXPECT_THROW(workers.for_ranges(100, 1,
                                    [](std::size_t begin, std::size_t) {
                                        if (begin == 50) {
                                            throw failure("a worker failed", "", "");
                                        }
                                    }),
                 Error);
}

TEST(StepTimings, SumsAPhaseThatRunsSeveralTimes) {
    StepTimings timings;
    timings.add("forces", 2);
    timings.add("integrate", 1);
    timings.add("forces", 3);
    ASSERT_EQ(timings.phases.size(), 2U);
    EXPECT_STREQ(timings.phases[0].name, "forces");
    EXPECT_EQ(timings.phases[0].milliseconds, 5);
    { const auto timer = timed("sort", timings); }
    EXPECT_EQ(timings.phases.size(), 3U);
    EXPECT_STREQ(timings.phases[2].name, "sort");
}

} // namespace
} // namespace orrery
