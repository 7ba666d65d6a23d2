// How the bodies are cut into parts of equal work: arithmetic, for which no GPU is needed.

#include "sim/solvers/multi_gpu/work_shares.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace orrery {
namespace {

constexpr std::size_t bodies = 1'000'000;

void expect_whole(const WorkShares& shares, std::size_t count, std::size_t members) {
    std::size_t next = 0;
    std::size_t longest = 0;
    for (std::size_t k = 0; k < members; ++k) {
        const BodyPart part = shares.part(count, k);
        EXPECT_EQ(part.first, next);
        EXPECT_LE(part.first, part.end);
        next = part.end;
        longest = std::max(longest, part.end - part.first);
    }
    EXPECT_EQ(next, count);
    EXPECT_EQ(shares.longest(count), longest);
}

// Work that has been done up to this place along the curve, in milliseconds of a GPU of speed 1: a
// dense core in the middle.
double work_up_to(double place) {
    return place + 0.5 * std::tanh(20 * (place - 0.4));
}

std::vector<double> times_of(const WorkShares& shares, const std::vector<double>& speeds) {
    std::vector<double> times;
    for (std::size_t k = 0; k < speeds.size(); ++k) {
        const BodyPart part = shares.part(bodies, k);
        const auto at = [](std::size_t body) { return static_cast<double>(body) / bodies; };
        times.push_back((work_up_to(at(part.end)) - work_up_to(at(part.first))) / speeds[k]);
    }
    return times;
}

double unevenness(const std::vector<double>& times) {
    const auto [least, most] = std::minmax_element(times.begin(), times.end());
    return *most / *least;
}

TEST(WorkShares, AreEqualAtFirst) {
    const WorkShares shares(4);
    for (std::size_t k = 0; k < 4; ++k) {
        const BodyPart part = shares.part(bodies, k);
        EXPECT_EQ(part.end - part.first, bodies / 4);
    }
}

TEST(WorkShares, AreOfEveryBodyOnce) {
    WorkShares shares(3);
    for (int evaluation = 0; evaluation < 100; ++evaluation) {
        for (const std::size_t count : {0U, 1U, 2U, 33U, 4097U, 1'000'000U}) {
            expect_whole(shares, count, 3);
        }
        std::vector<double> times{1.0, 100.0, 0.0};
        std::rotate(times.begin(), times.begin() + evaluation * evaluation % 3, times.end());
        shares.learn(times);
    }
}

// Also where a bound comes to be in the thick of it, as the one of two does.
TEST(WorkShares, BecomePartsOfEqualWork) {
    for (const std::size_t members : {2U, 3U, 4U, 8U}) {
        SCOPED_TRACE(members);
        WorkShares shares(members);
        const std::vector<double> speeds(members, 1.0);
        EXPECT_GT(unevenness(times_of(shares, speeds)), 1.15);
        for (int evaluation = 0; evaluation < 30; ++evaluation) {
            shares.learn(times_of(shares, speeds));
        }
        EXPECT_LT(unevenness(times_of(shares, speeds)), 1.01);
    }
}

TEST(WorkShares, GiveMoreToAFasterGpu) {
    WorkShares shares(3);
    const std::vector<double> speeds{1, 2, 1};
    for (int evaluation = 0; evaluation < 40; ++evaluation) {
        shares.learn(times_of(shares, speeds));
    }
    EXPECT_LT(unevenness(times_of(shares, speeds)), 1.01);
}

TEST(WorkShares, StayWhereTimesAreEqual) {
    WorkShares shares(4);
    shares.learn(std::vector{3.0, 3.0, 3.0, 3.0});
    EXPECT_EQ(shares.longest(bodies), bodies / 4);
}

TEST(WorkShares, AreKeptFromTimesThatAreNone) {
    WorkShares shares(2);
    for (int evaluation = 0; evaluation < 100; ++evaluation) {
        shares.learn(std::vector{0.0, 0.0});
    }
    EXPECT_EQ(shares.longest(bodies), bodies / 2);
    shares.learn(std::vector{0.0, 1.0});
    expect_whole(shares, bodies, 2);
}

} // namespace
} // namespace orrery
