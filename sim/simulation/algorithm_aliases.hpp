#pragma once

#include "sim/simulation/settings.hpp"

namespace orrery {

// Until version 0.2, algorithms for several GPUs had ids of their own. Each still stands for what
// it was: `multigpu.peer` for gpu.symmetric, or the algorithm that its option `kernel` names,
// shared by peer; `multigpu.tree` for gpu.tree, shared as its option `mode` says. Puts that in the
// place of such an id; its other options become the algorithm's. True where it was one.
bool resolve_alias(Settings& settings);

} // namespace orrery
