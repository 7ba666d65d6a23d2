// How GPUs are chosen in the algorithm deck; no GPU is needed.

#include "app/panels/algorithm_options.hpp"
#include "tests/app/panels/panels_testing.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <set>

namespace orrery {
namespace {

TEST(DeviceChoice, ComesBackAsTheSettingThatItWasReadFrom) {
    for (const char* setting : {"all", "0", "1", "2,0", "0,0", "0,0,2,2", "1,0,2"}) {
        EXPECT_EQ(devices_setting(device_choice(setting, 3), 3), setting);
    }
    EXPECT_EQ(device_choice("all", 3).gpus, (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(devices_setting(device_choice("0,1,2", 3), 3), "all");
}

TEST(DeviceChoice, KnowsThatALoneGpuCountsAsTwoUnlessToldOtherwise) {
    EXPECT_TRUE(device_choice("all", 1).as_two);
    EXPECT_FALSE(device_choice("0", 1).as_two);
    EXPECT_EQ(devices_setting({{0}, false}, 1), "0");
    EXPECT_EQ(devices_setting({{0}, true}, 1), "all");
}

TEST(DeviceChoice, PutsTheBodiesOnOneAndKeepsTheOthers) {
    EXPECT_EQ(devices_setting(with_bodies_on(device_choice("all", 3), 1), 3), "1,0,2");
    EXPECT_EQ(devices_setting(with_bodies_on(device_choice("1,0,2", 3), 0), 3), "all");
    EXPECT_EQ(devices_setting(with_bodies_on(device_choice("0", 3), 2), 3), "2");
}

class DevicePicker : public testing::Test {
protected:
    // Returns the height of what was drawn.
    float draw(Space space) {
        float height = 0;
        imgui_.frame([&] { height = place(space); });
        return height;
    }

    // Presses what is at `x` pixels along the first line.
    void press(Space space, float x) {
        imgui_.click({x, 12}, [&] { place(space); });
    }

    float place(Space space) {
        return place([&] { device_picker(state_.app, space, 40); });
    }

    float draw_sharing(const SolverEntry& algorithm) {
        float height = 0;
        imgui_.frame([&] { height = place([&] { sharing_picker(state_.app, algorithm, 60); }); });
        return height;
    }

    template <class Content>
    float place(const Content& content) {
        ImGui::SetNextWindowPos({0, 0});
        ImGui::SetNextWindowSize({width, 400});
        ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
        ImGui::Begin("picker", nullptr, ImGuiWindowFlags_NoDecoration);
        ImGui::PopStyleVar();
        const float top = ImGui::GetCursorPosY();
        content();
        const float height = ImGui::GetCursorPosY() - top;
        content_width_ = ImGui::GetCurrentWindow()->DC.CursorMaxPos.x;
        ImGui::End();
        return height;
    }

    void offer(int gpus) {
        for (int index = 0; index < gpus; ++index) {
            state_.app.gpus.push_back({.index = index, .name = "NVIDIA H200"});
        }
    }

    static constexpr float width = 300;
    ScreenlessImGui imgui_{{640, 480}, 1};
    PanelsState state_;
    float content_width_ = 0;
};

TEST_F(DevicePicker, OffersToShareWhatGpusCanShare) {
    const SolverEntry& alone = find_solver("cpu.simd");
    const SharedAlgorithm shared{alone.info, SharedBy::pairs, nullptr};
    SolverEntry shareable = alone;
    shareable.shared = &shared;
    EXPECT_EQ(draw_sharing(shareable), 0) << "there is no GPU";
    offer(2);
    EXPECT_EQ(draw_sharing(alone), 0);
    EXPECT_GT(draw_sharing(shareable), 0);
}

TEST_F(DevicePicker, IsHiddenWhereThereIsNothingToChoose) {
    EXPECT_EQ(draw(Space::device), 0);
    EXPECT_EQ(draw(Space::several_devices), 0);
    offer(2);
    EXPECT_EQ(draw(Space::host), 0);
    EXPECT_GT(draw(Space::device), 0);
    EXPECT_GT(draw(Space::several_devices), 0);
}

TEST_F(DevicePicker, LeavesOutGpusButNeverTheLast) {
    offer(2);
    for (float x = 30; x < width; x += 6) {
        press(Space::several_devices, x);
        EXPECT_FALSE(state_.app.settings.devices.empty());
        if (state_.app.settings.devices == "1") {
            break;
        }
    }
    ASSERT_EQ(state_.app.settings.devices, "1") << "the first box was pressed";
    std::set<std::string> seen;
    for (float x = 30; x < width; x += 6) {
        press(Space::several_devices, x);
        seen.insert(state_.app.settings.devices);
    }
    EXPECT_TRUE(seen.contains("1,0")) << "the box puts it back, behind the one with the bodies";
    EXPECT_FALSE(seen.contains(""));
}

TEST_F(DevicePicker, WrapsTheBoxesOfEightGpus) {
    offer(8);
    draw(Space::several_devices);
    EXPECT_GT(draw(Space::several_devices), 2 * ImGui::GetFrameHeight());
    EXPECT_LE(content_width_, width + 1);
}

} // namespace
} // namespace orrery
