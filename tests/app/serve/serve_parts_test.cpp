// What the way of a frame to a browser is made of: quality, the length of the way, who gets in.

#include "app/serve/admission.hpp"
#include "app/serve/frame_quality.hpp"
#include "app/serve/way_there.hpp"

#include <gtest/gtest.h>

namespace orrery {
namespace {

TEST(FrameQuality, FallsWhereFramesAreTooLargeAndComesBack) {
    FrameQuality quality;
    for (int frame = 0; frame < 20; ++frame) {
        quality.observe(400, 10);
    }
    EXPECT_EQ(quality.quality(), FrameQuality::least);
    for (int frame = 0; frame < 40; ++frame) {
        quality.observe(30, 10);
    }
    EXPECT_EQ(quality.quality(), FrameQuality::best);
}

TEST(FrameQuality, IsNotForALongWayToPayFor) {
    FrameQuality quality;
    for (int frame = 0; frame < 20; ++frame) {
        quality.observe(320, 300);
    }
    EXPECT_EQ(quality.quality(), FrameQuality::best);
}

TEST(FrameQuality, StaysWhereFramesAreNeitherLateNorEarly) {
    FrameQuality quality;
    quality.observe(60, 15);
    EXPECT_EQ(quality.quality(), FrameQuality::first);
}

TEST(WayThere, IsTheShortestOfLate) {
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
    EXPECT_DOUBLE_EQ(way.milliseconds(), 25);
    for (int later = 0; later < 8; ++later) { // and the short one is forgotten
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

} // namespace
} // namespace orrery
