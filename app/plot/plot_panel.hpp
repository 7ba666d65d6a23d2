#pragma once

#include "app/state/app_state.hpp"
#include "app/state/panel_fit.hpp"

namespace orrery {

// As begin_panel; where `raise` says so, the panel comes to the front of its tabs. Nobody's
// keyboard is taken. In a single column of tabs, where it would cover the algorithms, it stays.
bool begin_plot_panel(const char* name, bool& raise, PanelRoom room);

} // namespace orrery
