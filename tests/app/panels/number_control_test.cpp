#include "app/panels/number_control.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

namespace orrery {
namespace {

// One control in a window of its own: the slider at the left, the field at the right.
class NumberControl : public testing::Test {
protected:
    std::function<void()> content() {
        return [this] {
            ImGui::SetNextWindowPos({0, 0});
            ImGui::SetNextWindowSize({400, 100});
            ImGui::Begin("##test", nullptr, ImGuiWindowFlags_NoDecoration);
            const ImVec2 corner = ImGui::GetCursorScreenPos();
            middle_ = corner.y + ImGui::GetFrameHeight() / 2;
            changes_ += number_control(state_.app, "number", value_, range_) ? 1 : 0;
            ImGui::End();
        };
    }

    void type_into_field(const char* text) {
        imgui_.frame(content());
        imgui_.click({370, middle_}, content());
        imgui_.type(text, content());
        imgui_.press(ImGuiKey_Enter, content());
        imgui_.frame(content());
    }

    // Presses at `from`, moves to `to` and, unless `holding`, lets go.
    void drag(float from, float to, bool holding = false) {
        ImGuiIO& io = ImGui::GetIO();
        imgui_.frame(content());
        io.AddMousePosEvent(from, middle_);
        imgui_.frame(content());
        io.AddMouseButtonEvent(ImGuiMouseButton_Left, true);
        imgui_.frame(content());
        io.AddMousePosEvent(to, middle_);
        imgui_.frame(content());
        if (!holding) {
            io.AddMouseButtonEvent(ImGuiMouseButton_Left, false);
            imgui_.frame(content());
        }
    }

    ScreenlessImGui imgui_{{640, 480}, 1};
    PanelsState state_;
    NumberRange range_{.low = 1, .high = 1000, .logarithmic = true};
    double value_ = 10;
    float middle_ = 20;
    int changes_ = 0;
};

TEST_F(NumberControl, TakesWhatIsTyped) {
    type_into_field("1/4");
    EXPECT_EQ(value_, 1) << "below the range: its end";
    type_into_field("123.5");
    EXPECT_EQ(value_, 123.5);
    EXPECT_EQ(changes_, 2);
}

TEST_F(NumberControl, TakesCountsTheWayTheyAreTyped) {
    range_ = {.low = 2, .high = 4194304, .logarithmic = true, .whole = true, .count = true};
    type_into_field("64k");
    EXPECT_EQ(value_, 65536);
    type_into_field("1M");
    EXPECT_EQ(value_, 1048576);
}

TEST_F(NumberControl, ReadsItsUnitAndTheWordsOfItsEnds) {
    range_ = {.low = 1, .high = 1000, .unit = " /s", .high_words = "no limit"};
    type_into_field("no limit");
    EXPECT_EQ(value_, 1000);
    type_into_field("25 /s");
    EXPECT_EQ(value_, 25);
    type_into_field("30");
    EXPECT_EQ(value_, 30);
}

TEST_F(NumberControl, SaysWhatItCannotRead) {
    type_into_field("ten");
    EXPECT_EQ(value_, 10);
    ASSERT_EQ(state_.app.toasts.size(), 1U);
    EXPECT_TRUE(state_.app.toasts.front().is_error);
    EXPECT_NE(state_.app.toasts.front().text.find("ten"), std::string::npos);
}

TEST_F(NumberControl, KeepsMoreDigitsThanItShows) {
    value_ = 12.3456789;
    imgui_.frame(content());
    imgui_.click({370, middle_}, content());
    imgui_.press(ImGuiKey_Enter, content());
    imgui_.frame(content());
    EXPECT_EQ(value_, 12.3456789) << "looking is not editing";
}

TEST_F(NumberControl, SlidesFromEndToEnd) {
    drag(60, 5);
    EXPECT_DOUBLE_EQ(value_, 1);
    drag(60, 310);
    EXPECT_DOUBLE_EQ(value_, 1000);
    drag(60, 30);
    const double low = value_;
    drag(60, 90);
    EXPECT_GT(value_, low);
}

TEST_F(NumberControl, WaitsForTheHandWhenAsked) {
    range_.when_let_go = true;
    drag(60, 250, true);
    EXPECT_EQ(value_, 10);
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    imgui_.frame(content());
    EXPECT_GT(value_, 100);
    EXPECT_EQ(changes_, 1);
}

TEST_F(NumberControl, HasNoughtAtItsLeftEndWhenAsked) {
    range_.nought_at_left = true;
    drag(60, 5);
    EXPECT_EQ(value_, 0);
}

TEST_F(NumberControl, GoesToItsUsualValueByADoubleClick) {
    range_.usual = 60;
    imgui_.frame(content());
    imgui_.click({200, middle_}, content());
    imgui_.click({200, middle_}, content());
    imgui_.frame(content());
    EXPECT_NEAR(value_, 60, 1e-9);
}

SolverOption option_from(double minimum, double maximum) {
    return {"option", "Option", "", minimum, maximum, minimum, {}};
}

TEST_F(NumberControl, SlidesThroughTheDecadesOfAnOptionThatSpansMany) {
    range_ = option_range(option_from(1e-5, 1e-2));
    value_ = 1e-5;
    drag(60, 149);
    const double middle = value_;
    drag(60, 5);
    EXPECT_DOUBLE_EQ(value_, 1e-5);
    drag(60, 310);
    EXPECT_EQ(value_, 1e-2) << "not a last place more, which would be refused";
    EXPECT_GT(middle, 1e-4) << "one decade from the left";
    EXPECT_LT(middle, 1e-3) << "one decade from the right";
    type_into_field("3e-4");
    EXPECT_EQ(value_, 3e-4);
    EXPECT_TRUE(range_.brief) << "3e-4, not 0.0003";
}

TEST_F(NumberControl, SlidesEvenlyThroughAnOptionThatSpansFew) {
    EXPECT_FALSE(option_range(option_from(0.2, 1.2)).logarithmic);
    EXPECT_FALSE(option_range(option_from(1, 64)).logarithmic);
    EXPECT_FALSE(option_range(option_from(0, 1)).logarithmic) << "no logarithm reaches nought";
    EXPECT_TRUE(option_range(option_from(1, 100)).logarithmic);
}

} // namespace
} // namespace orrery
