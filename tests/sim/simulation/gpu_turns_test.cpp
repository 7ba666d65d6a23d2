// Pictures and steps take turns on a GPU that does both. Patience is hours here where a thread has
// to wait, and none where it must not: no test depends on how fast a machine is.
#include "sim/simulation/gpu_turns.hpp"

#include "tests/patience.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <future>
#include <thread>
#include <vector>

namespace orrery {
namespace {

using namespace std::chrono_literals;

constexpr GpuTurns::Patience endless{.of_pictures = 24h, .of_steps = 24h};
constexpr GpuTurns::Patience none{.of_pictures = 0ms, .of_steps = 0ms};

// So that it is known how long a step takes.
void complete_a_step(GpuTurns& turns) {
    StepTurn turn(turns, {});
    turn.completed();
}

bool still_waiting(const std::future<bool>& answer) {
    return answer.wait_for(20ms) == std::future_status::timeout;
}

TEST(GpuTurns, MakeNobodyWaitWhereNothingIsDrawn) {
    GpuTurns turns(endless);
    for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(StepTurn(turns, {}).begun());
    }
    EXPECT_EQ(turns.counts().steps, 3U);
    EXPECT_EQ(turns.counts().pictures, 0U);
}

// Several simulations compute on one GPU.
TEST(GpuTurns, LetOneStepAfterTheOtherInTheOrderInWhichTheyAsk) {
    GpuTurns turns(endless);
    ASSERT_TRUE(turns.begin_step({}));
    std::atomic<int> begun = 0;
    std::vector<std::future<bool>> others;
    for (int k = 0; k < 3; ++k) {
        others.push_back(std::async(std::launch::async, [&turns, &begun, k] {
            const StepTurn turn(turns, {});
            return begun++ == k;
        }));
        EXPECT_TRUE(wait_for([&] { return turns.counts().asking == others.size(); }));
    }
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(turns.begin_step(stop.get_token())) << "and who must not wait goes without";
    turns.end_step(true);
    for (auto& other : others) {
        EXPECT_TRUE(other.get());
    }
    EXPECT_EQ(turns.counts().steps, 4U);
}

TEST(GpuTurns, AreKeptByOneSimulationWhileItsShareLasts) {
    GpuTurns turns({.of_pictures = 24h, .of_steps = 24h, .of_others = 24h, .share = 24h});
    ASSERT_TRUE(turns.begin_step({}));
    std::stop_source stop;
    auto other =
        std::async(std::launch::async, [&] { return StepTurn(turns, stop.get_token()).begun(); });
    for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(still_waiting(other));
        turns.end_step(true);
        ASSERT_TRUE(turns.begin_step({})) << "though the other asked before";
    }
    turns.end_step(true);
    stop.request_stop();
    EXPECT_FALSE(other.get());
}

// Whether another thread that had so long to ask has the turn after us.
bool goes_to_another(std::chrono::milliseconds time_to_ask) {
    GpuTurns turns({.of_pictures = 24h, .of_steps = 24h, .of_others = 24h, .share = 0ms});
    EXPECT_TRUE(turns.begin_step({}));
    std::atomic<bool> begun = false;
    auto other = std::async(std::launch::async, [&] {
        const StepTurn turn(turns, {});
        begun = true;
    });
    std::this_thread::sleep_for(time_to_ask);
    EXPECT_FALSE(begun);
    turns.end_step(true);
    EXPECT_TRUE(turns.begin_step({}));
    const bool went = begun;
    turns.end_step(true);
    other.get();
    return went;
}

// A busy machine may be late with the other thread.
TEST(GpuTurns, GoToWhoAsksWhenAShareEnds) {
    EXPECT_TRUE(goes_to_another(20ms) || goes_to_another(1s) || goes_to_another(30s));
}

TEST(GpuTurns, LetAStepBeginWhenThePictureIsDrawn) {
    GpuTurns turns(endless);
    turns.begin_picture();
    std::atomic<bool> drawn = false;
    auto step = std::async(std::launch::async, [&] {
        const StepTurn turn(turns, {});
        return turn.begun() && drawn;
    });
    EXPECT_TRUE(still_waiting(step));
    drawn = true;
    turns.end_picture();
    EXPECT_TRUE(step.get());
    EXPECT_EQ(turns.counts().beside_a_picture, 0U);
}

TEST(GpuTurns, LetAPictureBeginWhenAShortStepHasEnded) {
    GpuTurns turns(endless);
    complete_a_step(turns);
    ASSERT_TRUE(turns.begin_step({}));
    std::atomic<bool> ended = false;
    auto picture = std::async(std::launch::async, [&] {
        turns.begin_picture();
        const bool waited = ended;
        turns.end_picture();
        return waited;
    });
    EXPECT_TRUE(still_waiting(picture));
    ended = true;
    turns.end_step(true);
    EXPECT_TRUE(picture.get());
    EXPECT_EQ(turns.counts().beside_a_step, 0U);
}

