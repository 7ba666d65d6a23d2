#pragma once

// What stands for the bodies of a tree's nodes, and what a criterion makes of it.

#include "sim/cuda/device_queue.hpp"
#include "sim/tree/device_found_cells.cuh"

#include <cstddef>

namespace orrery {

// Where it goes.
template <class Real>
struct NodeArrays {
    WalkNode<Real>* walk_nodes;
    Quadrupole<Real>* quadrupoles;
    Box<Real>* boxes;
};

// Puts it into the queue: all but the acceptance radii …
template <class Real>
void compute_moments(DeviceQueue& queue, std::size_t nodes, const PointMass<Real>* bodies,
                     const FoundCells& cells, const NodeArrays<Real>& arrays);

// … and those.
template <class Real>
void compute_acceptance(DeviceQueue& queue, std::size_t nodes, const OpeningCriterion& criterion,
                        const NodeArrays<Real>& arrays);

} // namespace orrery
