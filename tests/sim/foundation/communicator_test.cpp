// Communication between ranks, with threads as ranks.

#include "sim/communicator.hpp"

#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <thread>

namespace orrery {
namespace {

void on_ranks(std::size_t count, const std::function<void(Communicator&)>& work) {
    ThreadRanks ranks(count);
    std::vector<std::jthread> threads;
    for (std::size_t k = 0; k < count; ++k) {
        threads.emplace_back([&, k] { work(ranks.of(k)); });
    }
}

// Rank k sends to rank l its name, k + l times.
std::string letter(std::size_t from, std::size_t to) {
    return std::string(from + to, static_cast<char>('a' + from));
}

TEST(Communicator, BringsEachRankWhatTheOthersHaveForIt) {
    on_ranks(3, [](Communicator& own) {
        for (int again = 0; again < 100; ++again) {
            std::vector<std::string> sent, found;
            for (std::size_t k = 0; k < own.size(); ++k) {
                sent.push_back(letter(own.rank(), k));
                found.emplace_back(own.rank() + k, ' ');
            }
            std::vector<std::span<const std::byte>> to;
            std::vector<std::span<std::byte>> from;
            for (std::size_t k = 0; k < own.size(); ++k) {
                to.push_back(std::as_bytes(std::span(sent[k])));
                from.push_back(std::as_writable_bytes(std::span(found[k])));
            }
            own.all_to_all_v(to, from);
            for (std::size_t k = 0; k < own.size(); ++k) {
                EXPECT_EQ(found[k], letter(k, own.rank()));
            }
        }
    });
}

TEST(Communicator, ReducesInTheOrderOfTheRanks) {
    on_ranks(4, [](Communicator& own) {
        for (int again = 0; again < 100; ++again) {
            const auto rank = static_cast<double>(own.rank());
            double sums[] = {1, 0.1 * rank};
            own.all_reduce(sums, Reduction::sum);
            EXPECT_EQ(sums[0], 4);
            EXPECT_EQ(sums[1], 0.1 * 0 + 0.1 * 1 + 0.1 * 2 + 0.1 * 3);
            double greatest = -rank;
            own.all_reduce({&greatest, 1}, Reduction::greatest);
            EXPECT_EQ(greatest, 0);
        }
    });
}

TEST(Communicator, AgreesOnTheWorstWayOut) {
    on_ranks(3, [](Communicator& own) {
        EXPECT_EQ(own.agree(WayOut::complete), WayOut::complete);
        EXPECT_EQ(own.agree(own.rank() == 1 ? WayOut::cancelled : WayOut::complete),
                  WayOut::cancelled);
        EXPECT_EQ(own.agree(static_cast<WayOut>(own.rank())), WayOut::failed);
    });
}

// As where its GPU is lost: the others are about to tell each other something else.
TEST(Communicator, TellsTheOthersWhereOneRankFailsBetweenTwoCalls) {
    on_ranks(3, [](Communicator& own) {
        for (int again = 0; again < 100; ++again) {
            const auto work = [&] {
                if (own.rank() == 1) {
                    throw failure("this rank is lost", "", "");
                }
                std::vector<std::span<const std::byte>> to(3);
                std::vector<std::span<std::byte>> from(3);
                std::vector<double> numbers(again % 3 == 1 ? 1 : 4);
                if (again % 3 == 0) {
                    own.all_to_all_v(to, from);
                } else {
                    own.all_reduce(numbers, Reduction::sum);
                }
                ADD_FAILURE() << "one has sent nothing";
                return true;
            };
            try {
                static_cast<void>(agreed_on(own, work));
                ADD_FAILURE();
            } catch (const OtherRankFailed&) {
                EXPECT_NE(own.rank(), 1U);
            } catch (const Error& error) {
                EXPECT_EQ(own.rank(), 1U) << error.what();
            }
            EXPECT_EQ(own.agree(WayOut::complete), WayOut::complete) << "all go on";
        }
    });
}

// A rank that fails throws its own error; the others learn of it and are not left waiting.
TEST(Communicator, TellsTheOthersWhereOneRankFails) {
    on_ranks(3, [](Communicator& own) {
        const auto work = [&] {
            if (own.rank() == 2) {
                throw failure("this rank is lost", "", "");
            }
            return WayOut::complete;
        };
        if (own.rank() == 2) {
            EXPECT_THROW(agreed(own, work), Error);
        } else {
            EXPECT_EQ(agreed(own, work), WayOut::failed);
        }
        EXPECT_EQ(agreed(own, [] { return WayOut::complete; }), WayOut::complete);
    });
}

TEST(Communicator, OfOneProcessHasNobodyElse) {
    Communicator& alone = one_process();
    EXPECT_EQ(alone.rank(), 0U);
    EXPECT_EQ(alone.size(), 1U);
    double number = 7;
    alone.all_reduce({&number, 1}, Reduction::sum);
    EXPECT_EQ(number, 7);
    EXPECT_EQ(alone.agree(WayOut::cancelled), WayOut::cancelled);
    const std::string sent = "own";
    std::string found = "???";
    const std::span<const std::byte> to[] = {std::as_bytes(std::span(sent))};
    const std::span<std::byte> from[] = {std::as_writable_bytes(std::span(found))};
    alone.all_to_all_v(to, from);
    EXPECT_EQ(found, sent);
}

} // namespace
} // namespace orrery
