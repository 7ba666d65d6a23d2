// MPI as ranks know it: runs on every process that mpirun starts.

#include "sim/base/error.hpp"
#include "sim/domain/travel.hpp"
#include "sim/mpi/rank_session.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <optional>
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

} // namespace
} // namespace orrery

int main(int count, char** words) {
    testing::InitGoogleTest(&count, words);
    orrery::session().emplace(orrery::made_up_limit);
    const int result = RUN_ALL_TESTS();
    orrery::session().reset();
    return result;
}
