#pragma once

// Essential trees of other domains behind a domain's own tree: one tree of sources, whose walks
// begin at the roots of all domains. The own bodies come first, so that a body's number stays its
// own.

#include "sim/cuda/device_queue.hpp"
#include "sim/domain/device_essential_room.cuh"

#include <cstddef>
#include <cstdint>
#include <span>

namespace orrery {

// A tree with room for guests.
template <class Real>
struct GuestTree {
    unsigned node_count, body_count; // its own
    TreeRoots roots;
    WalkNode<Real>* walk_nodes;
    Box<Real>* boxes;
    PointMass<Real>* bodies;
    NodeRows<uint4> rows;
};

// One domain's nodes, and where they and its bodies have their place.
struct GuestPart {
    const uint4* records;
    unsigned count;
    std::uint32_t first_node, first_body;
};

// Puts it into the queue: gives the nodes their places, and the roots of all theirs: the own one
// first. The bodies are there already.
template <class Real>
void place_guests(DeviceQueue& queue, const GuestTree<Real>& tree,
                  std::span<const GuestPart> parts);

} // namespace orrery
