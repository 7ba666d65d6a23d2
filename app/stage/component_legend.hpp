#pragma once

#include "app/state/app_state.hpp"

#include <imgui.h>

namespace orrery {

// Which colour is whose, over `foot`, where bodies are coloured by what they belong to. What gives
// no light is left out.
void component_legend(const AppState& app, const ImVec2& size, float foot);

} // namespace orrery
