#pragma once

#include "app/commands/console.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/system.hpp"

namespace orrery {

// With --verbose: what was read or made, in which format, in how many milliseconds, what the bodies
// suggested, and what they are computed with.
void tell_decisions(const Console& console, const Settings& settings, const System& system,
                    double milliseconds);

} // namespace orrery
