#include "sim/tree/radix_sort.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

namespace orrery {
namespace {

// Sorts by both ways, and again by the same sorter.
void expect_sorted(RadixSort& sorter, const std::vector<std::uint64_t>& keys, int threads) {
    Workers workers(threads);
    sorter.resize(keys.size());
    std::copy(keys.begin(), keys.end(), sorter.keys.begin());
    std::iota(sorter.order.begin(), sorter.order.end(), 0U);
    ASSERT_TRUE(sorter.sort(workers, {}));

    std::vector<std::uint32_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return keys[a] < keys[b]; });
    std::size_t misplaced = 0;
    for (std::size_t i = 0; i < keys.size(); ++i) {
        misplaced += sorter.order[i] != order[i] || sorter.keys[i] != keys[order[i]] ? 1U : 0U;
    }
    EXPECT_EQ(misplaced, 0U) << keys.size() << " keys, " << threads << " threads";
}

TEST(RadixSort, SortsAsAStableSortDoes) {
    std::mt19937_64 random(1);
    RadixSort sorter;
    for (const std::size_t count : {0U, 1U, 2U, 3U, 257U, 100'000U, 33U}) {
        std::vector<std::uint64_t> any(count), few(count), all(count, 1ULL << 62), rising(count);
        for (std::size_t i = 0; i < count; ++i) {
            any[i] = random() >> 1;
            few[i] = (random() & 7U) << 58 | (random() & 1U);
            rising[i] = i << 20;
        }
        for (const int threads : {1, 2}) {
            expect_sorted(sorter, any, threads);
            expect_sorted(sorter, few, threads);
            expect_sorted(sorter, all, threads);
            expect_sorted(sorter, rising, threads);
        }
        std::reverse(rising.begin(), rising.end());
        expect_sorted(sorter, rising, 2);
    }
}

TEST(RadixSort, StopsWhenAskedTo) {
    RadixSort sorter;
    sorter.resize(100);
    Workers workers(1);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(sorter.sort(workers, stop.get_token()));
}

} // namespace
} // namespace orrery
