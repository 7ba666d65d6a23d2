#pragma once

#include "sim/bodies.hpp"

#include <span>

namespace orrery {

// Bodies of a periodic box, wrapped into it, and behind them those images of theirs that are no
// farther outside of it than `reach`: what a sum with that reach finds in the box is the sum over
// all boxes. At most one image beyond each face, edge and corner: the reach is at most an edge.
struct BodiesWithImages {
    VectorArray<float> places;
    HostArray<float> masses;
};
BodiesWithImages with_images(const VectorArray<float>& wrapped, std::span<const float> masses,
                             const PeriodicBox& box, double reach);

// The places in [0, L).
VectorArray<float> wrapped_places(const VectorArray<double>& places, const PeriodicBox& box);

} // namespace orrery
