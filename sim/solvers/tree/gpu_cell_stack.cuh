#pragma once

// Which cells of the tree a warp has yet to look at.

#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/tree/device_tree.cuh"

#include <cstdint>

namespace orrery {

__device__ inline unsigned lanes_below() {
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
    return mask;
}

// Sum over the lanes before this one.
__device__ inline unsigned sum_before(unsigned own, unsigned lane) {
    unsigned sum = own;
    for (unsigned distance = 1; distance < warp_size; distance *= 2) {
        const unsigned other = __shfl_up_sync(all_lanes, sum, distance);
        sum += lane >= distance ? other : 0;
    }
    return sum - own;
}

// Each lane has a run of things, which begins at `before` if all runs are put one behind the other:
// the lane that has the one at `place`.
__device__ inline unsigned owner_of(unsigned place, unsigned before) {
    unsigned owner = 0;
    for (unsigned step = warp_size / 2; step > 0; step /= 2) {
        const unsigned other = __shfl_sync(all_lanes, before, owner + step);
        owner += other <= place ? step : 0;
    }
    return owner;
}

// The stack of one warp: runs of cells whose parents were opened, brothers and sisters a run.
class CellStack {
public:
    // Entries. It cannot overflow: what is pushed lies at least one level deeper than what it was
    // taken from, and at most 32 runs are pushed at once, so on the 21 levels below the roots there
    // are never more than 21 times 32, above fewer than 32 that were left waiting.
    static constexpr unsigned size = warp_size * (curve_levels + 1);
    // So many runs have cells for most of the lanes.
    static constexpr unsigned usual_pop = 7;

    __device__ CellStack(std::uint32_t* runs, const TreeRoots& roots, unsigned lane)
        : runs_(runs), lane_(lane) {
        push(roots.first + lane * max_children,
             min(roots.count - min(lane * max_children, roots.count), max_children));
    }
    __device__ bool empty() const { return used_ == 0; }
    __device__ unsigned runs() const { return used_; }

    // Takes as many whole runs as fit the lanes, and gives each lane a cell; false for lanes
    // without one.
    __device__ bool pop(std::uint32_t& cell) {
        const bool has = lane_ < used_;
        const std::uint32_t run = has ? runs_[used_ - 1 - lane_] : 0;
        const unsigned count = has ? run % most_cells + 1 : 0;
        const unsigned before = sum_before(count, lane_);
        const bool fits = count > 0 && before + count <= warp_size;
        const auto taken = static_cast<unsigned>(__popc(__ballot_sync(all_lanes, fits)));
        const unsigned total = __shfl_sync(all_lanes, before + count, taken - 1);
        const unsigned owner = owner_of(lane_, fits ? before : warp_size);
        cell = __shfl_sync(all_lanes, run / run_bound - before, owner) + lane_;
        popped_ = run;
        owner_ = owner;
        used_ -= taken;
        const bool mine = lane_ < total;
        cell = mine ? cell : 0;
        __syncwarp();
        return mine;
    }

    // Whether the cell that this lane was given last was pushed with a mark.
    __device__ bool popped_marked() const {
        return (__shfl_sync(all_lanes, popped_, owner_) & mark) != 0;
    }

    // Each lane's `count` cells from `first` on.
    __device__ void push(std::uint32_t first, unsigned count, bool marked = false) {
        const unsigned lanes = __ballot_sync(all_lanes, count > 0);
        if (count > 0) {
            runs_[used_ + static_cast<unsigned>(__popc(lanes & lanes_below()))] =
                first * run_bound + (marked ? mark : 0) + count - 1;
        }
        used_ += static_cast<unsigned>(__popc(lanes));
        __syncwarp();
    }

private:
    static constexpr unsigned most_cells = max_children, mark = most_cells; // of a run
    static constexpr unsigned run_bound = 2 * most_cells;

    std::uint32_t* runs_;
    unsigned lane_;
    unsigned used_ = 0;
    std::uint32_t popped_ = 0; // this lane's run, and the lane that had the run of its cell
    unsigned owner_ = 0;
};

} // namespace orrery
