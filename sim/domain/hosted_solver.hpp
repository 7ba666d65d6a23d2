#pragma once

#include "sim/solver.hpp"

#include <memory>

namespace orrery {

// A solver for GPUs whose bodies and results are in the host's memory, from and to which they are
// copied in every evaluation: 16 bytes a source there, 28 with velocities, and 12 a target back.
// For ranks, whose bodies come from other processes. Throws failure where there are no GPUs.
std::unique_ptr<Solver> hosted_solver(std::unique_ptr<Solver> own, int device);

} // namespace orrery
