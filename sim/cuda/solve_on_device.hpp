#pragma once

#include "sim/solver.hpp"

namespace orrery {

// One evaluation by a solver for GPUs of bodies in host memory: copies there and back.
template <class Real>
Outcome solve_on_device(Solver& solver, const BodiesView<Real>& bodies,
                        const AccelerationsView<Real>& result, const ForceParameters& parameters,
                        SolverContext& context);

} // namespace orrery
