// The panels in every window from 1280 x 720 to 3840 x 2160, at every scale.

#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/panels/timings.hpp"
#include "app/stage/stage_layers.hpp"
#include "app/state/time_view.hpp"
#include "app/window/panel_area.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>

namespace orrery {
namespace {

constexpr std::array panels{"Simulation", "Algorithms", "Timings", "Trust", "View", "Machine"};

struct Case {
    Extent size;
    float scale;
};

// GoogleTest looks for this name.
void PrintTo(const Case& tried, std::ostream* out) { // NOLINT(readability-identifier-naming)
    *out << tried.size.width << " x " << tried.size.height << " at scale " << tried.scale;
}

class PanelLayout : public testing::TestWithParam<Case> {
protected:
    void show(int frames = 4) {
        for (int i = 0; i < frames; ++i) {
            imgui_.frame([&] {
                draw_panels(state_.app, scale_);
                draw_stage(state_.app);
                draw_messages(state_.app);
            });
        }
    }

    float width() const { return static_cast<float>(GetParam().size.width); }
    float height() const { return static_cast<float>(GetParam().size.height); }

    void expect_inside(const char* name) const {
        const ImGuiWindow* const window = ImGui::FindWindowByName(name);
        ASSERT_NE(window, nullptr) << name;
        EXPECT_GE(window->Pos.x, 0) << name;
        EXPECT_GE(window->Pos.y, 0) << name;
        EXPECT_LE(window->Pos.x + window->Size.x, width() + 1) << name;
        EXPECT_LE(window->Pos.y + window->Size.y, height() + 1) << name;
    }

