// The cells that a leaf of the fast multipole method on a GPU has met, to be looked at.
//
// Idea:    the lists are there until the next evaluation. One warp finds the leaf of a body, reads
//          which sources pull on it body by body, and on the way from the leaf to the root which
//          ones pull as a whole, on the leaf or on what is above it.
// Cost:    about a thousand entries.

#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/solvers/fmm/gpu_fmm_sum.cuh"

namespace orrery {
namespace {

// The leaf that has a body: in depth-first order the last cell that begins with it or before.
template <class Real>
__device__ std::uint32_t leaf_of(const DeviceTreeView<Real>& tree, unsigned body) {
    return tree.slots[tree.nodes_before(body + 1) - 1];
}

template <class Real>
__device__ void tell_list(const ListedTree<Real>& listed, const ChunkList& list, Role role,
                          unsigned lane, const Telling& telling) {
    each_chunk(listed.lists.chunks, list, lane, [&](bool mine, std::uint32_t cell) {
        if (mine) {
            telling.tell(listed.tree, cell, role);
        }
    });
}

template <class Real>
__global__ void __launch_bounds__(warp_size) tell_lists(ListedTree<Real> listed, Telling telling) {
    const unsigned lane = threadIdx.x;
    const unsigned body = telling.tally->body;
    if (body == no_body) {
        return;
    }
    if (!listed.of_itself) {
        __syncwarp();
        if (lane == 0) {
            telling.tally->body = no_body; // nothing is known of it here
        }
        return;
    }
    std::uint32_t slot = leaf_of(listed.tree, body);
    if (lane == 0) {
        telling.tell(listed.tree, slot, Role::group);
    }
    tell_list(listed, listed.lists.near[slot], Role::leaf, lane, telling);
    tell_list(listed, listed.lists.whole[slot], Role::multipole, lane, telling);
    for (;;) {
        tell_list(listed, listed.lists.far[slot], Role::local, lane, telling);
        if (slot == 0) {
            return;
        }
        slot = listed.tree.parents[slot];
    }
}

} // namespace

template <class Real>
void tell_met(const ListedTree<Real>& listed, cudaStream_t stream, const Telling& telling) {
    DeviceQueue::launch_into(stream, inspecting, {dim3(1), dim3(warp_size)}, tell_lists<Real>,
                             listed, telling);
}

template void tell_met(const ListedTree<float>&, cudaStream_t, const Telling&);
template void tell_met(const ListedTree<double>&, cudaStream_t, const Telling&);

} // namespace orrery
