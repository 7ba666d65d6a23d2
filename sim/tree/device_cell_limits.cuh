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

// What is counted for sweeps: the cells of each level, and the bodies of the largest leaf.
struct LevelCounts {
    static constexpr unsigned largest_leaf = curve_levels + 1;
    static constexpr unsigned size = largest_leaf + 1;
};

} // namespace orrery