TEST(GpuTurns, DrawBesideAStepThatTakesLongOrOfWhichNothingIsKnown) {
    GpuTurns turns({.of_pictures = 1us, .of_steps = 24h});
    ASSERT_TRUE(turns.begin_step({}));
    turns.begin_picture(); // would wait for ever: this step ends after it
    turns.end_picture();
    std::this_thread::sleep_for(1ms);
    turns.end_step(true);
    ASSERT_TRUE(turns.begin_step({}));
    turns.begin_picture();
    turns.end_picture();
    turns.end_step(true);
    EXPECT_EQ(turns.counts().beside_a_step, 2U);
}

TEST(GpuTurns, ForgetHowLongStepsTookWhenOthersCome) {
    GpuTurns turns(endless);
    complete_a_step(turns);
    turns.forget_lengths();
    ASSERT_TRUE(turns.begin_step({}));
    turns.begin_picture(); // waits for nothing
    EXPECT_EQ(turns.counts().beside_a_step, 1U);
}

TEST(GpuTurns, TakeNoLengthFromAStepThatWasCancelled) {
    GpuTurns turns(endless);
    { const StepTurn cancelled(turns, {}); }
    ASSERT_TRUE(turns.begin_step({}));
    turns.begin_picture();
    EXPECT_EQ(turns.counts().beside_a_step, 1U);
}

TEST(GpuTurns, GiveTheNextOneToAStepThatWaitedAndNotToAnotherPicture) {
    GpuTurns turns(endless);
    complete_a_step(turns);
    turns.begin_picture();
    std::promise<void> may_end;
    auto step = std::async(std::launch::async, [&] {
        StepTurn turn(turns, {});
        may_end.get_future().wait();
        turn.completed();
        return true;
    });
    EXPECT_TRUE(still_waiting(step));
    turns.end_picture();
    // At once the next one, as where drawing takes all the time that there is.
    auto picture = std::async(std::launch::async, [&] {
        turns.begin_picture();
        return true;
    });
    EXPECT_TRUE(still_waiting(picture));
    EXPECT_EQ(turns.counts().steps, 2U);
    may_end.set_value();
    EXPECT_TRUE(picture.get());
}

TEST(GpuTurns, LetStepsGoOnBesideAPictureThatNeverEnds) {
    GpuTurns turns(none);
    turns.begin_picture();
    for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(StepTurn(turns, {}).begun());
    }
    // Only the first had to find out.
    EXPECT_EQ(turns.counts().beside_a_picture, 1U);
}

TEST(GpuTurns, EndTheWaitOfAStepThatIsStopped) {
    GpuTurns turns(endless);
    turns.begin_picture();
    std::stop_source source;
    auto step =
        std::async(std::launch::async, [&] { return StepTurn(turns, source.get_token()).begun(); });
    EXPECT_TRUE(still_waiting(step));
    source.request_stop();
    EXPECT_FALSE(step.get());
    turns.end_picture();
    EXPECT_TRUE(StepTurn(turns, {}).begun()) << "the turn was left to the step that is gone";
}

TEST(GpuTurns, ComeBackFromAStepThatThrows) {
    GpuTurns turns(endless);
    complete_a_step(turns);
    try {
        const StepTurn turn(turns, {});
        throw 1;
    } catch (int) {
    }
    turns.begin_picture();
    EXPECT_EQ(turns.counts().beside_a_step, 0U);
}

TEST(GpuTurns, AreNeverTakenTwiceAndStarveNobody) {
    GpuTurns turns(endless);
    complete_a_step(turns);
    constexpr int rounds = 2000;
    std::atomic<int> at_work = 0;
    std::atomic<int> together = 0;
    const auto work = [&] {
        together += at_work.fetch_add(1);
        at_work.fetch_sub(1);
    };
    std::jthread drawing([&] {
        for (int k = 0; k < rounds; ++k) {
            turns.begin_picture();
            work();
            turns.end_picture();
        }
    });
    std::jthread computing([&] {
        for (int k = 0; k < rounds; ++k) {
            StepTurn turn(turns, {});
            work();
            turn.completed();
        }
    });
    drawing.join();
    computing.join();
    EXPECT_EQ(together, 0);
    EXPECT_EQ(turns.counts().pictures, std::uint64_t{rounds});
    EXPECT_EQ(turns.counts().steps, std::uint64_t{rounds} + 1);
    EXPECT_EQ(turns.counts().beside_a_step + turns.counts().beside_a_picture, 0U);
}

} // namespace
} // namespace orrery
