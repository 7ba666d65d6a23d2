#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/direct/scalar_pair.hpp"
#include "sim/solvers/per_precision.hpp"

namespace orrery {

// The array-of-structures copy of a request's bodies, sources first, kept between calls: 16 bytes a
// body in float.
class AosLayout {
public:
    template <class Real>
    const PointMass<Real>* update(const ForceRequest<Real>& request, StepTimings& timings) {
        const auto timer = timed("layout", timings);
        Points<Real>& points = points_.only<Real>();
        if (points.size() != request.packed_count()) {
            points = {}; // before the new one, so that never both are held
            points = Points<Real>(request.packed_count());
        }
        copy(request.sources, points.data());
        if (!request.targets_at) {
            copy(request.targets, points.data() + request.packed_target());
        }
        return points.data();
    }

    std::size_t bytes() const {
        return points_.fp32.size() * sizeof(PointMass<float>) +
               points_.fp64.size() * sizeof(PointMass<double>);
    }

private:
    template <class Real>
    using Points = HostArray<PointMass<Real>>;

    template <class Real>
    static void copy(const BodiesView<Real>& bodies, PointMass<Real>* points) {
        for (std::size_t i = 0; i < bodies.count; ++i) {
            points[i] = {bodies.x[i], bodies.y[i], bodies.z[i], bodies.mass[i]};
        }
    }

    PerPrecision<Points> points_; // one of them empty
};

} // namespace orrery
