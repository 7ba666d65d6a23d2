#include "app/panels/speaker_layout.hpp"

#include "app/panels/layout.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <initializer_list>

namespace orrery {
namespace {

constexpr float room_for_two = 900; // at scale 1, of the width below the preview

void dock(ImGuiID node, std::initializer_list<const char*> panels) {
    for (const char* panel : panels) {
        ImGui::DockBuilderDockWindow(panel, node);
    }
    ImGui::DockBuilderGetNode(node)->SelectedTabId =
        ImHashStr("#TAB", 0, ImHashStr(*panels.begin()));
}

} // namespace

void fit_speaker_panels(unsigned int dockspace, const SpeakerFit& wanted, double aspect,
                        SpeakerFit& fit) {
    ImGuiDockNode* const node = ImGui::DockBuilderGetNode(dockspace);
    if (node != nullptr && fit.scale == 0 && fit.kept_scale > 0) {
        scale_panels(dockspace, wanted.scale / fit.kept_scale);
        fit = wanted;
        return;
    }
    if (wanted == fit && node != nullptr) {
        return;
    }
    fit = wanted;
    const auto width = static_cast<float>(std::max(wanted.size.width, 1));
    const auto height = static_cast<float>(std::max(wanted.size.height, 1));
    ImGui::DockBuilderRemoveNode(dockspace);
    ImGui::DockBuilderAddNode(dockspace, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dockspace, {width, height});
    const float notes =
        std::clamp(0.4F * width, std::min(360 * wanted.scale, 0.5F * width), 760 * wanted.scale);
    const float left = width - notes;
    // What the picture's shape leaves of the height; no less than a panel wants.
    const float below =
        std::clamp(height - left / static_cast<float>(aspect), 0.3F * height, 0.55F * height);
    ImGuiID right = 0, bottom = 0, middle = dockspace;
    ImGui::DockBuilderSplitNode(middle, ImGuiDir_Right, notes / width, &right, &middle);
    ImGui::DockBuilderSplitNode(middle, ImGuiDir_Down, below / height, &bottom, &middle);
    dock(right, {"Speaker", "Tour"});
    if (left < room_for_two * wanted.scale) {
        dock(bottom, {"Timings", "Scene", "Accuracy", "Algorithms", "Simulation", "View", "Trust",
                      "Machine"});
    } else {
        ImGuiID beside = 0;
        ImGui::DockBuilderSplitNode(bottom, ImGuiDir_Left, 0.42F, &bottom, &beside);
        dock(bottom, {"Algorithms", "Simulation", "View"});
        dock(beside, {"Timings", "Scene", "Accuracy", "Trust", "Machine"});
    }
    ImGui::DockBuilderFinish(dockspace);
}

} // namespace orrery
