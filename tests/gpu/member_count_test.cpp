// How many GPUs of a group share the work: arithmetic, for which no GPU is needed.

#include "sim/machine/member_count.hpp"

#include <gtest/gtest.h>

#include <cstddef>

namespace orrery {
namespace {

// Some of an evaluation is divided by the GPUs, some is there only where they are several.
double evaluation(std::size_t bodies, std::size_t members) {
    const double work = 2.5e-6 * static_cast<double>(bodies);
    return work / static_cast<double>(members) + (members > 1 ? 0.5 + 0.05 * double(members) : 0);
}

void evaluate(MemberCount& members, std::size_t bodies, int times) {
    for (int i = 0; i < times; ++i) {
        const double by_chance = i % 3 == 0 ? 1.2 : 1;
        members.learn(bodies, by_chance * evaluation(bodies, members.count()));
    }
}

constexpr int each = MemberCount::settling + MemberCount::counted;

TEST(MemberCount, IsAllOfThemAtFirst) {
    MemberCount members(4);
    EXPECT_EQ(members.count(), 4U);
    evaluate(members, 1'000'000, each - 1);
    EXPECT_EQ(members.count(), 4U);
}

TEST(MemberCount, StaysAllWhereThatIsTheFastest) {
    MemberCount members(8);
    evaluate(members, 100'000'000, 2 * each);
    EXPECT_EQ(members.count(), 8U);
    evaluate(members, 100'000'000, 100);
    EXPECT_EQ(members.count(), 8U);
}

TEST(MemberCount, DoesNotTryForLongWhatIsFarSlower) {
    MemberCount members(4);
    evaluate(members, 100'000'000, each);
    ASSERT_EQ(members.count(), 2U);
    evaluate(members, 100'000'000, MemberCount::first_ones + MemberCount::far_slower - 1);
    EXPECT_EQ(members.count(), 2U) << "the first ones may be slow, and one by chance";
    evaluate(members, 100'000'000, 1);
    EXPECT_EQ(members.count(), 4U);
}

TEST(MemberCount, IsOneForFewBodies) {
    for (const std::size_t all : {2U, 3U, 5U, 8U}) {
        MemberCount members(all);
        evaluate(members, 10'000, 5 * each);
        EXPECT_EQ(members.count(), 1U) << all;
    }
}

TEST(MemberCount, IsWhatIsFastestBetween) {
    MemberCount members(16); // 16: 1.34 ms, 8: 0.98, 4: 0.86, 2: 0.92
    evaluate(members, 250'000, 5 * each);
    EXPECT_EQ(members.count(), 4U);
}

TEST(MemberCount, IsFoundAnewForAnotherSystem) {
    MemberCount members(4);
    evaluate(members, 10'000, 4 * each);
    ASSERT_EQ(members.count(), 1U);
    evaluate(members, 12'000, 3);
    EXPECT_EQ(members.count(), 1U) << "much the same";
    evaluate(members, 50'000'000, 1);
    EXPECT_EQ(members.count(), 4U);
    evaluate(members, 50'000'000, 3 * each);
    EXPECT_EQ(members.count(), 4U);
}

TEST(MemberCount, OfOneIsOne) {
    MemberCount members(1);
    evaluate(members, 1000, 3 * each);
    EXPECT_EQ(members.count(), 1U);
}

} // namespace
} // namespace orrery
