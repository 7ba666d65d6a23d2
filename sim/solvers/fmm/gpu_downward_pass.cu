// The downward pass of the fast multipole method on a GPU: series from a node to its children.
//
// Idea:   level by level, a node's thread adds its parent's series to its own (L2L). In small trees
//         all levels are one launch, coarse ones first, in which a thread waits for the one that
//         has its parent. In large ones each level is a launch of its own: the near field fills
//         the multiprocessors meanwhile, and is best done before bodies evaluate their series.
// Source: Greengard & Rokhlin 1987, J. Comput. Phys. 73; in these coordinates sim/tree/
//         cartesian_expansion.hpp.
// Cost:   O(N); some microseconds a level.

#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"

#include "sim/cuda/follow.cuh"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/fmm/gpu_node_progress.cuh"
#include "sim/solvers/fmm/with_order.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr unsigned sweep_threads = 64;

// In one launch. Measured on an H200: with 14 thousand nodes the step is 1 to 3 % shorter that way,
// with 57 thousand 5 % longer.
constexpr std::size_t few_nodes = 30'000;

template <class Real, int order>
__device__ void take_from_parent(const DeviceTreeView<Real>& tree, std::uint32_t slot,
                                 const NodeExpansions<Real>& nodes) {
    if (slot == 0) {
        return; // the root, which in the tree of a domain may be on any level
    }
    const unsigned parent = tree.parents[slot];
    const Sphere<Real> own = nodes.spheres[slot];
    const Sphere<Real> above = nodes.spheres[parent];
    const FmmUnits<Real> units = *nodes.units;
    const Real d[3] = {(own.x - above.x) * units.inverse_length,
                       (own.y - above.y) * units.inverse_length,
                       (own.z - above.z) * units.inverse_length};
    Real series[expansion_stride(order)];
    Real of_parent[expansion_stride(order)];
    Real* to = nodes.locals + std::size_t(slot) * expansion_stride(order);
    load_coefficients<order>(to, series);
    load_coefficients<order>(nodes.locals + std::size_t(parent) * expansion_stride(order),
                             of_parent);
    if (of_parent[0] == 0) {
        return; // it has heard nothing, and may be so far away that powers are no numbers
    }
    shift_local<order>(of_parent, d, series);
    store_coefficients<order>(series, to);
}

// In large blocks, which wait until many of the near field's have made way: smaller ones are sooner
// done, but then the near field is not.
template <class Real, int order>
__global__ void __launch_bounds__(block_threads)
    hand_down(DeviceTreeView<Real> tree, unsigned first, unsigned end, NodeExpansions<Real> nodes) {
    follow();
    const unsigned place = first + blockIdx.x * block_threads + threadIdx.x;
    if (place < end) {
        take_from_parent<Real, order>(tree, tree.by_level[place], nodes);
    }
}

// To all levels, coarse ones first; a node for each thread.
template <class Real, int order>
__global__ void __launch_bounds__(sweep_threads)
    hand_down_levels(DeviceTreeView<Real> tree, NodeExpansions<Real> nodes,
                     const __grid_constant__ LevelTurns all_turns) {
    WarpTurns turns(all_turns, Sweep::down, nodes.next + 1);
    for (;;) {
        const WarpTurns::Turn turn = turns.take();
        if (turn.first == turn.end) {
            return;
        }
        const unsigned place = turn.first + threadIdx.x % warp_size;
        const std::uint32_t slot = tree.by_level[place < turn.end ? place : turn.first];
        if (place < turn.end) {
            const std::uint32_t parent = tree.parents[slot];
            if (parent != 0) { // the root has no parent to wait for
                await_progress(nodes.progress[parent], series_complete);
            }
            take_from_parent<Real, order>(tree, slot, nodes);
            tell_progress(nodes.progress[slot], series_complete);
        }
    }
}

} // namespace

template <class Real>
void sweep_down(DeviceQueue& queue, const DeviceTree<Real>& tree,
                const NodeExpansions<Real>& nodes) {
    if (is_sliced(nodes.order)) {
        return sweep_slices_down(queue, tree, nodes);
    }
    with_order(nodes.order, [&]<int order>() {
        if (tree.node_count() > few_nodes) {
            for (int level = 1; level <= curve_levels; ++level) {
                const unsigned first = tree.level_begin(level);
                const unsigned end = tree.level_begin(level + 1);
                launch_following(queue, "downward", one_thread_each(end - first),
                                 hand_down<Real, order>, tree.view(), first, end, nodes);
            }
            return;
        }
        const auto kernel = hand_down_levels<Real, order>;
        const LevelTurns turns = level_turns(tree, Sweep::down, warp_size);
        constexpr unsigned warps = sweep_threads / warp_size;
        queue.launch("downward",
                     queue.resident_shape(kernel, (turns.all + warps - 1) / warps, sweep_threads),
                     kernel, tree.view(), nodes, turns);
    });
}

template void sweep_down(DeviceQueue&, const DeviceTree<float>&, const NodeExpansions<float>&);
template void sweep_down(DeviceQueue&, const DeviceTree<double>&, const NodeExpansions<double>&);

} // namespace orrery
