#pragma once

#include <imgui.h>

namespace orrery {

// Loads the fonts into Dear ImGui's context, once; its own font stands in for those not found.
void load_fonts();

ImFont* number_font(); // JetBrains Mono: digits of one width, so that numbers do not dance
ImFont* strong_font(); // Inter, semi-bold

} // namespace orrery
