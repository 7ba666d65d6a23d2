#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// What happens in the scene, as a plot, and the choice of it.
void scene_panel(AppState& app);

// What algorithms cost and how far they err: a point each, and curves as options are moved.
void accuracy_panel(AppState& app);

// The scene's plot beside the picture in large type, while that is wanted; the picture makes room.
void plot_layer(AppState& app);
// What it leaves of a picture that is `open` so far.
ClearArea beside_plot(const AppState& app, const ClearArea& open);

} // namespace orrery
