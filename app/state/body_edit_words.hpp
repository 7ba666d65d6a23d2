#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// The command that does an edit again wherever and whenever it is given: with all that was left to
// camera and mouse when it was made, numbers to the last bit, and bodies by their name, where no
// other has it, else by their number.
Command exact_command(const BodyEdit& edit, const AppState& app);

} // namespace orrery
