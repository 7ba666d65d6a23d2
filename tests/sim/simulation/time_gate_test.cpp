// Simulations that keep time with each other. Nothing here depends on how fast a machine is.
#include "sim/simulation/time_gate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

namespace orrery {
namespace {

using namespace std::chrono_literals;

bool still_waiting(const std::future<bool>& answer) {
    return answer.wait_for(20ms) == std::future_status::timeout;
}

TEST(TimeGate, LetsNobodyBeginBeforeAllAreThere) {
    TimeGate gate(2);
    auto first = std::async(std::launch::async, [&] { return gate.pass(0, 0, false, {}); });
    EXPECT_TRUE(still_waiting(first));
    EXPECT_TRUE(gate.pass(1, 0, false, {}));
    EXPECT_TRUE(first.get());
}

TEST(TimeGate, LetsWhoIsBehindPassAndNotWhoIsAhead) {
    TimeGate gate(2);
    auto ahead = std::async(std::launch::async, [&] { return gate.pass(0, 2, false, {}); });
    EXPECT_TRUE(gate.pass(1, 1, false, {}));
    EXPECT_TRUE(still_waiting(ahead));
    EXPECT_TRUE(gate.pass(1, 2, false, {}));
    EXPECT_TRUE(ahead.get());
    auto back = std::async(std::launch::async, [&] { return gate.pass(0, 1, true, {}); });
    EXPECT_TRUE(still_waiting(back)) << "backwards, the later one is behind";
    EXPECT_TRUE(gate.pass(1, 1, true, {}));
    EXPECT_TRUE(back.get());
}

TEST(TimeGate, WaitsForNobodyWhoHasLeftOrWhenAskedToStop) {
    TimeGate gate(2);
    std::stop_source stop;
    auto first =
        std::async(std::launch::async, [&] { return gate.pass(0, 0, false, stop.get_token()); });
    EXPECT_TRUE(still_waiting(first));
    stop.request_stop();
    EXPECT_FALSE(first.get());
    gate.leave(1);
    EXPECT_TRUE(gate.pass(0, 0, false, {}));
}

TEST(TimeGate, TellsForWhomItHoldsASimulation) {
    TimeGate gate(3);
    std::stop_source stop;
    const auto begin = [&](std::size_t number, double time) {
        return std::async(std::launch::async, [&gate, number, time, token = stop.get_token()] {
            return gate.pass(number, time, false, token);
        });
    };
    const auto whom = [&](std::size_t number) {
        while (!gate.wait_of(number)) {
            std::this_thread::yield();
        }
        return gate.wait_of(number)->for_whom;
    };
    EXPECT_FALSE(gate.wait_of(0));
    const auto first = begin(0, 3);
    EXPECT_EQ(whom(0), 1U) << "who has not said where it is counts as being behind";
    const auto second = begin(1, 2);
    EXPECT_TRUE(begin(2, 1).get());
    EXPECT_EQ(whom(1), 2U);
    EXPECT_EQ(whom(0), 2U) << "the one furthest behind";
    EXPECT_FALSE(gate.wait_of(2));
    stop.request_stop();
    first.wait();
    second.wait();
    EXPECT_FALSE(gate.wait_of(0)) << "asked to stop, it waits no more";
}

TEST(TimeGate, HoldsTimesWithinAStepWhoeverIsFaster) {
    constexpr std::array<int, 3> lengths{1, 2, 3}; // of steps
    TimeGate gate(lengths.size());
    std::array<std::atomic<int>, lengths.size()> times{};
    std::atomic<int> furthest_apart = 0;
    std::vector<std::jthread> racers;
    for (std::size_t k = 0; k < lengths.size(); ++k) {
        racers.emplace_back([&, k] {
            while (times[k] < 300 && gate.pass(k, times[k], false, {})) {
                times[k] += lengths[k];
                const auto [low, high] =
                    std::minmax({times[0].load(), times[1].load(), times[2].load()});
                int before = furthest_apart;
                while (before < high - low &&
                       !furthest_apart.compare_exchange_weak(before, high - low)) {
                }
            }
            gate.leave(k);
        });
    }
    racers.clear();
    EXPECT_LE(furthest_apart, 3);
}

} // namespace
} // namespace orrery
