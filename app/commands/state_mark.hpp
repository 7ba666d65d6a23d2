#pragma once

#include "sim/system.hpp"

#include <string>

namespace orrery {

// A checksum of all positions, velocities and masses, and the time, to the last bit: what two runs
// that did the same have in common.
std::string state_mark(const System& system);

} // namespace orrery
