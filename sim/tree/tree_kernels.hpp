#pragma once

#include "sim/force_request.hpp"
#include "sim/tree/space_curve.hpp"
#include "sim/tree/walk_nodes.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

struct Walk;
template <class Real>
struct WalkTarget;

// Without the factor G.
struct EstimatedPull {
    double acceleration; // at least min_part_of_pulls of the sum of all pulls
    double coherence;    // over the sum of all pulls: 1 where all pull the same way
};

// The inner loops over bodies and nodes for one precision, compiled for the best instruction set of
// this processor.
template <class Real>
struct TreeKernels {
    // The curve's keys of bodies [first, last).
    void (*keys)(const CurveSpace& space, const BodiesView<Real>& bodies, std::size_t first,
                 std::size_t last, std::uint64_t* keys);
    // Roughly how strongly what is outside of a box pulls at its middle.
    EstimatedPull (*estimate_acceleration)(const WalkNodes<Real>& nodes, const Box<Real>& box,
                                           Real softening_squared);
    // Goes on with a walk until it is finished or a list is full.
    void (*walk)(const WalkNodes<Real>& nodes, const WalkTarget<Real>& target, Walk& walk);
};

template <class Real>
const TreeKernels<Real>& tree_kernels();

} // namespace orrery
