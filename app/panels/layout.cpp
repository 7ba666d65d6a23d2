#include "app/panels/layout.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <initializer_list>

namespace orrery {
namespace {

// Pixels at scale 1.
constexpr float left_width = 336;
constexpr float right_width = 312;
constexpr float single_width = 356;
constexpr float width_of_five_tabs = 408; // with their names in full
constexpr float narrowest_picture = 300;
constexpr float room_for_pairs = 820; // of height: lower windows show one panel of a column at once
constexpr float room_for_columns = 1000; // of width: narrower windows have a single column
constexpr float room_for_column = 880;   // and timings beneath the picture, if not only tabs
constexpr float lowest_for_column = 500;
constexpr float room_for_timings = 560; // of height: lower ones have them as a tab too

PanelRoom room_in(Extent window, float scale) {
    const float width = static_cast<float>(window.width) / scale;
    const float height = static_cast<float>(window.height) / scale;
    if (width < room_for_columns || height < room_for_timings) {
        return width < room_for_column || height < lowest_for_column ? PanelRoom::one_column
                                                                     : PanelRoom::column;
    }
    return height < room_for_pairs ? PanelRoom::tabs : PanelRoom::pairs;
}

// Cuts a part off `rest`, and returns it.
ImGuiID cut_off(ImGuiID& rest, ImGuiDir side, float share) {
    ImGuiID part = 0;
    ImGui::DockBuilderSplitNode(rest, side, share, &part, &rest);
    return part;
}

void dock_as_tabs(ImGuiID node, std::initializer_list<const char*> panels) {
    for (const char* panel : panels) {
        ImGui::DockBuilderDockWindow(panel, node);
    }
    ImGui::DockBuilderGetNode(node)->SelectedTabId =
        ImHashStr("#TAB", 0, ImHashStr(*panels.begin()));
}

ImVec2 begin_layout(ImGuiID dockspace, Extent window) {
    const ImVec2 size{static_cast<float>(std::max(window.width, 1)),
                      static_cast<float>(std::max(window.height, 1))};
    ImGui::DockBuilderRemoveNode(dockspace);
    ImGui::DockBuilderAddNode(dockspace, ImGuiDockNodeFlags_DockSpace);
    ImGui::DockBuilderSetNodeSize(dockspace, size);
    return size;
}

void lay_out_columns(ImGuiID middle, float width, float height, float scale, bool pairs) {
    const float timings_height = std::clamp(0.26F * height, 164 * scale, 280 * scale);
    ImGuiID left = cut_off(middle, ImGuiDir_Left, left_width * scale / width);
    ImGuiID right =
        cut_off(middle, ImGuiDir_Right, right_width * scale / (width - left_width * scale));
    dock_as_tabs(cut_off(middle, ImGuiDir_Down, timings_height / height),
                 {"Timings", "Scene", "Accuracy"});
    if (!pairs) {
        dock_as_tabs(left, {"Algorithms", "Simulation"});
        dock_as_tabs(right, {"Trust", "View", "Machine", "Tour"});
        return;
    }
    // The lower panels get the height that their rows need; the lists above take the rest.
    const auto upper_part = [&](float lower) {
        return std::clamp(1 - lower * scale / height, 0.44F, 0.64F);
    };
    dock_as_tabs(cut_off(left, ImGuiDir_Up, upper_part(428)), {"Algorithms"});
    dock_as_tabs(left, {"Simulation"});
    dock_as_tabs(cut_off(right, ImGuiDir_Up, upper_part(476)), {"Trust", "Machine", "Tour"});
    dock_as_tabs(right, {"View"});
}

void lay_out_panels(ImGuiID dockspace, Extent window, float scale) {
    const auto [width, height] = begin_layout(dockspace, window);
    const PanelRoom room = room_in(window, scale);
    ImGuiID middle = dockspace;
    if (room == PanelRoom::one_column) {
        const float part = std::min(single_width * scale / width, 0.55F);
        dock_as_tabs(cut_off(middle, ImGuiDir_Left, part),
                     {"Algorithms", "Simulation", "Timings", "Scene", "Accuracy", "Trust", "View",
                      "Machine", "Tour"});
    } else if (room == PanelRoom::column) {
        // As on a large screen that is read from afar: what a talk needs, the algorithms, the
        // timings and the picture, side by side.
        dock_as_tabs(cut_off(middle, ImGuiDir_Left, width_of_five_tabs * scale / width),
                     {"Algorithms", "Simulation", "Trust", "View", "Machine", "Tour"});
        dock_as_tabs(cut_off(middle, ImGuiDir_Down, 172 * scale / height),
                     {"Timings", "Scene", "Accuracy"});
    } else {
        lay_out_columns(middle, width, height, scale, room == PanelRoom::pairs);
    }
    ImGui::DockBuilderFinish(dockspace);
}

// A layout that was remembered may stem from a larger window or a smaller scale.
bool leaves_room(ImGuiID dockspace, Extent window, float scale) {
    const ImGuiDockNode* const root = ImGui::DockBuilderGetNode(dockspace);
    const ImGuiDockNode* const middle = ImGui::DockBuilderGetCentralNode(dockspace);
    if (root == nullptr || middle == nullptr) {
        return false;
    }
    // Sizes are wished ones until the dockspace has been drawn; then the columns keep theirs.
    float columns = 0;
    float narrowest = left_width * scale;
    for (const ImGuiDockNode* node = middle; node->ParentNode != nullptr; node = node->ParentNode) {
        const ImGuiDockNode* const parent = node->ParentNode;
        const ImGuiDockNode* const other = parent->ChildNodes[parent->ChildNodes[0] == node];
        if (parent->SplitAxis == ImGuiAxis_X) {
            columns += other->SizeRef.x;
            narrowest = std::min(narrowest, other->SizeRef.x);
        }
    }
    const auto width = static_cast<float>(window.width);
    return width - columns >= std::min(narrowest_picture * scale, 0.4F * width) &&
           narrowest >= std::min(0.7F * right_width * scale, 0.5F * width);
}

// As for a scale that is another by this factor.
void widen(ImGuiDockNode* node, float factor) {
    if (node == nullptr) {
        return;
    }
    node->SizeRef = {node->SizeRef.x * factor, node->SizeRef.y * factor};
    widen(node->ChildNodes[0], factor);
    widen(node->ChildNodes[1], factor);
}

constexpr float room_for_two = 900; // at scale 1, of the width below the preview

} // namespace

void fit_panels(unsigned int dockspace, Extent window, float scale, PanelFit& fit, bool anew) {
    const PanelRoom room = room_in(window, scale);
    const bool first = fit.scale == 0 || ImGui::DockBuilderGetNode(dockspace) == nullptr;
    const bool other_room = first ? !leaves_room(dockspace, window, scale) : room != fit.room;
    if (anew || other_room) {
        lay_out_panels(dockspace, window, scale);
    } else if (!first && scale != fit.scale) {
        widen(ImGui::DockBuilderGetNode(dockspace), scale / fit.scale);
        if (!leaves_room(dockspace, window, scale)) {
            lay_out_panels(dockspace, window, scale);
        }
    }
    fit = {scale, room};
}

void fit_speaker_panels(unsigned int dockspace, const SpeakerFit& wanted, double aspect,
                        SpeakerFit& fit) {
    ImGuiDockNode* const node = ImGui::DockBuilderGetNode(dockspace);
    if (node != nullptr && fit.scale == 0 && fit.kept_scale > 0) {
        widen(node, wanted.scale / fit.kept_scale);
        fit = wanted;
        return;
    }
    if (wanted == fit && node != nullptr) {
        return;
    }
    fit = wanted;
    const auto [width, height] = begin_layout(dockspace, wanted.size);
    const float notes =
        std::clamp(0.4F * width, std::min(360 * wanted.scale, 0.5F * width), 760 * wanted.scale);
    const float left = width - notes;
    // What the picture's shape leaves of the height; no less than a panel wants.
    const float below =
        std::clamp(height - left / static_cast<float>(aspect), 0.3F * height, 0.55F * height);
    ImGuiID middle = dockspace;
    dock_as_tabs(cut_off(middle, ImGuiDir_Right, notes / width), {"Speaker", "Tour"});
    ImGuiID bottom = cut_off(middle, ImGuiDir_Down, below / height);
    if (left < room_for_two * wanted.scale) {
        dock_as_tabs(bottom, {"Timings", "Scene", "Accuracy", "Algorithms", "Simulation", "View",
                              "Trust", "Machine"});
    } else {
        const ImGuiID left_part = cut_off(bottom, ImGuiDir_Left, 0.42F);
        dock_as_tabs(left_part, {"Algorithms", "Simulation", "View"});
        dock_as_tabs(bottom, {"Timings", "Scene", "Accuracy", "Trust", "Machine"});
    }
    ImGui::DockBuilderFinish(dockspace);
}

} // namespace orrery
