#pragma once

// Lists of interactions, between cells or body by body, in the memory of a GPU. See
// gpu_interaction_lists.cu.

#include "sim/cuda/device_queue.hpp"
#include "sim/solvers/fmm/gpu_expansions.cuh"
#include "sim/tree/device_tree.cuh"

#include <cstdint>

namespace orrery {

// A list of nodes in chunks of 32 words: the chunk before it in the list, and up to 31 entries. All
// chunks but the last one written are full.
struct ListChunk {
    static constexpr unsigned entries = 31;
    static constexpr std::uint32_t none = ~0U;
    std::uint32_t before;
    std::uint32_t entry[entries];

    // All at once, a word for each lane of a warp: `before`, and the first `count` entries.
    __device__ std::uint32_t word(unsigned lane, unsigned count) const {
        return lane <= count ? reinterpret_cast<const std::uint32_t*>(this)[lane] : none;
    }
};

struct alignas(8) ChunkList {
    std::uint32_t last = ListChunk::none;
    std::uint32_t count = 0;

    // In the chunk written last; the others are full.
    __device__ unsigned in_last() const {
        return count == 0 ? 0 : (count - 1) % ListChunk::entries + 1;
    }
};

// The lanes of a warp call visit(whether the lane has an entry, the entry) for each chunk of a
// list.
template <class Visit>
__device__ void each_chunk(const ListChunk* chunks, const ChunkList& list, unsigned lane,
                           const Visit& visit) {
    unsigned entries = list.in_last();
    for (std::uint32_t chunk = list.last; chunk != ListChunk::none;) {
        const std::uint32_t word = chunks[chunk].word(lane, entries);
        chunk = __shfl_sync(all_lanes, word, 0);
        const bool mine = lane > 0 && lane <= entries;
        visit(mine, mine ? word : 0);
        entries = ListChunk::entries;
    }
}

// The lists of all targets, by their slots.
struct InteractionLists {
    ListChunk* chunks;
    unsigned capacity;
    std::uint32_t* used;      // chunks given out; more than there are if they did not suffice
    ChunkList* undecided;     // for a node's children
    ChunkList* far;           // sources as a whole
    ChunkList* near;          // leaves, for leaves
    ChunkList* whole;         // sources as a whole on each body of a leaf
    std::uint32_t* heard;     // how many sources are far from a node or from what is above it
    std::uint32_t* next_node; // which warps take from here; 0 at first
};

// Some of the nodes of the targets' tree, coarse ones first.
struct TargetNodes {
    const std::uint32_t* slots;
    unsigned count;

    // The nodes from the n-th on, before the `end`-th.
    TargetNodes part(unsigned n, unsigned end) const { return {slots + n, end - n}; }
};

// Which pairs of cells are taken as a whole.
template <class Real>
struct FmmPairLimits {
    int order;
    float tolerance; // of the least acceleration, that a pair may leave out
    // Nearer pairs and wider cells, in units of the expansions, would leave the range of a float.
    Real min_distance_squared;
    Real max_radius;
    const FmmUnits<Real>* units;
};

// The walks of all targets.
template <class Real>
struct ListTask {
    DeviceTreeView<Real> sources, targets;
    TargetNodes nodes;           // of the targets
    const Sphere<Real>* spheres; // of all of the targets'
    const float* least_accelerations;
    InteractionLists lists;
    Real softening_squared;
    FmmPairLimits<Real> limits;
};

// Bytes of it make a float beyond all others.
inline constexpr int unknown_acceleration_byte = 0x7f;

// For every target cell the least acceleration in it, without the factor G: from an estimate for
// each group of bodies, the least of them upwards. `estimates`: room for one a group;
// `least`: unknown before.
template <class Real>
void find_least_accelerations(DeviceQueue& queue, const DeviceTree<Real>& sources,
                              const DeviceTree<Real>& targets, Real softening_squared,
                              float* estimates, float* least);

// Bytes of it are the `undecided` of a node that has not been tested yet.
inline constexpr int pending_byte = 0xff;

// Puts the walks of all targets into the queue. `undecided` of all are pending, and `used` and
// `next_node` 0.
template <class Real>
void find_interactions(DeviceQueue& queue, const DeviceTree<Real>& targets,
                       const ListTask<Real>& task);

// The translations of some nodes' far lists.
template <class Real>
struct TranslationTask {
    TargetNodes nodes;
    const Real* moments; // of the sources
    Real* locals;        // overwritten
    const Sphere<Real>* spheres;
    const FmmUnits<Real>* units;
    InteractionLists lists;
    Real softening_squared;
    std::uint32_t* next; // where warps take targets from, 0 at first

    TranslationTask(const TargetNodes& of_targets, const NodeExpansions<Real>& from,
                    const NodeExpansions<Real>& to, const InteractionLists& interactions,
                    Real softening, std::uint32_t* counter)
        : nodes(of_targets), moments(from.moments), locals(to.locals), spheres(to.spheres),
          units(from.units), lists(interactions), softening_squared(softening), next(counter) {}
};

// M2L for all nodes of the task at once.
template <class Real>
void translate(DeviceQueue& queue, const TranslationTask<Real>& task, int order);

} // namespace orrery
