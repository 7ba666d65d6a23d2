#pragma once

#include "sim/system.hpp"

#include <filesystem>

namespace orrery {

// Fills in what files of bodies do not say: the title (the file's name), softening (the mass-
// weighted mean of the bodies' own; 0, pure Newton, where the file has none), one component where
// none is named, time step and viewpoint.
void suggest_defaults(System& system, const std::filesystem::path& file);

// A step for fixed-step leapfrog: a fraction of the shortest dynamical time found in the system,
// rounded to a power of two, so that times add up exactly. 1/128 where nothing pulls or moves.
double suggested_time_step(const System& system);

// Frames the bulk of the bodies, not the outermost stragglers.
Viewpoint natural_viewpoint(const Bodies<double>& bodies);

} // namespace orrery
