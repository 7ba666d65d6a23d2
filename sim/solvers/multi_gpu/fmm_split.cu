#include "sim/solvers/multi_gpu/fmm_split.hpp"

#include "sim/solvers/fmm/gpu_fmm_sum.cuh"
#include "sim/solvers/multi_gpu/curve_split.cuh"

namespace orrery {

template <class Real>
std::unique_ptr<WorkSplit<Real>> fmm_split(DeviceGroup& group, const SolverInfo& info) {
    return std::make_unique<CurveSplit<Real, GpuFmmSum>>(group, info);
}

template std::unique_ptr<WorkSplit<float>> fmm_split(DeviceGroup&, const SolverInfo&);
template std::unique_ptr<WorkSplit<double>> fmm_split(DeviceGroup&, const SolverInfo&);

} // namespace orrery
