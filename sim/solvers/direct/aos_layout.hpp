#pragma once

#include "sim/base/per_precision.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/scalar_pair.hpp"

namespace orrery {

// A method that sums over an array of structures: the sources copied, 16 bytes a body in float.
class AosMethod {
public:
    template <class Real>
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        const auto timer = timed("layout", execution.timings);
        Points<Real>& points = points_.only<Real>();
        if (points.size() != request.sources.count) {
            points = {}; // before the new one, so that never both are held
            points = Points<Real>(request.sources.count);
        }
        for (std::size_t i = 0; i < points.size(); ++i) {
            points[i] = point_of(request.sources, i);
        }
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const {
        return points_.fp32.size() * sizeof(PointMass<float>) +
               points_.fp64.size() * sizeof(PointMass<double>);
    }

protected:
    template <class Real>
    const PointMass<Real>* points() const {
        return points_.in<Real>().data();
    }

private:
    template <class Real>
    using Points = HostArray<PointMass<Real>>;

    PerPrecision<Points> points_; // one of them empty
};

} // namespace orrery
