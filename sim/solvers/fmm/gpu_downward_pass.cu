// The downward pass of the fast multipole method on a GPU: series from a node to its children.
//
// Idea:   level by level, a node's thread adds its parent's series to its own (L2L); one block goes
//         through the levels near the root.
// Source: Greengard & Rokhlin 1987, J. Comput. Phys. 73; in these coordinates sim/tree/
//         cartesian_expansion.hpp.
// Cost:   O(N); a launch of some microseconds a level.

#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"

#include "sim/solvers/fmm/with_order.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr unsigned sweep_threads = 64;

template <class Real, int order>
__device__ void take_from_parent(const DeviceTreeView<Real>& tree, const TargetNodes& targets,
                                 std::uint32_t slot, const NodeExpansions<Real>& nodes) {
    if (!targets.has(slot)) {
        return;
    }
    const unsigned parent = tree.parents[slot];
    const Sphere<Real> own = nodes.spheres[slot];
    const Sphere<Real> above = nodes.spheres[parent];
    const FmmUnits<Real> units = *nodes.units;
    const Real d[3] = {(own.x - above.x) * units.inverse_length,
                       (own.y - above.y) * units.inverse_length,
                       (own.z - above.z) * units.inverse_length};
    if (parent != 0) { // the root has no parent to wait for
        await_progress(nodes.progress[parent], series_complete);
    }
    Real series[expansion_stride(order)];
    Real of_parent[expansion_stride(order)];
    Real* to = nodes.locals + std::size_t(slot) * expansion_stride(order);
    load_coefficients<order>(to, series);
    load_coefficients<order>(nodes.locals + std::size_t(parent) * expansion_stride(order),
                             of_parent);
    shift_local<order>(of_parent, d, series);
    store_coefficients<order>(series, to);
    tell_progress(nodes.progress[slot], series_complete);
}

// To all levels, coarse ones first; a node for each thread.
template <class Real, int order>
__global__ void __launch_bounds__(sweep_threads)
    hand_down_levels(DeviceTreeView<Real> tree, TargetNodes targets, NodeExpansions<Real> nodes,
                     const __grid_constant__ LevelTurns all_turns) {
    WarpTurns turns(all_turns, Sweep::down, nodes.next + 1);
    for (;;) {
        const WarpTurns::Turn turn = turns.take();
        if (turn.first == turn.end) {
            return;
        }
        const unsigned place = turn.first + threadIdx.x % warp_size;
        if (place < turn.end) {
            take_from_parent<Real, order>(tree, targets, tree.by_level[place], nodes);
        }
    }
}

} // namespace

template <class Real>
void sweep_down(DeviceQueue& queue, const DeviceTree<Real>& tree, const TargetNodes& targets,
                const NodeExpansions<Real>& nodes) {
    if (is_sliced(nodes.order)) {
        return sweep_slices_down(queue, tree, targets, nodes);
    }
    with_order(nodes.order, [&]<int order>() {
        const auto kernel = hand_down_levels<Real, order>;
        const auto resident = static_cast<unsigned>(
            queue.multiprocessors() * queue.resident_blocks(kernel, int(sweep_threads)));
        const LevelTurns turns = level_turns(tree, Sweep::down, warp_size);
        constexpr unsigned warps = sweep_threads / warp_size;
        queue.launch(
            "downward",
            {dim3(std::min(resident, (turns.all + warps - 1) / warps)), dim3(sweep_threads)},
            kernel, tree.view(), targets, nodes, turns);
    });
}

template void sweep_down(DeviceQueue&, const DeviceTree<float>&, const TargetNodes&,
                         const NodeExpansions<float>&);
template void sweep_down(DeviceQueue&, const DeviceTree<double>&, const TargetNodes&,
                         const NodeExpansions<double>&);

} // namespace orrery
