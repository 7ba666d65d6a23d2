// What the way of a frame to a browser is made of: quality, the length of the way, who gets in.

#include "app/serve/admission.hpp"
#include "app/serve/frame_quality.hpp"
#include "app/serve/page_pace.hpp"
#include "app/serve/way_there.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

constexpr JpegGrade best{FrameQuality::best, false}, worst{FrameQuality::least, true};

TEST(FrameQuality, FallsWhereFramesAreTooLargeAndComesBack) {
    FrameQuality quality;
    for (int frame = 0; frame < 30; ++frame) {
        quality.observe(400, 10, 5);
    }
    EXPECT_EQ(quality.grade(), worst);
    for (int frame = 0; frame < 100; ++frame) {
        quality.observe(18, 10, 5);
    }
    EXPECT_EQ(quality.grade(), best);
}

TEST(FrameQuality, IsNotForALongWayToPayFor) {
    FrameQuality quality;
    for (int frame = 0; frame < 20; ++frame) {
        quality.observe(320, 300, 15);
    }
    EXPECT_EQ(quality.grade(), best);
}

TEST(FrameQuality, LetsALineCarrySixtyFramesInASecond) {
    constexpr double bytes_a_millisecond = 35e6 / 8 / 1000; // 35 Mbit/s
    const auto bytes = [](JpegGrade grade) {                // of a million bodies at 1080p, roughly
        return 4000.0 * grade.quality / (grade.halved ? 3 : 1);
    };
    FrameQuality quality;
    for (int frame = 0; frame < 200; ++frame) {
        const double on_line = bytes(quality.grade()) / bytes_a_millisecond;
        if (frame > 100) {
            EXPECT_LT(on_line, 1000.0 / 60) << frame;
        }
        quality.observe(on_line + 30, 10, 20);
    }
    EXPECT_TRUE(quality.grade().halved);
}

TEST(FrameQuality, PassesOverFourLateFrames) {
    FrameQuality quality;
    const auto late = [&quality](int frames) {
        for (int frame = 0; frame < frames; ++frame) {
            quality.observe(200, 10, 20);
        }
    };
    late(4);
    quality.observe(40, 10, 20); // in time
    late(4);
    EXPECT_EQ(quality.grade(), JpegGrade{FrameQuality::first});
    late(1);
    EXPECT_LT(quality.grade().quality, FrameQuality::first);
}

TEST(FrameQuality, StaysWhereFramesAreNeitherLateNorEarly) {
    FrameQuality quality;
    quality.observe(60, 15, 35);
    EXPECT_EQ(quality.grade(), JpegGrade{FrameQuality::first});
}

TEST(WayThere, IsTheUsualOneOfLate) {
    using std::chrono::milliseconds;
    WayThere way;
    WayThere::Time now{};
    EXPECT_EQ(way.milliseconds(), 0);
    for (const int length : {40, 25, 90}) {
        ASSERT_TRUE(way.is_to_be_asked(now));
        way.ask(now);
        EXPECT_FALSE(way.is_to_be_asked(now + milliseconds(5000))) << "one is under way";
        now += milliseconds(length);
        way.hear(now);
        EXPECT_FALSE(way.is_to_be_asked(now + milliseconds(500))) << "so soon";
        now += milliseconds(1001);
    }
    EXPECT_DOUBLE_EQ(way.milliseconds(), 40);
    for (int later = 0; later < 4; ++later) { // of seven
        way.ask(now);
        way.hear(now += milliseconds(70));
        now += milliseconds(1001);
    }
    EXPECT_DOUBLE_EQ(way.milliseconds(), 70);
}

TEST(WayThere, PassesOverAnEchoThatNobodyAskedFor) {
    WayThere way;
    way.hear(WayThere::Time{} + std::chrono::seconds(5));
    EXPECT_EQ(way.milliseconds(), 0);
}

TEST(Admission, KnowsTheNamesOfThisMachineAlone) {
    for (const char* host : {"localhost", "localhost:8686", "127.0.0.1:1", "[::1]", "[::1]:8686"}) {
        EXPECT_TRUE(is_loopback_host(host)) << host;
    }
    for (const char* host : {"", ":8686", "example.com", "localhost.example.com:8686", "127.0.0.2",
                             "[::2]", "localhost:8686.example.com", "xlocalhost"}) {
        EXPECT_FALSE(is_loopback_host(host)) << host;
    }
}

TEST(Admission, TakesNoPageOfAnotherSite) {
    EXPECT_TRUE(is_own_origin("", "localhost:1"));
    EXPECT_TRUE(is_own_origin("http://localhost:1", "localhost:1"));
    for (const char* origin : {"http://localhost:2", "https://localhost:1", "null",
                               "http://localhost:1.example.com", "http://example.com"}) {
        EXPECT_FALSE(is_own_origin(origin, "localhost:1")) << origin;
    }
}

TEST(Admission, WantsTheWholeSecret) {
    EXPECT_TRUE(same_secret("abc", "abc"));
    for (const char* given : {"", "ab", "abcd", "abd", "Abc"}) {
        EXPECT_FALSE(same_secret(given, "abc")) << given;
    }
    EXPECT_FALSE(same_secret("", ""));
}

TEST(PagePace, IsThatOfAPagesDisplayAndQuickerForInput) {
    using std::chrono::milliseconds;
    constexpr milliseconds beat(16), own(17); // the page's display is a little slower
    Clock::time_point due{std::chrono::seconds(1)};
    // A word of the page at each of its beats: soon a frame is drawn at each of them.
    Clock::time_point word = due + milliseconds(7), now = due;
    for (int frame = 0; frame < 20; ++frame) {
        PageNews news;
        while (!is_time_for_frame(now, due, news)) {
            now += milliseconds(1);
            news.has_shown = news.has_shown || now == word;
            word += now == word ? own : milliseconds(0);
        }
        due = now + beat;
    }
    EXPECT_EQ(word - now, own) << "drawn when the last word came";
    const PageNews input{.has_input = true};
    EXPECT_TRUE(is_time_for_frame(due - milliseconds(12), due, input));
    EXPECT_FALSE(is_time_for_frame(due - milliseconds(13), due, input)) << "one was just drawn";
    EXPECT_FALSE(is_time_for_frame(due - milliseconds(4), due, {.has_shown = true}));
    EXPECT_FALSE(is_time_for_frame(due, due, {})) << "a beat may still come";
    EXPECT_TRUE(is_time_for_frame(latest_frame(due), due, {}));
}

} // namespace
} // namespace orrery
