#pragma once

#include "sim/bodies.hpp"
#include "sim/body_target.hpp"

#include <span>

namespace orrery {

// 2nd and 98th percentile of the scalars of published bodies (the first and last component for
// BodyScalar::component), for the legend.
struct ScalarRange {
    float low = 0;
    float high = 1;
};

// The range of scalars that were sampled; reorders them. Bodies all alike stand at its upper end.
ScalarRange percentile_range(std::span<float> sample);

// Writes the bodies, as many as fit, to a target in host memory: x y z and the scalar. One thread,
// vectorised, and it never reads the target, which may be write-combining memory of a GPU.
// `components` as in Catalogue. Velocities and accelerations may be empty where `scalar` does not
// ask for them; interactions are then or where they were not counted, and are those of a direct
// sum.
template <class Real>
ScalarRange write_bodies(const BodyTarget& target, BodyScalar scalar,
                         const VectorArray<Real>& position, const VectorArray<Real>& velocity,
                         const VectorArray<Real>& acceleration, std::span<const float> interactions,
                         std::span<const Component> components);

} // namespace orrery
