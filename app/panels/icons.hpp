#pragma once

#include "app/state/app_state.hpp"

#include <imgui.h>

#include <optional>
#include <string_view>

namespace orrery {

enum class Icon { play, pause, step, step_back, backwards, reset, menu, down, tick, cross };

// Drawn, not from a font: sharp at every scale and there on every machine. `size` is the side of
// the square that the icon fills.
void draw_icon(ImDrawList& draw, Icon icon, const ImVec2& centre, float size, ImU32 colour);

// An icon where the next item would stand, as wide as it is high.
void icon_item(Icon icon, const ImVec4& colour);

// An action's button, square, with its tooltip and shortcut; lit while the action is checked.
void icon_button(const Actions& actions, std::string_view id, Icon icon,
                 std::optional<ImVec4> colour = {});

// The buttons of the simulation's time, side by side, `gap` between their groups; turns at their
// right while a system is loaded.
void transport_buttons(const AppState& app, float gap);

// A switch for an action that is checked while it is on, with a name behind it.
void action_toggle(const Actions& actions, std::string_view id, const char* name);

// An icon as a button for what is no action. True when pressed.
bool plain_icon_button(const char* id, Icon icon, const ImVec4& colour);

// Turns while something is under way.
void spinner();

} // namespace orrery
