#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/direct/scalar_pair.hpp"

#include <type_traits>

namespace orrery {

// The array-of-structures copy of the bodies, kept between calls: 16 bytes a body in float.
class AosLayout {
public:
    template <class Real>
    const PointMass<Real>* update(const BodiesView<Real>& bodies, StepTimings& timings) {
        const auto timer = timed("layout", timings);
        HostArray<PointMass<Real>>& points = array<Real>();
        if (points.size() != bodies.count) {
            points = {}; // before the new one, so that never both are held
            points = HostArray<PointMass<Real>>(bodies.count);
        }
        for (std::size_t i = 0; i < bodies.count; ++i) {
            points[i] = {bodies.x[i], bodies.y[i], bodies.z[i], bodies.mass[i]};
        }
        return points.data();
    }

    std::size_t bytes() const {
        return singles_.size() * sizeof(PointMass<float>) +
               doubles_.size() * sizeof(PointMass<double>);
    }

private:
    // That of one precision; the other's is freed.
    template <class Real>
    HostArray<PointMass<Real>>& array() {
        if constexpr (std::is_same_v<Real, float>) {
            doubles_ = {};
            return singles_;
        } else {
            singles_ = {};
            return doubles_;
        }
    }

    HostArray<PointMass<float>> singles_;
    HostArray<PointMass<double>> doubles_;
};

} // namespace orrery
