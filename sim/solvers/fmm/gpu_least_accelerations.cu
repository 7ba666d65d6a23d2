// The least acceleration among the bodies of each target cell, by which the fast multipole method
// knows how exactly the cell has to know what pulls on it.
//
// Idea:   a warp estimates the acceleration of a group of neighbours by a coarse walk; a leaf has
// the
//         least of its groups, and climbs with it as long as that is the least of all below.
// Cost:   a walk of some hundred cells for 128 bodies.
// Units:  accelerations without the factor G.

#include "sim/solvers/fmm/gpu_interaction_lists.cuh"

#include "sim/cuda/follow.cuh"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/tree/gpu_group.cuh"

namespace orrery {
namespace {

constexpr unsigned estimate_threads = 64;
constexpr unsigned warps = estimate_threads / warp_size;

// Non-negative floats are ordered as their bits are.
__device__ void lower(float* least, float value) {
    atomicMin(reinterpret_cast<unsigned*>(least), __float_as_uint(value));
}

template <class Real>
__device__ Box<Real> box_of_group(const PointMass<Real>* bodies, const Group& group,
                                  unsigned lane) {
    const PointMass<Real> first = bodies[group.begin];
    Box<Real> box = Box<Real>::around(first.x, first.y, first.z);
    for (unsigned i = group.begin + lane; i < group.end; i += warp_size) {
        box.extend(Box<Real>::around(bodies[i].x, bodies[i].y, bodies[i].z));
    }
    return {min_of_lanes(box.low_x),    min_of_lanes(box.low_y),    min_of_lanes(box.low_z),
            -min_of_lanes(-box.high_x), -min_of_lanes(-box.high_y), -min_of_lanes(-box.high_z)};
}

template <class Real>
__global__ void __launch_bounds__(estimate_threads)
    estimate_groups(DeviceTreeView<Real> sources, DeviceTreeView<Real> targets, unsigned groups,
                    Real softening_squared, float* estimates) {
    follow();
    __shared__ std::uint32_t stacks[warps][CellStack::size];
    const unsigned group = blockIdx.x * warps + threadIdx.x / warp_size;
    const unsigned lane = threadIdx.x % warp_size;
    if (group >= groups) {
        return;
    }
    const Box<Real> box = box_of_group(targets.bodies, targets.groups[group], lane);
    // As the body in the farthest corner may feel it: beyond most bodies groups are large.
    const Real x = box.high_x - box.low_x;
    const Real y = box.high_y - box.low_y;
    const Real z = box.high_z - box.low_z;
    const float pull = estimate_pull(sources, box, sqrt(x * x + y * y + z * z) / 2, Real(0),
                                     softening_squared, stacks[threadIdx.x / warp_size], lane)
                           .acceleration();
    if (lane == 0) {
        estimates[group] = pull;
    }
}

// A leaf has that of its groups, and what is above it the least. Climbs as long as it is that.
template <class Real>
__global__ void lower_ancestors(DeviceTreeView<Real> targets, unsigned node_count,
                                const float* estimates, float* accelerations) {
    follow();
    const unsigned cell = blockIdx.x * block_threads + threadIdx.x;
    if (cell >= node_count) {
        return;
    }
    std::uint32_t slot = targets.slots[cell];
    const WalkNode<Real> leaf = targets.walk_nodes[slot];
    if (!leaf.is_leaf()) {
        return;
    }
    const unsigned end = targets.groups_before(leaf.first + leaf.count());
    float own = estimates[end - 1];
    for (unsigned group = targets.groups_before(leaf.first + 1); group < end; ++group) {
        own = fminf(own, estimates[group - 1]);
    }
    for (;;) {
        lower(&accelerations[slot], own);
        if (slot == 0) {
            return;
        }
        slot = targets.parents[slot];
        if (accelerations[slot] <= own) {
            return;
        }
    }
}

} // namespace

template <class Real>
void find_least_accelerations(DeviceQueue& queue, const DeviceTree<Real>& sources,
                              const DeviceTree<Real>& targets, Real softening_squared,
                              float* estimates, float* least) {
    const auto nodes = static_cast<unsigned>(targets.node_count());
    const auto groups = static_cast<unsigned>(targets.group_count());
    queue.launch("lists", {dim3((groups + warps - 1) / warps), dim3(estimate_threads)},
                 estimate_groups<Real>, sources.view(), targets.view(), groups, softening_squared,
                 estimates);
    launch_following(queue, "lists", one_thread_each(nodes), lower_ancestors<Real>, targets.view(),
                     nodes, estimates, least);
}

template void find_least_accelerations(DeviceQueue&, const DeviceTree<float>&,
                                       const DeviceTree<float>&, float, float*, float*);
template void find_least_accelerations(DeviceQueue&, const DeviceTree<double>&,
                                       const DeviceTree<double>&, double, float*, float*);

} // namespace orrery
