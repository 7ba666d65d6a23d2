// The basis of the speaker's window: places on the desktop as values, and the talk's time.

#include "app/state/app_state.hpp"
#include "render/placement.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace orrery {
namespace {

constexpr Rectangle laptop{0, 0, 1920, 1080}, projector{1920, 0, 1280, 800};

TEST(TwoScreens, GiveTheAudienceTheOneThatTheSpeakerIsNotOn) {
    const std::vector<Rectangle> screens{laptop, projector};
    const Rectangle window{100, 100, 1600, 900};
    const Rectangle speaker = speaker_place(screens, window);
    EXPECT_EQ(speaker, window);
    const TwoPlaces places = places_for_two(screens, speaker, window);
    EXPECT_EQ(places.filled, projector);
    EXPECT_EQ(places.speaker, window);
    EXPECT_EQ(places.audience, window);
    // Begun on the projector, the window stays there, and the speaker has the first one.
    const Rectangle seen{2000, 100, 1000, 600};
    const Rectangle own = speaker_place(screens, seen);
    EXPECT_EQ(own, (Rectangle{920, 100, 1000, 600}));
    EXPECT_EQ(places_for_two(screens, own, seen).filled, projector);
}

TEST(TwoScreens, AreOneWhereThereIsOneAloneOrBothShowTheSame) {
    const Rectangle window{0, 0, 900, 600};
    for (const auto& screens :
         {std::vector<Rectangle>{laptop}, std::vector<Rectangle>{laptop, {0, 0, 1280, 720}}}) {
        const Rectangle speaker = speaker_place(screens, window);
        EXPECT_EQ(speaker, (Rectangle{900, 0, 900, 600})) << "beside it";
        EXPECT_EQ(places_for_two(screens, speaker, window).filled, std::nullopt);
    }
    const Rectangle large{40, 30, 1600, 900};
    EXPECT_EQ(speaker_place(std::vector{laptop}, large), (Rectangle{88, 78, 1600, 900}));
    EXPECT_EQ(speaker_place({}, window).width, 900) << "a display without monitors";
    EXPECT_EQ(places_for_two({}, window, window).filled, std::nullopt);
    const TwoPlaces left = places_for_two(std::vector{laptop}, large, large);
    EXPECT_EQ(left.speaker, large);
    EXPECT_EQ(left.audience, (Rectangle{88, 78, 1600, 900})) << "not behind it";
}

TEST(TwoScreens, BringBackTheAudiencesWindowWhenItsMonitorGoes) {
    const Rectangle speaker{100, 100, 1600, 900};
    const Rectangle was{2100, 50, 1000, 700}; // as a normal window, on the projector
    const TwoPlaces left = places_for_two(std::vector{laptop}, speaker, was);
    EXPECT_EQ(left.filled, std::nullopt);
    EXPECT_EQ(left.audience, (Rectangle{920, 50, 1000, 700})) << "its last size";
    EXPECT_EQ(left.speaker, speaker);
    // The speaker's own monitor goes: what is left shows both.
    const Rectangle alone{0, 0, 1280, 800};
    const TwoPlaces moved = places_for_two(std::vector{alone}, speaker, was);
    EXPECT_EQ(moved.speaker, (Rectangle{0, 0, 1280, 800}));
    EXPECT_EQ(moved.audience, (Rectangle{280, 50, 1000, 700}));
}

TEST(TwoScreens, FollowAMonitorThatComesOrChangesItsResolution) {
    const Rectangle speaker{100, 100, 1600, 900};
    const Rectangle larger{1920, 0, 3840, 2160};
    EXPECT_EQ(places_for_two(std::vector{laptop, larger}, speaker, speaker).filled, larger);
    const Rectangle above{0, -1080, 1920, 1080};
    EXPECT_EQ(places_for_two(std::vector{laptop, above, larger}, speaker, speaker).filled, above);
}

TEST(TalkTime, CountsAndHurriesInTheLastFiveMinutesAndSaysHowFarItIsOver) {
    EXPECT_EQ(talk_time(727, std::nullopt).gone, "12:07");
    EXPECT_EQ(talk_time(727, std::nullopt).left, "");
    EXPECT_EQ(talk_time(3725, std::nullopt).gone, "1:02:05");
    EXPECT_EQ(talk_time(0, 45).left, "45:00 left");
    EXPECT_EQ(talk_time(39 * 60, 45).mood, TalkMood::calm);
    EXPECT_EQ(talk_time(40 * 60, 45).mood, TalkMood::hurry);
    EXPECT_EQ(talk_time(45 * 60, 45).mood, TalkMood::hurry);
    const TalkTime over = talk_time(45 * 60 + 80, 45);
    EXPECT_EQ(over.mood, TalkMood::over);
    EXPECT_EQ(over.left, "1:20 over");
    EXPECT_FLOAT_EQ(over.share, 1);
    EXPECT_EQ(talk_time(5 * 60, 8).mood, TalkMood::calm) << "a short talk hurries later";
    EXPECT_EQ(talk_time(6 * 60, 8).mood, TalkMood::hurry);
}

} // namespace
} // namespace orrery
