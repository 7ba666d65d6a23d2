#pragma once

#include "app/commands/console.hpp"
#include "sim/bodies.hpp"
#include "sim/settings.hpp"

namespace orrery {

// The same as load_system(settings) of system_arguments.hpp; with --verbose, tells what was read or
// made, in which format, how long that took, and what the bodies suggested.
InitialConditions load_system(const Settings& settings, const Console& console);

} // namespace orrery
