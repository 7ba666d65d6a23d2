#include "sim/solvers/multi_gpu/tree_split.hpp"

#include "sim/solvers/multi_gpu/curve_split.cuh"
#include "sim/solvers/tree/gpu_tree_sum.cuh"

namespace orrery {

template <class Real>
std::unique_ptr<WorkSplit<Real>> tree_split(DeviceGroup& group, const SolverInfo& info) {
    return std::make_unique<CurveSplit<Real, GpuTreeSum>>(group, info);
}

template std::unique_ptr<WorkSplit<float>> tree_split(DeviceGroup&, const SolverInfo&);
template std::unique_ptr<WorkSplit<double>> tree_split(DeviceGroup&, const SolverInfo&);

} // namespace orrery
