#pragma once

#include "sim/solver.hpp"

namespace orrery {

// A request in host memory, answered by a solver for GPUs: copies there and back, and is done on
// return.
template <class Real>
Outcome solve_on_device(Solver& solver, const ForceRequest<Real>& request, Execution& execution);

} // namespace orrery
