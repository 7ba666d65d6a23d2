#pragma once

#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// Rows of a panel for fields of the look, by their ids: name, tooltip, range and values are those
// of the table (app/state/look_properties.hpp).
void look_number_row(AppState& app, const char* id);
// The control alone, called `name`, in a row that is begun.
void look_number(AppState& app, const char* id, const char* name);
// Few values side by side.
void look_choice_row(AppState& app, const char* id);
// A flag and its name, in a row that is begun.
void look_flag(AppState& app, const char* id, const char* name);

} // namespace orrery
