#pragma once

#include "sim/snapshot.hpp"

namespace orrery {

void write_gadget(AtomicFile& file, const System& system);

} // namespace orrery
