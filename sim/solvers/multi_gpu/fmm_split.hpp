#pragma once

#include "sim/solvers/multi_gpu/device_group.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"

#include <memory>

namespace orrery {

// Every rank builds the whole tree with its moments; cells listen that have some of its part of the
// bodies along the curve. `info`: of the solver, with the options of gpu.fmm.
template <class Real>
std::unique_ptr<WorkSplit<Real>> fmm_split(DeviceGroup& group, const SolverInfo& info);

extern template std::unique_ptr<WorkSplit<float>> fmm_split(DeviceGroup&, const SolverInfo&);
extern template std::unique_ptr<WorkSplit<double>> fmm_split(DeviceGroup&, const SolverInfo&);

} // namespace orrery
