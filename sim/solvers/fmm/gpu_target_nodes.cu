// The nodes that have some of a run of bodies, in the order of their levels.
//
// Idea:   in depth-first order the cells that begin with one of those bodies are a run, too; beside
//         them there are those that began before the first of the bodies and have it: its leaf, if
//         the cut goes through that, and what is above. They are marked, and the nodes in the order
//         of their levels are sieved by their marks.
// Cost:   two passes over the nodes.

#include "sim/solvers/fmm/gpu_target_nodes.cuh"

#include "sim/cuda/device_primitives.hpp"
#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace {

template <class Real>
__device__ void mark_with_all_above(const DeviceTreeView<Real>& tree, std::uint32_t slot,
                                    std::uint8_t* marks) {
    marks[slot] = 1;
    while (slot != 0) {
        slot = tree.parents[slot];
        marks[slot] = 1;
    }
}

template <class Real>
__global__ void mark_nodes(DeviceTreeView<Real> tree, unsigned nodes, unsigned first, unsigned end,
                           std::uint8_t* marks) {
    const unsigned cell = blockIdx.x * block_threads + threadIdx.x;
    const unsigned begin = tree.nodes_before(first);
    if (cell >= nodes || first == end) {
        return;
    }
    if (cell >= begin && cell < tree.nodes_before(end)) {
        marks[tree.slots[cell]] = 1;
    }
    // The one before is a leaf, and what has both it and a later body is above it, too.
    if (cell + 1 == begin || cell == begin) {
        mark_with_all_above(tree, tree.slots[cell], marks);
    }
}

} // namespace

template <class Real>
TargetNodes NodeSelector::select(DeviceQueue& queue, const DeviceTree<Real>& tree, unsigned first,
                                 unsigned end) {
    const auto nodes = static_cast<unsigned>(tree.node_count());
    const DeviceTreeView<Real> view = tree.view();
    marks_.grow(nodes);
    slots_.grow(nodes);
    selected_.reserve(1);
    cuda_check(cudaMemsetAsync(marks_.data(), 0, nodes, queue.stream()), "selecting nodes");
    queue.launch("lists", one_thread_each(nodes), mark_nodes<Real>, view, nodes, first, end,
                 marks_.data());
    const auto sieve = [&](void* workspace, std::size_t& bytes) {
        select_marked(workspace, bytes, view.by_level, nodes, marks_.data(), slots_.data(),
                      selected_.data(), queue.stream());
    };
    std::size_t bytes = 0;
    sieve(nullptr, bytes);
    workspace_.grow(bytes);
    bytes = workspace_.bytes();
    sieve(workspace_.data(), bytes);
    return {slots_.data(), nodes, selected_.data(), marks_.data()};
}

template TargetNodes NodeSelector::select(DeviceQueue&, const DeviceTree<float>&, unsigned,
                                          unsigned);
template TargetNodes NodeSelector::select(DeviceQueue&, const DeviceTree<double>&, unsigned,
                                          unsigned);

} // namespace orrery
