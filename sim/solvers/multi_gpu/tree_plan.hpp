#pragma once

#include "sim/solvers/multi_gpu/device_group.hpp"
#include "sim/solvers/multi_gpu/plan.hpp"

#include <memory>

namespace orrery {

// Every member builds the whole tree; its part of the bodies along the curve walks it. `info`: of
// the solver, with the options of a tree.
template <class Real>
std::unique_ptr<Plan<Real>> tree_plan(DeviceGroup& group, const SolverInfo& info);

extern template std::unique_ptr<Plan<float>> tree_plan(DeviceGroup&, const SolverInfo&);
extern template std::unique_ptr<Plan<double>> tree_plan(DeviceGroup&, const SolverInfo&);

} // namespace orrery
