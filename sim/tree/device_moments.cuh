#pragma once

// The octree in the making: cells as they are found, what stands for the bodies of its nodes, and
// what a criterion makes of it.

#include "sim/cuda/device_queue.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <cstdint>

namespace orrery {

// Cells as they are found, one array each: in depth-first order, with the bodies they have. `slot`
// is the index of the node that a cell becomes.
struct FoundCells {
    std::uint32_t* begin; // first body of a leaf; of a divided cell, how many children have arrived
    std::uint32_t* end;   // one past the last body, and the level
    std::uint32_t *parent, *children, *slot;

    static constexpr int level_shift = DeviceTree<float>::body_bits;
    __device__ static std::uint32_t packed_end(unsigned end, int level) {
        return end | static_cast<std::uint32_t>(level) << level_shift;
    }
    __device__ unsigned end_of(std::uint32_t cell) const {
        return end[cell] & ((1U << level_shift) - 1);
    }
    __device__ int level_of(std::uint32_t cell) const { return int(end[cell] >> level_shift); }
};

// A cell's children: where their slots begin and how many they are. 0: a leaf.
struct Children {
    static constexpr int count_bits = 4;
    __device__ static std::uint32_t packed(unsigned first, unsigned count) {
        return first << count_bits | count;
    }
    __device__ static unsigned first(std::uint32_t packed) { return packed >> count_bits; }
    __device__ static unsigned count(std::uint32_t packed) {
        return packed & ((1U << count_bits) - 1);
    }
};

// Where the moments go.
template <class Real>
struct NodeArrays {
    WalkNode<Real>* walk_nodes;
    Quadrupole<Real>* quadrupoles;
    Box<Real>* boxes;
};

// Puts it into the queue: all but the acceptance radii …
template <class Real>
void compute_moments(DeviceQueue& queue, std::size_t nodes, const PointMass<Real>* bodies,
                     const FoundCells& cells, const NodeArrays<Real>& arrays);

// … and those.
template <class Real>
void compute_acceptance(DeviceQueue& queue, std::size_t nodes, const OpeningCriterion& criterion,
                        const NodeArrays<Real>& arrays);

} // namespace orrery
