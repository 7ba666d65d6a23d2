// Cuts of the curve and the way of bodies to their ranks.

#include "sim/domain/domains.hpp"
#include "sim/domain/migration.hpp"
#include "tests/sim/domain/on_ranks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <mutex>
#include <random>

namespace orrery {
namespace {

constexpr std::uint64_t keys_end = std::uint64_t{1} << 63;

// Different on each rank, and on the first of three ranks none.
std::vector<std::uint64_t> random_keys(std::size_t rank, std::size_t count) {
    std::mt19937_64 random(rank + 1);
    std::vector<std::uint64_t> keys(rank == 0 ? 0 : count);
    std::ranges::generate(keys, [&] { return random() % keys_end; });
    return keys;
}

HostArray<std::uint64_t> array_of(const std::vector<std::uint64_t>& values) {
    HostArray<std::uint64_t> array(values.size());
    std::ranges::copy(values, array.begin());
    return array;
}

TEST(Domains, PartBodiesEvenlyWhereAllCountTheSame) {
    on_ranks(3, [](Communicator& ranks) {
        std::vector<std::uint64_t> keys = random_keys(ranks.rank(), 1000);
        std::ranges::sort(keys);
        std::vector<double> before(keys.size() + 1);
        for (std::size_t i = 0; i < before.size(); ++i) {
            before[i] = static_cast<double>(i);
        }
        const Domains domains = cut_domains(keys, before, even_shares(2000, 3), ranks);
        ASSERT_EQ(domains.begins.size(), 3U);
        std::vector<double> counts;
        for (const std::size_t count : domains.counts(keys)) {
            counts.push_back(static_cast<double>(count));
        }
        ranks.all_reduce(counts, Reduction::sum);
        for (const double count : counts) {
            EXPECT_NEAR(count, 2000.0 / 3, 1);
        }
    });
}

// A cut is as far off as one sample of each rank's bodies.
TEST(Domains, PartWorkEvenlyBySamplesOfTheKeys) {
    const std::vector<double> weights{1, 4, 2}; // of a key
    std::vector<std::vector<std::uint64_t>> keys, samples;
    std::vector<double> sample_weights;
    for (std::size_t rank = 0; rank < weights.size(); ++rank) {
        keys.push_back(random_keys(rank + 1, 10'000));
        std::ranges::sort(keys.back());
        samples.emplace_back();
        for (std::size_t i = 0; i < keys.back().size(); i += 10) {
            samples.back().push_back(keys.back()[i]);
        }
        sample_weights.push_back(10 * weights[rank]);
    }
    const Domains domains = domains_by_samples(samples, sample_weights);
    std::vector<double> work(weights.size());
    for (std::size_t rank = 0; rank < weights.size(); ++rank) {
        const std::vector<std::size_t> counts = domains.counts(keys[rank]);
        for (std::size_t k = 0; k < counts.size(); ++k) {
            work[k] += weights[rank] * static_cast<double>(counts[k]);
        }
    }
    for (const double of_rank : work) {
        EXPECT_NEAR(of_rank, 70'000.0 / 3, 2 * 70);
    }
}

// Of two domains of 8 and 4 bodies, of which the second has as much work.
TEST(Domains, GoHalfOfTheirWayFromWhereTheyWere) {
    const std::vector<std::vector<std::uint64_t>> samples{{1, 2, 3, 4, 5, 6, 7, 8},
                                                          {9, 10, 11, 12}};
    EXPECT_EQ(domains_by_samples(samples, {1, 1}).begins, (std::vector<std::uint64_t>{0, 7}));
    EXPECT_EQ(domains_by_samples(samples, {1, 1}, {8, 4}).begins,
              (std::vector<std::uint64_t>{0, 8}));
    EXPECT_EQ(domains_by_samples(samples, {1, 2}, {8, 4}).begins,
              (std::vector<std::uint64_t>{0, 9}));
    EXPECT_EQ(domains_by_samples({{}, {5}}, {0, 1}, {0, 1}).begins,
              (std::vector<std::uint64_t>{0, 5}));
}

TEST(Domains, AreThereForEveryRankWhateverSamplesThereAre) {
    const std::uint64_t key = 12345;
    EXPECT_EQ(domains_by_samples({{}, {}, {}}, {0, 0, 0}).begins.size(), 3U);
    const Domains one = domains_by_samples({{key}, {}, {}}, {1, 0, 0});
    EXPECT_EQ(one.counts(std::vector{key}).size(), 3U);
    const Domains at_one_point = domains_by_samples({{key, key}, {key, key}}, {1, 1});
    EXPECT_EQ(at_one_point.begins, (std::vector<std::uint64_t>{0, key}));
}

TEST(Migration, BringsEveryBodyOnceAlongTheCurveAndBalancesItsWork) {
    for (std::size_t size = 1; size <= 4; ++size) {
        std::mutex mutex;
        std::vector<std::uint64_t> before, after;
        on_ranks(size, [&](Communicator& ranks) {
            const std::vector<std::uint64_t> keys = random_keys(ranks.rank(), 5000);
            std::vector<float> work(keys.size());
            for (std::size_t i = 0; i < work.size(); ++i) { // the first half of the curve: ninefold
                work[i] = keys[i] < keys_end / 2 ? 9 : 1;
            }
            Workers workers(1);
            const Migration migration(array_of(keys), work, Migration::Cut::by_work, workers,
                                      ranks);
            const HostArray<std::uint64_t> moved = migration.moved(array_of(keys), ranks);
            EXPECT_TRUE(std::is_sorted(moved.begin(), moved.end()));
            double own = 0;
            for (const std::uint64_t key : moved) {
                own += key < keys_end / 2 ? 9 : 1;
            }
            const double all = sum_of(ranks, own);
            EXPECT_NEAR(own, all / static_cast<double>(size), 10);
            const auto lows = gathered(ranks, std::vector(moved.begin(), moved.end()));
            for (std::size_t k = 0; k + 1 < size; ++k) {
                if (!lows[k].empty() && !lows[k + 1].empty()) {
                    EXPECT_LE(lows[k].back(), lows[k + 1].front());
                }
            }
            const std::lock_guard lock(mutex);
            before.insert(before.end(), keys.begin(), keys.end());
            after.insert(after.end(), moved.begin(), moved.end());
        });
        std::ranges::sort(before);
        std::ranges::sort(after);
        EXPECT_EQ(before, after);
    }
}

TEST(Migration, LeavesBodiesOfOneKeyTogether) {
    on_ranks(4, [](Communicator& ranks) {
        Workers workers(1);
        const Migration migration(array_of(std::vector<std::uint64_t>(100, 12345)), {},
                                  Migration::Cut::by_counts, workers, ranks);
        const double here = static_cast<double>(migration.count());
        EXPECT_TRUE(here == 0 || here == 400);
        EXPECT_EQ(sum_of(ranks, here), 400);
    });
}

} // namespace
} // namespace orrery
