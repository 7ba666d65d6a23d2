// The downward pass of the fast multipole method on a GPU: series from a node to its children.
//
// Idea:   level by level, a node's thread adds its parent's series to its own (L2L); one block goes
//         through the levels near the root.
// Source: Greengard & Rokhlin 1987, J. Comput. Phys. 73; in these coordinates sim/tree/
//         cartesian_expansion.hpp.
// Cost:   O(N); a launch of some microseconds a level.

#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"

#include "sim/cuda/follow.cuh"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/fmm/with_order.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr unsigned small_level_threads = 512;

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
    Real series[expansion_stride(order)];
    Real of_parent[expansion_stride(order)];
    Real* to = nodes.locals + std::size_t(slot) * expansion_stride(order);
    load_coefficients<order>(to, series);
    load_coefficients<order>(nodes.locals + std::size_t(parent) * expansion_stride(order),
                             of_parent);
    shift_local<order>(of_parent, d, series);
    store_coefficients<order>(series, to);
}

template <class Real, int order>
__global__ void hand_down(DeviceTreeView<Real> tree, TargetNodes targets, unsigned first,
                          unsigned end, NodeExpansions<Real> nodes) {
    follow();
    const unsigned place = first + blockIdx.x * block_threads + threadIdx.x;
    if (place < end) {
        take_from_parent<Real, order>(tree, targets, tree.by_level[place], nodes);
    }
}

// To the levels before `last`, one after the other; one block.
template <class Real, int order>
__global__ void __launch_bounds__(small_level_threads)
    hand_down_small_levels(DeviceTreeView<Real> tree, TargetNodes targets, LevelBegins begins,
                           int last, NodeExpansions<Real> nodes) {
    follow();
    for (int level = 1; level < last; ++level) {
        for (unsigned place = begins.of_level[level] + threadIdx.x;
             place < begins.of_level[level + 1]; place += small_level_threads) {
            take_from_parent<Real, order>(tree, targets, tree.by_level[place], nodes);
        }
        __syncthreads();
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
        const int small = levels_below(tree, small_level_threads);
        queue.launch("downward", {dim3(1), dim3(small_level_threads)},
                     hand_down_small_levels<Real, order>, tree.view(), targets, level_begins(tree),
                     small, nodes);
        for (int level = std::max(small, 1); level <= curve_levels; ++level) {
            const unsigned first = tree.level_begin(level);
            const unsigned end = tree.level_begin(level + 1);
            launch_following(queue, "downward", one_thread_each(end - first),
                             hand_down<Real, order>, tree.view(), targets, first, end, nodes);
        }
    });
}

template void sweep_down(DeviceQueue&, const DeviceTree<float>&, const TargetNodes&,
                         const NodeExpansions<float>&);
template void sweep_down(DeviceQueue&, const DeviceTree<double>&, const TargetNodes&,
                         const NodeExpansions<double>&);

} // namespace orrery
