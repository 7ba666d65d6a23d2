#pragma once

// The passes over a tree that all methods on it are made of: what children pass to their parents,
// and what parents pass on.
//
// Idea: a node of one depth asks only its children (or its parent), so a pass is a loop over the
//       depths, and all nodes of a depth are done at once. operation(node) gets a node's index.
// Cost: one call for each node, and the threads meet once for each depth.

#include "sim/machine/workers.hpp"
#include "sim/tree/tree.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

// Every node after its children.
template <class Real, class Operation>
void upsweep(const Tree<Real>& tree, Workers& workers, const Operation& operation) {
    constexpr std::size_t nodes_at_once = 128; // of one task
    for (std::size_t depth = tree.depths(); depth-- > 0;) {
        const std::uint32_t first = tree.depth_begin[depth];
        workers.for_ranges(tree.depth_begin[depth + 1] - first, nodes_at_once,
                           [&](std::size_t begin, std::size_t end) {
                               for (std::size_t i = begin; i < end; ++i) {
                                   operation(first + static_cast<std::uint32_t>(i));
                               }
                           });
    }
}

} // namespace orrery
