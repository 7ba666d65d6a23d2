// Steps keep their pace.
#include "sim/simulation/simulation_thread.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

using namespace std::chrono_literals;

constexpr Clock::time_point start{};

TEST(StepPacer, KeepsThePaceThoughStepsBeginLate) {
    StepPacer pacer;
    pacer.set_pace(100, start);
    for (int step = 0; step < 6000; ++step) {
        pacer.begin(pacer.due() + 4ms);
    }
    EXPECT_EQ(pacer.due(), start + 60s);
}

TEST(StepPacer, MakesUpForNoLongStepByABurst) {
    StepPacer pacer;
    pacer.set_pace(100, start);
    pacer.begin(start + 1s);
    EXPECT_EQ(pacer.due(), start + 1s);
    pacer.begin(start + 1s);
    EXPECT_EQ(pacer.due(), start + 1s + 10ms);
}

TEST(StepPacer, HoldsNothingBackWhereStepsComeAsFastAsTheyCan) {
    StepPacer pacer;
    pacer.set_pace(0, start);
    pacer.begin(start + 5ms);
    EXPECT_EQ(pacer.due(), start + 5ms);
}

TEST(StepPacer, IsDueAtOnceWhenThePaceChanges) {
    StepPacer pacer;
    pacer.set_pace(1, start);
    pacer.begin(start);
    EXPECT_EQ(pacer.due(), start + 1s);
    pacer.set_pace(60, start + 5us);
    EXPECT_EQ(pacer.due(), start + 5us);
}

} // namespace
} // namespace orrery
