#pragma once

// The input of a walk over the tree, and its launch.

#include "sim/solvers/direct/gpu_pair.cuh"
#include "sim/solvers/direct/mesh_part.hpp"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"
#include "sim/tree/device_tree.cuh"

namespace orrery {

// One launch of the walk: for the groups that begin with bodies [first_body, end_body) of the
// targets' curve, and have a target whose result is wanted.
template <class Real>
struct WalkTask {
    DeviceTreeView<Real> tree; // of the sources
    DeviceTreeView<Real>
        targets; // whose groups walk: the same, or one over targets that are others
    WantedTargets wanted;
    std::uint32_t number_offset; // of sources, from the places of the targets that they are
    AccelerationsView<Real> result;
    Real softening_squared;
    Real gravity;
    OpeningCriterion criterion;
    // For kernels of short range: what a mesh has of the law, and the edges of the box that all
    // bodies are in; 0: it is open.
    MeshPart<Real> mesh_part{1, 1, 0};
    Real edges[3] = {};
    unsigned first_body, end_body;
    std::uint32_t* next_group; // warps take groups from here; 0 at first
    unsigned long long* terms; // bodies and cells summed over, for all targets
};

// The offset where targets are others: sources then have the numbers of no target.
inline constexpr std::uint32_t no_target = 1U << (DeviceTree<float>::body_bits + 1);

template <class Real>
using WalkKernel = void (*)(WalkTask<Real>);

// The kernel for what is wanted of it, for groups of 32 or of 64 bodies.
template <class Real>
WalkKernel<Real> walk_kernel(bool with_potential, bool softened, int order, unsigned group);
// The same of a law of short range, in a box of images where that is periodic.
template <class Real>
WalkKernel<Real> short_walk_kernel(bool with_potential, bool softened, int order, unsigned group);

// Few, so that a block soon ends and makes way for what is more urgent, like the next picture; but
// no fewer, or there are more blocks than a multiprocessor keeps track of.
inline constexpr unsigned walk_threads = 64;
// That a warp walks for at most: enough that starting blocks costs nothing, few enough that blocks
// soon end.
inline constexpr unsigned groups_a_warp = 4;

} // namespace orrery
