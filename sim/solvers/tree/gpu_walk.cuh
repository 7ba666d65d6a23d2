#pragma once

// What a walk over the tree computes with, and its launch.

#include "sim/solvers/direct/gpu_pair.cuh"
#include "sim/solvers/tree/gpu_octree.cuh"

namespace orrery {

// One launch of the walk: the groups from first/parts to end/parts of all.
template <class Real>
struct WalkTask {
    OctreeView<Real> tree;
    AccelerationsView<Real> result;
    Real softening_squared;
    Real gravity;
    Opening opening;
    unsigned first_part, end_part;
    std::uint32_t* next_group; // warps take groups from here; 0 at first
    unsigned long long* terms; // bodies and cells summed over, for all targets
};

// The launch is cut into up to this many parts.
inline constexpr unsigned walk_parts = 4096;

template <class Real>
using WalkKernel = void (*)(WalkTask<Real>);

// The kernel for what is wanted of it, for groups of 32 or of 64 bodies.
template <class Real>
WalkKernel<Real> walk_kernel(bool with_potential, bool softened, int order, unsigned group);

inline constexpr unsigned walk_threads = 128;

extern template WalkKernel<float> walk_kernel<float>(bool, bool, int, unsigned);
extern template WalkKernel<double> walk_kernel<double>(bool, bool, int, unsigned);

} // namespace orrery
