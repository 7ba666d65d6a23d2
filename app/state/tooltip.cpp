#include "app/state/tooltip.hpp"

#include "app/language/tr.hpp"

#include <imgui.h>
#include <imgui_internal.h>

namespace orrery {
namespace {

// The panel that the current window is in, by itself or as a part of it.
ImRect panel_rect() {
    const ImGuiWindow* window = ImGui::GetCurrentWindow();
    while ((window->Flags & ImGuiWindowFlags_ChildWindow) != 0 && window->DockNode == nullptr &&
           window->ParentWindow != nullptr) {
        window = window->ParentWindow;
    }
    return window->Rect();
}

void place_tooltip(float widest) {
    const ImRect item{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const ImRect panel = panel_rect();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float gap = 6 * ImGui::GetStyle().FontScaleMain;
    const bool upper = item.GetCenter().y < display.y / 2;
    if (display.x - panel.Max.x > widest + gap) {
        ImGui::SetNextWindowPos({panel.Max.x + gap, upper ? item.Min.y : item.Max.y},
                                ImGuiCond_Always, {0, upper ? 0.0F : 1.0F});
    } else if (panel.Min.x > widest + gap) {
        ImGui::SetNextWindowPos({panel.Min.x - gap, upper ? item.Min.y : item.Max.y},
                                ImGuiCond_Always, {1, upper ? 0.0F : 1.0F});
    } else {
        const bool left = item.Min.x + widest < display.x;
        ImGui::SetNextWindowPos(
            {left ? item.Min.x : item.Max.x, upper ? item.Max.y + gap : item.Min.y - gap},
            ImGuiCond_Always, {left ? 0.0F : 1.0F, upper ? 0.0F : 1.0F});
    }
}

} // namespace

void tip(const std::string& text) {
    if (text.empty() ||
        !ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) {
        return;
    }
    const float wrap = 320 * ImGui::GetStyle().FontScaleMain;
    place_tooltip(wrap + 2 * ImGui::GetStyle().WindowPadding.x);
    if (ImGui::BeginTooltip()) {
        ImGui::PushTextWrapPos(wrap);
        ImGui::TextUnformatted(tr(text).c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

} // namespace orrery
