// Computations beside the frames.
#include "app/job.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace orrery {
namespace {

void wait_for(const std::atomic<bool>& flag) {
    while (!flag) {
        std::this_thread::yield();
    }
}

// Works until it is told to stop.
struct Patient {
    std::atomic<bool>& began;
    std::atomic<bool>& ended;
    int operator()(const std::stop_token& stop) const {
        began = true;
        while (!stop.stop_requested()) {
            std::this_thread::yield();
        }
        ended = true;
        return 1;
    }
};

TEST(Job, GivesItsResultOnce) {
    Job<int> job;
    EXPECT_FALSE(job.under_way() || job.finished() || job.poll());
    job.start([] { return 7; });
    EXPECT_TRUE(job.under_way()) << "until its result is taken";
    job.finish();
    EXPECT_TRUE(job.finished());
    EXPECT_EQ(job.poll(), 7);
    EXPECT_FALSE(job.under_way() || job.poll());
}

TEST(Job, GivesNothingWhileItRuns) {
    std::atomic<bool> goes_on = false;
    Job<int> job;
    job.start([&goes_on] {
        wait_for(goes_on);
        return 1;
    });
    EXPECT_FALSE(job.finished());
    EXPECT_FALSE(job.poll());
    goes_on = true;
    EXPECT_EQ(job.take(), 1);
}

TEST(Job, ThrowsWhatItsWorkThrew) {
    Job<void> job;
    job.start([] { throw std::runtime_error("no room"); });
    job.finish();
    EXPECT_THROW(job.poll(), std::runtime_error);
    EXPECT_FALSE(job.under_way());
    job.start([] {});
    job.finish();
    EXPECT_TRUE(job.poll()) << "and can be started again";
}

TEST(Job, HearsThatItIsCancelled) {
    std::atomic<bool> began = false, ended = false;
    Job<int> job;
    job.start(Patient{began, ended});
    wait_for(began);
    job.cancel();
    EXPECT_EQ(job.take(), 1) << "what it has come to";
}

TEST(Job, IsCancelledAndJoinedByItsDestruction) {
    std::atomic<bool> began = false, ended = false;
    {
        Job<int> job;
        job.start(Patient{began, ended});
        wait_for(began);
    }
    EXPECT_TRUE(ended);
}

TEST(Job, EndsBeforeAnotherOneBegins) {
    std::atomic<bool> began = false, ended = false;
    Job<int> job;
    job.start(Patient{began, ended});
    wait_for(began);
    job.start([&ended] { return ended ? 2 : 0; });
    EXPECT_EQ(job.take(), 2);
}

TEST(Job, HoldsNothingWhenItsResultIsTaken) {
    const auto held = std::make_shared<int>(3);
    Job<int> job;
    job.start([held] { return *held; });
    EXPECT_EQ(job.take(), 3);
    EXPECT_EQ(held.use_count(), 1);
}

TEST(Job, SpeaksTheLanguageOfWhoStartsIt) {
    const Translation klingon;
    const SpokenAsWell here(&klingon);
    Job<const Translation*> job;
    job.start(spoken);
    EXPECT_EQ(job.take(), &klingon);
}

TEST(Job, TellsHowFarItIs) {
    Progress<std::vector<std::string>> progress;
    Job<void> job;
    job.start([&progress] {
        progress.change([](std::vector<std::string>& told) { told.push_back("half"); });
        progress.change([](std::vector<std::string>& told) { told.push_back("whole"); });
    });
    job.take();
    EXPECT_EQ(progress.told(), (std::vector<std::string>{"half", "whole"}));
}

} // namespace
} // namespace orrery
