#pragma once

#include "sim/solvers/multi_gpu/device_group.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"

#include <memory>
#include <string>
#include <vector>

namespace orrery {

// The direct kernels that can be shared out, as the slider names them.
std::vector<std::string> direct_split_kernels();

// The one among them to answer a request by: what was chosen, or a one-sided kernel where that
// shares out pairs and not all bodies pull on each other.
std::size_t fitting_kernel(std::size_t chosen, bool mutual);

// A direct sum with one of them.
template <class Real>
std::unique_ptr<WorkSplit<Real>> direct_split(DeviceGroup& group, std::size_t kernel);

extern template std::unique_ptr<WorkSplit<float>> direct_split(DeviceGroup&, std::size_t);
extern template std::unique_ptr<WorkSplit<double>> direct_split(DeviceGroup&, std::size_t);

} // namespace orrery
