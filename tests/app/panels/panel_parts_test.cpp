// What the panels compute before they draw.

#include "app/language/spoken_language.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/panels/theme.hpp"
#include "app/panels/timings.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace orrery {
namespace {

TEST(FuzzyFit, NeedsEveryLetterInOrder) {
    EXPECT_TRUE(fuzzy_fit("", "Pause or play"));
    EXPECT_TRUE(fuzzy_fit("PLAY", "Pause or play"));
    EXPECT_TRUE(fuzzy_fit("pop", "Pause or play"));
    EXPECT_FALSE(fuzzy_fit("yalp", "Pause or play"));
    EXPECT_FALSE(fuzzy_fit("playx", "Pause or play"));
}

TEST(FuzzyFit, PrefersBeginningsOfWordsAndLettersTogether) {
    EXPECT_LT(*fuzzy_fit("ns", "Next scene"), *fuzzy_fit("ns", "Reset instances"));
    EXPECT_LT(*fuzzy_fit("sim", "cpu.simd"), *fuzzy_fit("sim", "Scene with mass"));
}

TEST(TimeTicks, AreToldApartByTheirDigits) {
    for (const double first : {0.0, 6.93064, 908.0, 2456000.5, -3e5}) {
        for (const double span : {1e-9, 1e-4, 0.3, 7.0, 2e4}) {
            const double last = first + span * std::max(1.0, std::abs(first));
            const std::vector<PlotTick> ticks = time_ticks(first, last, 5);
            std::set<std::string> texts;
            for (const PlotTick& tick : ticks) {
                EXPECT_GE(tick.value, first);
                EXPECT_LE(tick.value, last);
                EXPECT_TRUE(texts.insert(tick.text).second) << tick.text << " twice";
            }
            EXPECT_GE(ticks.size(), 1U) << first << ", " << span;
            EXPECT_LE(ticks.size(), 7U) << first << ", " << span;
        }
    }
    EXPECT_EQ(time_ticks(0, 10, 5).at(1).text, "2");
    EXPECT_TRUE(time_ticks(3, 3, 5).empty());
}

TEST(PhaseStack, PilesTheStepAndTheWindowsWork) {
    History history;
    add_steps(history, "cpu.simd", 1, 1.05, 0.1, 1e9); // one step of 100 ms, done at 1 s
    history.add_frame({0.5, 16, 1, 2, 3});
    history.add_frame({2.0, 16, 1, 2, 3});
    history.advance(2, true);
    const PhaseStack stack = phase_stack(history);
    ASSERT_EQ(stack.moments, (std::vector<double>{-1.5, 0}));
    ASSERT_EQ(stack.bands.size(), 4U);
    EXPECT_EQ(stack.bands[0].name, "forces");
    EXPECT_EQ(stack.bands[0].milliseconds, (std::vector<double>{0, 100})) << "not before it was";
    EXPECT_FALSE(is_window_work(stack.bands[0].name));
    for (std::size_t i = 1; i < 4; ++i) {
        EXPECT_TRUE(is_window_work(stack.bands[i].name));
        EXPECT_EQ(stack.bands[i].lately, static_cast<double>(i));
    }
    EXPECT_EQ(stack.bands[0].lately, 100) << "of the last half second only";
}

TEST(PhaseStack, ShowsNothingOfAStepBeforeTheSwitch) {
    History history;
    SimulationStatus status;
    status.loaded = true;
    history.add_steps({}, status, {});
    history.advance(1, true);
    add_steps(history, "cpu.simd", 0.9, 1, 0.2, 1e9);
    history.add_frame({1.0, 16, 1, 2, 3});
    history.advance(2, true);
    status.settings.algorithm = "cpu.aos";
    history.add_steps({}, status, {});
    history.add_frame({2.1, 16, 1, 2, 3});
    const PhaseStack stack = phase_stack(history);
    ASSERT_EQ(stack.bands.front().name, "forces");
    EXPECT_GT(stack.bands.front().milliseconds.front(), 0);
    EXPECT_EQ(stack.bands.front().milliseconds.back(), 0) << "that was another algorithm's";
}

TEST(PhaseStack, IsNotFlattenedByOneHiccup) {
    History history;
    for (int i = 0; i < 100; ++i) {
        history.add_frame({i * 0.1, 16, 0, i == 50 ? 900.0 : 4.0, 0});
    }
    EXPECT_DOUBLE_EQ(phase_stack(history).usual_height(), 4);
}

TEST(PhaseStack, IsEmptyBeforeTheFirstFrame) {
    const PhaseStack stack = phase_stack(History{});
    EXPECT_TRUE(stack.moments.empty());
    EXPECT_GT(stack.usual_height(), 0);
}

TEST(RateRuns, AreCutWhereTheAlgorithmChanges) {
    History history;
    add_steps(history, "cpu.aos", 1, 3, 0.25, 1e8);
    add_steps(history, "cpu.simd", 3, 5, 0.01, 4e9);
    add_steps(history, "cpu.aos", 5, 6, 0.25, 1e8);
    history.advance(6, true);
    const std::vector<RateRun> runs = rate_runs(history);
    ASSERT_EQ(runs.size(), 3U);
    EXPECT_EQ(runs[0].algorithm, "cpu.aos");
    EXPECT_EQ(runs[1].algorithm, "cpu.simd");
    for (const RateRun& run : runs) {
        ASSERT_GE(run.moments.size(), 2U);
        ASSERT_EQ(run.moments.size(), run.rates.size());
        EXPECT_TRUE(std::is_sorted(run.moments.begin(), run.moments.end()));
        EXPECT_LE(run.moments.back(), 0);
        for (const double rate : run.rates) {
            EXPECT_NEAR(rate, run.algorithm == "cpu.aos" ? 1e8 : 4e9, 1) << run.algorithm;
        }
    }
    EXPECT_LT(runs[1].moments.size(), 25U) << "200 fast steps are a few points";
}

TEST(RateRuns, BeginWhenTheirFirstStepBegan) {
    History history;
    add_steps(history, "cpu.aos", 5, 5.5, 2, 1e8); // one step of two seconds
    history.advance(6, true);
    const std::vector<RateRun> runs = rate_runs(history);
    ASSERT_EQ(runs.size(), 1U);
    EXPECT_NEAR(runs[0].moments.front(), -3, 1e-6);
    EXPECT_NEAR(runs[0].moments.back(), -1, 1e-6);
}

// Straight-line distance in sRGB; 0.1 is plain to see on a line of two pixels.
float difference(const ImVec4& a, const ImVec4& b) {
    return std::hypot(a.x - b.x, a.y - b.y, a.z - b.z);
}

TEST(AlgorithmColours, AreToldApart) {
    const ScreenlessImGui imgui({640, 480}, 1);
    for (const SolverEntry& one : solvers()) {
        for (const SolverEntry& other : solvers()) {
            if (&one != &other) {
                EXPECT_GT(
                    difference(algorithm_colour(one.info.id), algorithm_colour(other.info.id)),
                    0.1F)
                    << one.info.id << " and " << other.info.id;
            }
        }
        EXPECT_GT(difference(algorithm_colour(one.info.id), accent_colour()), 0.3F) << one.info.id;
    }
}

TEST(FamilyColours, OfFamiliesThatNobodyKnewAreTheirOwnAndStayTheSame) {
    const ScreenlessImGui imgui({640, 480}, 1);
    const auto apart = [](const Rgb& a, const Rgb& b) {
        return difference(as_vector(a), as_vector(b));
    };
    const std::vector<std::string_view> families{"CPU direct", "Fourier", "Fourier", "Quantum"};
    const Rgb fourier = family_colour("Fourier", families);
    EXPECT_EQ(apart(fourier, family_colour("Fourier", {"Fourier", "CPU direct"})), 0);
    EXPECT_GT(apart(fourier, family_colour("Quantum", families)), 0.2F);
    EXPECT_GT(difference(as_vector(fourier), accent_colour()), 0.3F);
    for (const SolverEntry& entry : solvers()) {
        EXPECT_GT(apart(fourier, family_colour(entry.info.family)), 0.2F) << entry.info.family;
    }
}

} // namespace
} // namespace orrery
