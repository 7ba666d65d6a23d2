// Steps keep their pace, and keep out of the pictures' way.
#include "sim/simulation/step_pacer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace orrery {
namespace {

using std::chrono::microseconds;

// A minute of a window, played in microseconds: pictures of `drawing` come every `frame`, steps of
// `step` when they are due.
struct Minute {
    microseconds frame{16'260}, drawing{4'000}, step{4'000};
    double pace = 60;
    bool told = true; // of the pictures

    struct Result {
        int steps = 0;
        int met_a_picture = 0;
    };

    Result play() const {
        const Clock::time_point begin{};
        const auto picture_at = [&](Clock::time_point now) {
            return begin + (now - begin) / frame * frame;
        };
        StepPacer pacer;
        pacer.set_pace(pace, begin);
        pacer.took(step);
        Result result;
        for (Clock::time_point now = begin; now < begin + std::chrono::seconds(60);
             now += microseconds(50)) {
            const Clock::time_point picture = picture_at(now);
            if (told) {
                pacer.set_drawing(DrawingTimes{picture, picture + drawing, picture + frame});
            }
            if (now < pacer.due(now)) {
                continue;
            }
            pacer.begin(now);
            ++result.steps;
            const bool meets = now < picture + drawing || now + step > picture + frame;
            result.met_a_picture += meets ? 1 : 0;
            now += step;
        }
        return result;
    }
};

TEST(StepPacer, KeepsThePaceWithoutPictures) {
    const Minute::Result played = Minute{.told = false}.play();
    EXPECT_NEAR(played.steps, 3600, 3600 * 0.005);
    EXPECT_GT(played.met_a_picture, 500) << "or there is nothing to keep out of";
}

TEST(StepPacer, KeepsThePaceBetweenPicturesAndMeetsNone) {
    for (const int frame : {16'260, 16'683, 13'333, 6'944, 33'333}) {
        const Minute minute{.frame = microseconds(frame), .drawing = microseconds(frame / 5)};
        if (2 * minute.step > minute.frame) {
            continue;
        }
        const Minute::Result played = minute.play();
        EXPECT_NEAR(played.steps, 3600, 3600 * 0.02) << frame;
        // The one that was asked for before any picture was told of.
        EXPECT_LE(played.met_a_picture, 1) << frame;
    }
}

TEST(StepPacer, WaitsForNoPictureWhereAStepFitsBetweenNone) {
    const Minute slow{.step = microseconds(14'000)};
    const Minute::Result played = slow.play();
    const Minute::Result untold = Minute{.step = microseconds(14'000), .told = false}.play();
    EXPECT_EQ(played.steps, untold.steps);
}

TEST(StepPacer, HoldsNothingBackWhereStepsComeAsFastAsTheyCan) {
    const Minute::Result played = Minute{.pace = 0}.play();
    EXPECT_NEAR(played.steps, 60'000'000 / 4'050, 300);
}

TEST(StepPacer, GoesOnWhenNoPictureComesAnyMore) {
    const Clock::time_point begin{};
    StepPacer pacer;
    pacer.set_pace(60, begin);
    pacer.took(microseconds(4'000));
    pacer.set_drawing(
        DrawingTimes{begin, begin + microseconds(4'000), begin + microseconds(16'000)});
    Clock::time_point now = begin;
    for (int step = 0; step < 100; ++step) {
        now = pacer.due(now);
        pacer.begin(now);
    }
    EXPECT_NEAR(std::chrono::duration<double>(now - begin).count(), 99.0 / 60, 0.03);
}

TEST(StepPacer, TakesAStepThatMetAPictureForNoLongStep) {
    const Clock::time_point begin{};
    StepPacer pacer;
    pacer.set_pace(60, begin);
    pacer.took(microseconds(4'000));
    pacer.took(microseconds(14'000));
    pacer.set_drawing(
        DrawingTimes{begin, begin + microseconds(4'000), begin + microseconds(16'000)});
    EXPECT_EQ(pacer.due(begin), begin + microseconds(4'000));
}

TEST(StepPacer, IsDueAtOnceWhenThePaceChanges) {
    const Clock::time_point begin{};
    StepPacer pacer;
    pacer.set_pace(1, begin);
    pacer.begin(begin);
    EXPECT_EQ(pacer.due(begin), begin + std::chrono::seconds(1));
    pacer.set_pace(60, begin + microseconds(5));
    EXPECT_EQ(pacer.due(begin + microseconds(5)), begin + microseconds(5));
}

} // namespace
} // namespace orrery
