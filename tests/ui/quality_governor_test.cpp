#include "app/window/quality_governor.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <vector>

namespace orrery {
namespace {

constexpr double budget = 20; // milliseconds

// How long a machine takes for a scene that takes so long with all there is: what each level saves
// is different.
double time_at(int level, double whole) {
    constexpr std::array<double, QualityGovernor::levels> shares{1,    0.85, 0.7,  0.55, 0.4,
                                                                 0.33, 0.2,  0.15, 0.12};
    return whole * shares.at(static_cast<std::size_t>(level));
}

// The levels of `frames` frames. A time is told three frames late, and shakes by a tenth.
std::vector<int> levels_of(QualityGovernor& governor, int frames,
                           const std::function<double(int frame)>& whole) {
    std::vector<int> levels;
    for (int frame = 0; frame < frames; ++frame) {
        const int then =
            frame < 3 ? governor.level() : levels.at(static_cast<std::size_t>(frame - 3));
        const double shake = 1 + 0.1 * std::sin(1.7 * frame * frame);
        governor.observe(shake * time_at(then, whole(frame)));
        levels.push_back(governor.level());
    }
    return levels;
}

int changes_in(const std::vector<int>& levels, std::size_t from = 0) {
    int changes = 0;
    for (std::size_t k = from + 1; k < levels.size(); ++k) {
        changes += levels[k] != levels[k - 1] ? 1 : 0;
    }
    return changes;
}

TEST(QualityGovernor, LeavesAQuickPictureAsItIs) {
    QualityGovernor governor(budget);
    EXPECT_EQ(changes_in(levels_of(governor, 500, [](int) { return 17.0; })), 0);
    EXPECT_EQ(governor.level(), 0);
    EXPECT_EQ(QualityGovernor::quality_at(0), PictureQuality{});
    EXPECT_EQ(QualityGovernor::words_for(0, 1'000'000), "");
}

TEST(QualityGovernor, LeavesOutGlareThenMistThenPixelsThenBodies) {
    PictureQuality before = QualityGovernor::quality_at(0);
    std::vector<std::string> order;
    for (int level = 1; level < QualityGovernor::levels; ++level) {
        const PictureQuality now = QualityGovernor::quality_at(level);
        ASSERT_FALSE(now == before) << level;
        order.push_back(before.drawing.glare != now.drawing.glare                      ? "glare"
                        : before.drawing.mist_coarseness < now.drawing.mist_coarseness ? "mist"
                        : before.drawing.every < now.drawing.every                     ? "bodies"
                        : before.resolution > now.resolution                           ? "pixels"
                                                                                       : "?");
        before = now;
    }
    EXPECT_EQ(order, (std::vector<std::string>{"glare", "mist", "pixels", "bodies", "pixels",
                                               "bodies", "bodies", "bodies"}));
}

TEST(QualityGovernor, SaysWhatItLeavesOutOfAPictureOfSoManyBodies) {
    EXPECT_EQ(
        QualityGovernor::words_for(4, 1'000'000),
        "Reduced quality to stay smooth: bloom off, coarse glow, 75 % resolution, one body in 2");
    EXPECT_EQ(QualityGovernor::words_for(4, 10'000),
              "Reduced quality to stay smooth: bloom off, coarse glow, 75 % resolution");
}

TEST(QualityNotice, IsGivenOnceUntilThePictureHasBeenGoodForLong) {
    QualityNotice notice;
    int given = 0;
    const auto pass = [&](double from, double to, int level) {
        for (double now = from; now < to; now += 0.25) {
            given += notice.is_due(level, now) ? 1 : 0;
        }
    };
    pass(0, 5, 0);
    EXPECT_EQ(given, 0);
    pass(5, 5.75, 1);
    EXPECT_EQ(given, 0) << "it is still on the way";
    pass(5.75, 10, 3);
    EXPECT_EQ(given, 1);
    for (int turn = 0; turn < 10; ++turn) { // up and down
        pass(10 + 20 * turn, 20 + 20 * turn, 0);
        pass(20 + 20 * turn, 30 + 20 * turn, 2);
    }
    EXPECT_EQ(given, 1);
    pass(210, 280, 0);
    pass(280, 290, 1);
    EXPECT_EQ(given, 2);
}

TEST(QualityGovernor, FindsTheFirstLevelThatIsQuickEnoughAndStaysThere) {
    for (const double whole : {22.0, 30.0, 45.0, 80.0, 130.0}) {
        QualityGovernor governor(budget);
        const std::vector<int> levels = levels_of(governor, 1'500, [&](int) { return whole; });
        EXPECT_LE(time_at(governor.level(), whole), 1.05 * budget) << whole;
        EXPECT_GT(time_at(governor.level() - 1, whole), 0.9 * budget) << whole;
        EXPECT_EQ(changes_in(levels, 150), 0) << whole << " ms: it goes to and fro";
        EXPECT_EQ(changes_in(levels), governor.level()) << "one after the other";
    }
}

TEST(QualityGovernor, BringsEverythingBackWhenThereIsTimeAgain) {
    QualityGovernor governor(budget);
    levels_of(governor, 300, [](int) { return 60.0; });
    EXPECT_GT(governor.level(), 3);
    const std::vector<int> levels = levels_of(governor, 1'000, [](int) { return 6.0; });
    EXPECT_EQ(governor.level(), 0);
    EXPECT_LE(changes_in(levels), QualityGovernor::levels);
}

TEST(QualityGovernor, HardlyChangesWhileASceneGetsSlowlyHarderAndEasier) {
    QualityGovernor governor(budget);
    const std::vector<int> levels =
        levels_of(governor, 4'000, [](int frame) { return 35 + 15 * std::sin(0.003 * frame); });
    EXPECT_LE(changes_in(levels), 16);
}

TEST(QualityGovernor, DoesTheSameAgainForTheSameTimes) {
    QualityGovernor once(budget);
    QualityGovernor again(budget);
    const auto scene = [](int frame) { return 20 + 0.05 * frame; };
    EXPECT_EQ(levels_of(once, 800, scene), levels_of(again, 800, scene));
}

} // namespace
} // namespace orrery
