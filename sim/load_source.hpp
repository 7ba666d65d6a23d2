#pragma once

#include "sim/bodies.hpp"
#include "sim/settings.hpp"

namespace orrery {

// The system that settings.source names: a scene's id, or else a file's path. settings.bodies takes
// the first so many of a file, or makes so many of a scene. Throws bad_input for a name that is
// neither. "-" is standard input. settings.gravity and units win over what the source says.
InitialConditions load_source(const Settings& settings);

} // namespace orrery
