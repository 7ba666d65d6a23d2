#pragma once

#include "app/panels/panels.hpp"

#include <imgui.h>

namespace orrery {

// The fonts that apply_theme loaded; Dear ImGui's own where Debian's are missing.
ImFont* number_font(); // JetBrains Mono: digits of one width, so that numbers do not dance
ImFont* strong_font(); // Inter, semi-bold

// The one colour for what is live.
ImVec4 accent_colour();
ImVec4 quiet_colour();  // of explanations
ImVec4 good_colour();   // a promise kept
ImVec4 danger_colour(); // a promise broken, an error

ImVec4 as_vector(const Rgb& colour, float alpha = 1);

// Sizes at scale 1 to pixels.
float scaled(float pixels);

// Moves towards its target within about 150 ms; remembered in the current window under `id`.
float animated(const char* id, float target);

} // namespace orrery
