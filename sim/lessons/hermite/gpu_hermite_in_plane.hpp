#pragma once

#include <span>

namespace orrery {

// What GaussKernels::hermite_in_plane computes, by a GPU: sums[i] at (x[i], y[i]) of the series
// with order * order coefficients; orders 5, 9 and 12 only. Returns the milliseconds of the
// evaluation by itself, the points in the GPU's memory: the median of so many, by the GPU's clock.
// Needs a GPU.
double gpu_hermite_in_plane(int order, std::span<const float> coefficients,
                            std::span<const float> x, std::span<const float> y, int repeats,
                            std::span<float> sums);

} // namespace orrery
