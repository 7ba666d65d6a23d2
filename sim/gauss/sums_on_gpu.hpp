#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_kernels.hpp"
#include "sim/gauss/gauss_sum.hpp"

#include <cstddef>
#include <span>
#include <vector>

namespace orrery {

// What has to be known of a sum's arrays before a method is asked, where a GPU has them. A build
// without CUDA has no such sums (gauss_methods_no_cuda.cpp).

// Of each array, none of them empty.
template <class Real>
std::vector<ValueRange<Real>> ranges_on_gpu(const std::vector<std::span<const Real>>& arrays,
                                            int device, GaussWork& work);

// So many of the points, evenly spread over them.
template <class Real>
VectorArray<Real> sampled_on_gpu(const PointsView<Real>& points, std::size_t count, int device,
                                 GaussWork& work);

} // namespace orrery
