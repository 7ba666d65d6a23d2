#pragma once

#include "sim/bodies.hpp"

#include <span>

namespace orrery {

// Bodies of a periodic box, wrapped into it, and behind them those images of theirs that are no
// farther outside of it than `reach`: what a sum with that reach finds in the box is the sum over
// all boxes. At most one image beyond each face, edge and corner: the reach is at most an edge.
template <class Real>
struct BodiesWithImages {
    VectorArray<Real> places;
    HostArray<Real> masses;
};
template <class Real>
BodiesWithImages<Real> with_images(const VectorArray<Real>& wrapped, std::span<const Real> masses,
                                   const PeriodicBox& box, double reach);

// The places in [0, L).
template <class Real>
VectorArray<Real> wrapped_places(const VectorArray<double>& places, const PeriodicBox& box);

} // namespace orrery
