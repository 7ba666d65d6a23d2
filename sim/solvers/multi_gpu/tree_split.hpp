#pragma once

#include "sim/solvers/multi_gpu/device_group.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"

#include <memory>

namespace orrery {

// Every rank builds the whole tree; its part of the bodies along the curve walks it. `info`: of
// the solver, with the options of a tree.
template <class Real>
std::unique_ptr<WorkSplit<Real>> tree_split(DeviceGroup& group, const SolverInfo& info);

extern template std::unique_ptr<WorkSplit<float>> tree_split(DeviceGroup&, const SolverInfo&);
extern template std::unique_ptr<WorkSplit<double>> tree_split(DeviceGroup&, const SolverInfo&);

} // namespace orrery
