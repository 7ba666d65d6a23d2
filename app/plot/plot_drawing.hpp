#pragma once

#include "app/state/app_state.hpp"
#include "app/state/plot_status.hpp"

#include <imgui.h>

namespace orrery {

// The plot of the scene in the current window, in the current type; a range that is dragged in it
// chooses bodies. `spacious`: its axes' titles stand outside of it.
void draw_scene_plot(AppState& app, const ImVec2& size, bool spacious);

// "1,204 bodies chosen, 12.3 % of the mass"; empty: none are.
std::string chosen_words(const AppState& app);

// "about Sun"; empty where that is not known.
std::string about_words(const PlotReading& reading);

} // namespace orrery
