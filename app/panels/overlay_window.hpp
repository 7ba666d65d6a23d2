#pragma once

#include <imgui.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace orrery {

// Windows over the picture that are neither moved, docked nor remembered.
inline constexpr ImGuiWindowFlags overlay_flags =
    ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoDocking |
    ImGuiWindowFlags_NoSavedSettings;

// Those that also come by themselves: they must not take the keyboard.
inline constexpr ImGuiWindowFlags message_flags =
    overlay_flags | ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

// Windows that are part of the picture, for an audience, too.
inline constexpr const char* plot_window = "##large plot";
inline constexpr const char* time_bar_window = "##time bar";
inline constexpr std::array<std::string_view, 2> picture_windows{plot_window, time_bar_window};

// The corner of a box `width` wide around `centre`, moved so that all of it is in the window.
inline ImVec2 placed_in_window(float centre, float width, float top) {
    const float last = std::max(ImGui::GetIO().DisplaySize.x - width, 0.0F);
    return {std::clamp(centre - width / 2, 0.0F, last), top};
}

} // namespace orrery
