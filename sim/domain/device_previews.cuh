#pragma once

// What a domain knows of the others before their essential trees are there: their boxes, as closed
// nodes of trees behind its own. With them it can be estimated how strongly its bodies are pulled,
// and so a walk of its own tree may begin. See device_previews.cu.

#include "sim/domain/device_guests.cuh"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace orrery {

// Nodes of one, but for the root.
inline constexpr unsigned preview_nodes = [] {
    unsigned all = 0;
    for (unsigned level = domain_boxes; level > 1;
         level = (level + max_children - 1) / max_children) {
        all += level;
    }
    return all;
}();

// How many trees there are for a domain, its own among them, and how many nodes they take behind
// that, all roots among them.
template <class Real>
unsigned previewed_domains(const BoxesOfAll<Real>& all) {
    return static_cast<unsigned>(std::popcount(all.with_sources | 1U << all.own));
}
inline std::size_t nodes_of_previews(unsigned domains) {
    return domains + std::size_t{domains - 1} * preview_nodes;
}

// Puts it into the queue. `tree` has room, its roots are the first of those nodes.
template <class Real>
void place_previews(DeviceQueue& queue, const GuestTree<Real>& tree, const BoxesOfAll<Real>& all);

} // namespace orrery
