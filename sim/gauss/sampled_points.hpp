#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_sum.hpp"

#include <cstddef>
#include <optional>

namespace orrery {

// Every so many-th of the points, always the same ones, so many at most; all where they are fewer.
// `device`: the GPU that has them, as GaussSum's.
template <class Real>
VectorArray<Real> sampled_points(const PointsView<Real>& points, std::size_t most,
                                 std::optional<int> device, GaussWork& work);

} // namespace orrery
