#include "sim/gauss/sampled_points.hpp"

#include "sim/gauss/sums_on_gpu.hpp"

#include <algorithm>

namespace orrery {

template <class Real>
VectorArray<Real> sampled_points(const PointsView<Real>& points, std::size_t most,
                                 std::optional<int> device, GaussWork& work) {
    const std::size_t count = std::min(most, points.size());
    if (device) {
        return sampled_on_gpu(points, count, *device, work);
    }
    VectorArray<Real> some(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t point = i * points.size() / count;
        some.x[i] = points.x[point];
        some.y[i] = points.y[point];
        some.z[i] = points.z[point];
    }
    return some;
}

template VectorArray<float> sampled_points(const PointsView<float>&, std::size_t,
                                           std::optional<int>, GaussWork&);
template VectorArray<double> sampled_points(const PointsView<double>&, std::size_t,
                                            std::optional<int>, GaussWork&);

} // namespace orrery
