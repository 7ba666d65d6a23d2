#pragma once

#include "sim/base/body_target.hpp"
#include "sim/state/shown_space.hpp"
#include "sim/system.hpp"

#include <cstdint>
#include <span>

namespace orrery {

// 2nd and 98th percentile of the scalars of published bodies (the first and last component or
// domain where these are shown), for the legend.
struct ScalarRange {
    float low = 0;
    float high = 1;
};

// The range of scalars that were sampled; reorders them. Bodies all alike stand at its upper end.
ScalarRange percentile_range(std::span<float> sample);

// The bodies that write_bodies publishes. Velocities and accelerations may be empty where the
// scalar does not ask for them; interactions too, or where they were not counted, and are then
// those of a direct sum. `indices`: where each body of original order is; empty: as they lie.
template <class Real>
struct BodySource {
    const VectorArray<Real>& position;
    const VectorArray<Real>& velocity;
    const VectorArray<Real>& acceleration;
    std::span<const float> interactions = {};
    std::span<const std::uint32_t> indices = {};
    std::span<const float> domains = {}; // empty: all in the first one
};

// The state before the one that is written, and how much of the way from there to here has passed.
template <class Real>
struct WayFrom {
    const VectorArray<Real>& position;
    const VectorArray<Real>& velocity;
    std::span<const std::uint32_t> indices; // as in BodySource
    double duration = 0;                    // simulated time
    double share = 1;
    double from_drift = 1, to_drift = 1; // as in Flight
};

// Writes the bodies in original order, as many as fit, to a target in host memory: x y z and the
// scalar. One thread, vectorised where they lie in that order, and it never reads the target, which
// may be write-combining memory of a GPU. `components` as in Catalogue. `way`: the bodies are on
// the curve of third degree that has the positions and velocities of both ends; null: at its end.
// In a periodic box they are written where they are in it, wherever they have gone.
template <class Real>
ScalarRange write_bodies(const BodyTarget& target, BodyScalar scalar,
                         const BodySource<Real>& source, std::span<const Component> components,
                         const WayFrom<Real>* way = nullptr, const ShownSpace& space = {});

// Weights of position and velocity at either end of a way on it: Hermite's polynomials. Drifts as
// in Flight.
struct HermiteWeights {
    double from, from_velocity, to, to_velocity;
};
HermiteWeights hermite_weights(double share, double duration, double from_drift = 1,
                               double to_drift = 1);

} // namespace orrery
