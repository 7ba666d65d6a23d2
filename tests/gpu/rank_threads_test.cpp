// Threads that drive the GPUs of a group; no GPU is needed to try them.

#include "sim/domain/rank_threads.hpp"

#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>
#include <vector>

namespace orrery {
namespace {

TEST(RankThreads, DoEveryRoundsWorkOnceEachAndSpeakToEachOther) {
    RankThreads threads(4);
    std::vector<int> rounds(4);
    for (int round = 0; round < 2000; ++round) {
        if (round % 500 == 0) { // the threads have gone to sleep
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        threads.run([&](std::size_t k) {
            ++rounds[k];
            auto sum = static_cast<double>(k);
            threads.communicator(k).all_reduce({&sum, 1}, Reduction::sum);
            EXPECT_EQ(sum, 0 + 1 + 2 + 3);
        });
    }
    EXPECT_EQ(rounds, std::vector<int>(4, 2000));
}

TEST(RankThreads, GiveTheFirstRankToWhoCalls) {
    RankThreads threads(2);
    const auto caller = std::this_thread::get_id();
    threads.run([&](std::size_t k) { EXPECT_EQ(std::this_thread::get_id() == caller, k == 0); });
}

TEST(RankThreads, SayWhatFailedAndNotWhatOthersThrewForThat) {
    RankThreads threads(3);
    for (std::size_t failing = 0; failing < 3; ++failing) {
        try {
            threads.run([&](std::size_t k) {
                on_all(threads.communicator(k), [&] {
                    if (k == failing) {
                        throw failure("this GPU is lost", "", "");
                    }
                });
            });
            ADD_FAILURE();
        } catch (const Error& error) {
            EXPECT_EQ(error.problem(), "this GPU is lost");
        }
    }
    int after = 0;
    threads.run([&](std::size_t k) {
        if (k == 0) {
            ++after;
        }
    });
    EXPECT_EQ(after, 1) << "they go on";
}

} // namespace
} // namespace orrery
