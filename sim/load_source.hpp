#pragma once

#include "sim/bodies.hpp"
#include "sim/settings.hpp"
#include "sim/snapshot.hpp"

namespace orrery {

// The system that settings.source names: a scene's id, or else a file's path. settings.bodies takes
// the first so many of a file, or makes so many of a scene. Throws bad_input for a name that is
// neither. "-" is standard input. settings.gravity and units win over what the source says.
InitialConditions load_source(const Settings& settings);

// Keeps the first so many of the bodies, and of the names what names those.
void keep_first(InitialConditions& system, std::size_t count);

// The same with what else the file says; a scene has neither settings nor a mark.
SnapshotFile load_source_file(const Settings& settings);

} // namespace orrery
