#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/direct/scalar_pair.hpp"
#include "sim/solvers/per_precision.hpp"

namespace orrery {

// The array-of-structures copy of the sources, kept between calls: 16 bytes a body in float.
class AosLayout {
public:
    template <class Real>
    void update(const BodiesView<Real>& sources, StepTimings& timings) {
        const auto timer = timed("layout", timings);
        Points<Real>& points = points_.only<Real>();
        if (points.size() != sources.count) {
            points = {}; // before the new one, so that never both are held
            points = Points<Real>(sources.count);
        }
        for (std::size_t i = 0; i < sources.count; ++i) {
            points[i] = point_of(sources, i);
        }
    }

    template <class Real>
    const PointMass<Real>* points() const {
        return points_.in<Real>().data();
    }
    std::size_t bytes() const {
        return points_.fp32.size() * sizeof(PointMass<float>) +
               points_.fp64.size() * sizeof(PointMass<double>);
    }

private:
    template <class Real>
    using Points = HostArray<PointMass<Real>>;

    PerPrecision<Points> points_; // one of them empty
};

} // namespace orrery
