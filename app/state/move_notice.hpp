#pragma once

#include "sim/simulation/simulation_thread.hpp"

#include <optional>
#include <string>

namespace orrery {

// Where the bodies went and how long that took, if another algorithm or GPU has moved them between
// `before` and `now`; a load brings them there anew and moves none.
std::optional<std::string> move_notice(const SimulationStatus& before, const SimulationStatus& now);

} // namespace orrery
