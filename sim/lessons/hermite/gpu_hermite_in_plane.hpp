#pragma once

#include <span>

namespace orrery {

// GaussKernels::hermite_in_plane on a GPU: sums[i] at (x[i], y[i]) of the series with order * order
// coefficients; orders 5, 9 and 12 only. Returns the milliseconds of the evaluation by itself, the
// points in the GPU's memory: the median of `repeats`, by the GPU's clock. Needs a GPU.
double gpu_hermite_in_plane(int order, std::span<const float> coefficients,
                            std::span<const float> x, std::span<const float> y, int repeats,
                            std::span<float> sums);

} // namespace orrery
