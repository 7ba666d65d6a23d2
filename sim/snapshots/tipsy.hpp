#pragma once

#include "sim/snapshot.hpp"

namespace orrery {

extern const SnapshotFormat tipsy_format;

} // namespace orrery