    float scale_ = GetParam().scale;
    ScreenlessImGui imgui_{GetParam().size, GetParam().scale};
    PanelsState state_;
};

TEST_P(PanelLayout, CoversNeitherPanelsNorMuchOfThePicture) {
    show();
    for (const char* one : panels) {
        expect_inside(one);
        for (const char* other : panels) {
            const ImGuiWindow* const a = ImGui::FindWindowByName(one);
            const ImGuiWindow* const b = ImGui::FindWindowByName(other);
            if (a->DockNode != b->DockNode) {
                ImRect shrunk = a->Rect();
                shrunk.Expand(-1);
                EXPECT_FALSE(shrunk.Overlaps(b->Rect())) << one << " and " << other;
            }
        }
    }
    const glm::dvec2 share = state_.app.camera.open.share;
    EXPECT_GE(share.x, 0.4);
    EXPECT_GE(share.y, 0.6);
}

// On a fresh start no panel has been clicked, and none comes to the front because a menu closes.
TEST(PanelTabs, StayWhereTheyAreWhenAMenuIsOpenedAndClosedByKeys) {
    ScreenlessImGui imgui({1280, 720}, 1);
    PanelsState state;
    const auto content = [&] {
        draw_panels(state.app, 1);
        state.app.actions.run_pressed();
    };
    const auto tabs_in_front = [] {
        std::set<ImGuiID> panels_in_front;
        for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
            if (window->DockNode != nullptr && window->DockTabIsVisible) {
                panels_in_front.insert(window->ID);
            }
        }
        return panels_in_front;
    };
    for (int frame = 0; frame < 6; ++frame) {
        imgui.frame(content);
    }
    const std::set<ImGuiID> before = tabs_in_front();
    ASSERT_TRUE(before.contains(ImGui::FindWindowByName("Trust")->ID));
    for (int time = 0; time < 3; ++time) {
        imgui.press(ImGuiKey_F10, content);
        imgui.frame(content);
        ASSERT_TRUE(menu_is_open());
        imgui.press(ImGuiKey_Escape, content);
        for (int frame = 0; frame < 4; ++frame) {
            imgui.frame(content);
        }
        EXPECT_FALSE(menu_is_open());
        EXPECT_EQ(tabs_in_front(), before);
    }
}

// A talk is read from the last row, at twice the size, on a projector of 1920 x 1080.
TEST(PanelLayoutForATalk, HasAlgorithmsTimingsAndPictureSideBySide) {
    constexpr Extent size{1920, 1080};
    ScreenlessImGui imgui(size, 2);
    PanelsState state;
    for (int i = 0; i < 4; ++i) {
        imgui.frame([&] { draw_panels(state.app, 2); });
    }
    for (const char* const name : {"Algorithms", "Timings"}) {
        const ImGuiWindow* const window = ImGui::FindWindowByName(name);
        ASSERT_NE(window, nullptr);
        EXPECT_TRUE(window->Active && !window->Hidden) << name;
    }
    EXPECT_NE(ImGui::FindWindowByName("Algorithms")->DockNode,
              ImGui::FindWindowByName("Timings")->DockNode);
    EXPECT_GE(state.app.camera.open.share.x, 0.55);
    EXPECT_GE(state.app.camera.open.share.y, 0.6);
}

// Figures of a narrow window take more lines: charts, code and cards end above them.
TEST(StageLayout, EndsItsChartsAboveTheFiguresHoweverManyLinesTheseTake) {
    for (const int width : {2560, 1280, 640}) {
        ScreenlessImGui imgui({width, 720}, 1);
        PanelsState state;
        state.app.view.layer = Layer::stage;
        for (int i = 0; i < 2; ++i) {
            imgui.frame([&] { draw_stage(state.app); });
        }
        const float figures = 720 - state.app.get<TimeView>().stage_foot;
        if (width == 640) {
            ASSERT_GT(720 - figures, 0.17 * 720) << "they take more than one line";
        }
        EXPECT_LT(unwritten_picture(state.app, 0.17F).to.y, figures) << width;
        EXPECT_GT(unwritten_picture(state.app, 0.17F).height(), 240) << width;
    }
}

double luminance(const ImVec4& colour) {
    const auto light = [](float value) { return std::pow(double{value}, 2.2); };
    return 0.2126 * light(colour.x) + 0.7152 * light(colour.y) + 0.0722 * light(colour.z);
}

// By the rule for large type (WCAG 2.2, 1.4.3) three times; a hall is brighter than an office. The
// plate is at least 0.76 of the way from a black picture to its ground.
TEST(StageLayout, WritesItsNumberInAColourThatIsToldFromThePlateInEveryTheme) {
    for (const Theme theme : {Theme::dark, Theme::light, Theme::projector}) {
        const ScreenlessImGui imgui({1280, 720}, 1);
        apply_theme(1, theme);
        ImVec4 plate = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
        const float share = theme == Theme::light ? 0.94F : 0.76F;
        plate = {share * plate.x, share * plate.y, share * plate.z, 1};
        for (const ImVec4& colour : {accent_colour(), text_colour(), quiet_colour()}) {
            const auto [dark, bright] = std::minmax({luminance(plate), luminance(colour)});
            EXPECT_GE((bright + 0.05) / (dark + 0.05), 4) << static_cast<int>(theme);
        }
    }
}

TEST(StageLayout, WritesCodeThatIsNotLitInColoursThatAreToldFromThePlateInEveryTheme) {
    for (const Theme theme : {Theme::dark, Theme::light, Theme::projector}) {
        const ScreenlessImGui imgui({1280, 720}, 1);
        apply_theme(1, theme);
        const ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
        const auto over = [](const ImVec4& colour, const ImVec4& below, float share) {
            const auto mixed = [share](float a, float b) { return share * a + (1 - share) * b; };
            return ImVec4(mixed(colour.x, below.x), mixed(colour.y, below.y),
                          mixed(colour.z, below.z), 1);
        };
        const ImVec4 plate = over(ground, {0, 0, 0, 1}, theme == Theme::light ? 0.94F : 0.9F);
        for (int kind = 0; kind <= static_cast<int>(TokenKind::directive); ++kind) {
            const ImVec4 letters =
                over(colour_of(static_cast<TokenKind>(kind)), plate, unlit_strength());
            const auto [dark, bright] = std::minmax({luminance(plate), luminance(letters)});
            EXPECT_GE((bright + 0.05) / (dark + 0.05), 3) << static_cast<int>(theme) << " " << kind;
        }
    }
}

// Each panel in front in turn: rows end where the panel ends.
TEST_P(PanelLayout, CutsNothingOffAtTheSide) {
    show();
    for (const char* name : panels) {
        ImGui::SetWindowFocus(name);
        show();
        const ImGuiWindow* const window = ImGui::FindWindowByName(name);
        ASSERT_FALSE(window->Hidden) << name;
        EXPECT_LE(window->ContentSize.x, window->ContentRegionRect.GetWidth() + 1) << name;
    }
}

TEST_P(PanelLayout, HasRoomForWhatEightGpusDid) {
    add_shared_step(state_.app.history, 9.9, {0, 1, 2, 3, 4, 5, 6, 7}, 12.3);
    ASSERT_EQ(device_timeline(state_.app.history).rows.size(), 8U);
    show();
    ImGui::SetWindowFocus("Timings");
    show();
    const ImGuiWindow* const window = ImGui::FindWindowByName("Timings");
    ASSERT_FALSE(window->Hidden);
    EXPECT_LE(window->ContentSize.x, window->ContentRegionRect.GetWidth() + 1);
}

TEST_P(PanelLayout, KeepsTheStatusLineWithinTheWindow) {
    state_.app.settings.source = "/a/long/way/to/a_snapshot_with_a_very_long_name_0001.bin";
    show();
    const ImGuiWindow* const line = ImGui::FindWindowByName("##MainMenuBar");
    ASSERT_NE(line, nullptr);
    // The place of the next item, a gap after the last.
    EXPECT_LE(line->DC.MenuBarOffset.x, width() + 20 * scale_);
    EXPECT_GE(line->DC.MenuBarOffset.x, 0.9F * width()) << "something must be left";
}

TEST_P(PanelLayout, HasRoomForWhatPopsUp) {
    state_.app.view.show_help = true;
    state_.app.view.show_palette = true;
    state_.app.status.error = failure("an acceleration is not a number",
                                      "body 17 of a_snapshot_with_a_very_long_name_0001.bin",
                                      "use a larger softening or a shorter time step");
    show();
    for (const char* name : {"##help", "##palette", "##error"}) {
        expect_inside(name);
    }
}

TEST_P(PanelLayout, FollowsAChangeOfScale) {
    show();
    for (const float scale : {0.5F, 1.0F, 1.3F, 2.0F, 4.0F}) {
        scale_ = scale;
        apply_theme(scale);
        show();
        for (const char* name : panels) {
            expect_inside(name);
        }
        EXPECT_GE(state_.app.camera.open.share.x, 0.25) << "at scale " << scale;
    }
}

INSTANTIATE_TEST_SUITE_P(Windows, PanelLayout,
                         testing::Values(Case{{1280, 720}, 1}, Case{{1280, 720}, 1.5F},
                                         Case{{1280, 720}, 2}, Case{{1600, 900}, 1},
                                         Case{{1920, 1080}, 1}, Case{{1920, 1080}, 2},
                                         Case{{2560, 1080}, 1}, Case{{3840, 2160}, 1},
                                         Case{{3840, 2160}, 2}, Case{{3840, 2160}, 3}),
                         [](const auto& instance) {
                             const Extent size = instance.param.size;
                             return "Of" + std::to_string(size.width) + "x" +
                                    std::to_string(size.height) + "At" +
                                    std::to_string(std::lround(100 * instance.param.scale)) +
                                    "Percent";
                         });

} // namespace
} // namespace orrery
