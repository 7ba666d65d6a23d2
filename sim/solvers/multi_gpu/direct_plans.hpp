#pragma once

#include "sim/solvers/multi_gpu/device_group.hpp"
#include "sim/solvers/multi_gpu/plan.hpp"

#include <memory>
#include <string>
#include <vector>

namespace orrery {

// The direct kernels that can be shared out, as the slider names them.
std::vector<std::string> direct_plan_kernels();

// A direct sum with one of them.
template <class Real>
std::unique_ptr<Plan<Real>> direct_plan(DeviceGroup& group, std::size_t kernel);

extern template std::unique_ptr<Plan<float>> direct_plan(DeviceGroup&, std::size_t);
extern template std::unique_ptr<Plan<double>> direct_plan(DeviceGroup&, std::size_t);

} // namespace orrery
