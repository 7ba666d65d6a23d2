#pragma once

// What the bodies along the curve are divided by, and what is counted of the cells.

#include "sim/tree/device_tree.cuh"

namespace orrery {

// What the tree is divided by. Groups are made from cells, too, which do not overlap: from ones
// large enough that cutting them leaves few lanes idle.
struct CellLimits {
    unsigned leaf, group;

    __host__ __device__ unsigned group_cell() const { return 8 * group; }
    // Groups of about equal size that a group cell of `bodies` is cut into.
    __device__ unsigned groups_of(unsigned bodies) const { return (bodies + group - 1) / group; }
};

// What is counted while the tree is made, by places in an array, 0 at first.
struct TreeCounts {
    // For sweeps, the cells of each level from the first place on, and the bodies of the largest
    // leaf.
    static constexpr unsigned levels = curve_levels + 1;
    static constexpr unsigned largest_leaf = levels;
    // Not 0: some bodies are too near one another for coarse keys.
    static constexpr unsigned crowded = largest_leaf + 1;
    static constexpr unsigned told = crowded + 1; // to the host, so many
    // Cells of each level that have their place, and slots given to children.
    static constexpr unsigned level_used = told;
    static constexpr unsigned slots_used = level_used + levels;
    static constexpr unsigned size = slots_used + 1;
};

} // namespace orrery
