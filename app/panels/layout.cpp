#include "app/panels/panels.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>

namespace orrery {
namespace {

// Below this height, in pixels at scale 1, two panels above each other would both be too short:
// they share a place as tabs.
constexpr float room_for_two = 860;

void dock_pair(ImGuiID column, bool share, const char* upper, const char* lower, float upper_part) {
    if (share) {
        ImGui::DockBuilderDockWindow(upper, column);
        ImGui::DockBuilderDockWindow(lower, column);
        ImGui::DockBuilderGetNode(column)->SelectedTabId = ImHashStr("#TAB", 0, ImHashStr(upper));
        return;
    }
    ImGuiID top = 0;
    ImGuiID bottom = 0;
    ImGui::DockBuilderSplitNode(column, ImGuiDir_Up, upper_part, &top, &bottom);
    ImGui::DockBuilderDockWindow(upper, top);
    ImGui::DockBuilderDockWindow(lower, bottom);
}

} // namespace

void lay_out_panels(unsigned int dockspace, Extent window, float scale) {
    const auto width = static_cast<float>(window.width);
    const auto height = static_cast<float>(window.height);
    ImGui::DockBuilderRemoveNode(dockspace);
    ImGui::DockBuilderAddNode(dockspace, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dockspace, {width, height});

    const auto part = [](float wanted, float whole) {
        return std::clamp(wanted / std::max(whole, 1.0F), 0.05F, 0.34F);
    };
    const float left_width = 330 * scale;
    const float right_width = 292 * scale;
    ImGuiID left = 0;
    ImGuiID right = 0;
    ImGuiID bottom = 0;
    ImGuiID middle = dockspace;
    ImGui::DockBuilderSplitNode(middle, ImGuiDir_Down, part(196 * scale, height), &bottom, &middle);
    ImGui::DockBuilderSplitNode(middle, ImGuiDir_Left, part(left_width, width), &left, &middle);
    ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, part(right_width, width - left_width),
                                &right, &middle);
    const bool share = height / scale < room_for_two;
    dock_pair(left, share, "Algorithms", "Simulation", 0.48F);
    dock_pair(right, share, "Trust", "View", 0.46F);
    ImGui::DockBuilderDockWindow("Timings", bottom);
    ImGui::DockBuilderFinish(dockspace);
}

} // namespace orrery
