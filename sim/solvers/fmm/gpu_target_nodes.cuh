#pragma once

// Which nodes of the targets' tree hear of the sources: all of them, or those that have some of a
// run of bodies along the curve.

#include "sim/cuda/device_queue.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <cstdint>

namespace orrery {

// For kernels.
struct TargetNodes {
    const std::uint32_t* slots; // coarse ones first
    unsigned most;
    const std::uint32_t* selected; // how many of those; null: `most`
    const std::uint8_t* marks;     // of each node of the tree, not 0 if it is one; null: all are
    unsigned first = 0;            // of all of them, here

    // The nodes from the n-th on, before the `end`-th.
    TargetNodes part(unsigned n, unsigned end) const {
        return {slots + n, end - n, selected, marks, first + n};
    }

    __device__ unsigned count() const {
        return selected == nullptr ? most : min(most, max(*selected, first) - first);
    }
    __device__ bool has(std::uint32_t slot) const { return marks == nullptr || marks[slot] != 0; }
};

// After DeviceTree::list_levels.
template <class Real>
TargetNodes all_nodes(const DeviceTree<Real>& tree) {
    return {tree.view().by_level, static_cast<unsigned>(tree.node_count()), nullptr, nullptr};
}

// The nodes that have some of the bodies [first, end).
class NodeSelector {
public:
    template <class Real>
    TargetNodes select(DeviceQueue& queue, const DeviceTree<Real>& tree, unsigned first,
                       unsigned end);
    std::size_t bytes() const {
        return workspace_.bytes() + marks_.bytes() + slots_.bytes() + selected_.bytes();
    }

private:
    DeviceArray<std::byte> workspace_;
    DeviceArray<std::uint8_t> marks_;
    DeviceArray<std::uint32_t> slots_, selected_;
};

} // namespace orrery
