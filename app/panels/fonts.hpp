#pragma once

#include <imgui.h>

namespace orrery {

ImFont* number_font(); // JetBrains Mono: digits of one width, so that numbers do not dance
ImFont* strong_font(); // Inter, semi-bold

} // namespace orrery
