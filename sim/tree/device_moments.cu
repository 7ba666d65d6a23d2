// Mass, centre of mass, second moments and the box of every node of a tree, in double precision;
// and from them the acceptance radii.
//
// Idea:    a leaf's thread sums over its bodies, then climbs towards the root. Of a cell's children
//          only the last to arrive goes on, and sums all of them in a fixed order: so the result
//          does not depend on who came when.
// Source:  the climb: Karras 2012, "Maximizing Parallelism in the Construction of BVHs, Octrees,
//          and k-d Trees" (bounding boxes).
// Cost:    O(N); its time is that of the deepest climb where there are few bodies.

#include "sim/tree/device_curve.cuh"

#include "sim/cuda/one_thread_each.hpp"

#include <type_traits>

namespace orrery {
namespace {

// Reads what another multiprocessor wrote during this launch: from the common cache, since this
// one's own may be older.
template <class Value>
__device__ Value load_common(const Value* from) {
    using Word = std::conditional_t<alignof(Value) % sizeof(uint4) == 0, uint4, uint2>;
    static_assert(alignof(Value) % sizeof(Word) == 0);
    Value value;
    auto* to = reinterpret_cast<Word*>(&value);
    for (std::size_t word = 0; word < sizeof(Value) / sizeof(Word); ++word) {
        to[word] = __ldcg(reinterpret_cast<const Word*>(from) + word);
    }
    return value;
}

// The arrays that receive the moments.
template <class Real>
struct NodeArrays {
    WalkNode<Real>* walk_nodes;
    Quadrupole<Real>* quadrupoles;
    Box<Real>* boxes;
};

template <class Real>
__device__ Moments moments_of(const PointMass<Real>& centre, const Quadrupole<Real>& quadrupole) {
    const double mass = double(centre.mass);
    Moments moments;
    moments.mass = mass;
    moments.x = double(centre.x);
    moments.y = double(centre.y);
    moments.z = double(centre.z);
    moments.xx = mass * double(quadrupole.xx);
    moments.xy = mass * double(quadrupole.xy);
    moments.xz = mass * double(quadrupole.xz);
    moments.yy = mass * double(quadrupole.yy);
    moments.yz = mass * double(quadrupole.yz);
    moments.zz = mass * double(quadrupole.zz);
    return moments;
}

template <class Real>
__device__ void store_node(const NodeArrays<Real>& arrays, std::uint32_t slot,
                           const Moments& moments, const Box<Real>& box, std::uint32_t first,
                           std::uint32_t packed) {
    WalkNode<Real>& node = arrays.walk_nodes[slot];
    node.monopole = monopole_of<Real>(moments);
    node.first = first;
    node.packed = packed;
    arrays.quadrupoles[slot] = Quadrupole<Real>::of(moments);
    arrays.boxes[slot] = box;
}

// Each leaf's thread sums over its bodies and climbs. At a cell all threads but the last to arrive
// stop there; that one knows that all children are done.
template <class Real>
__global__ void sum_upwards(const PointMass<Real>* bodies, std::uint32_t cell_count,
                            FoundCells cells, NodeArrays<Real> arrays) {
    const unsigned leaf = own_index();
    if (leaf >= cell_count || cells.children[leaf] != 0) {
        return;
    }
    const unsigned begin = cells.begin[leaf];
    const unsigned end = cells.end_of(leaf);
    const PointMass<Real> first = bodies[begin];
    Moments sums;
    Box<Real> box = Box<Real>::around(first.x, first.y, first.z);
    for (unsigned body = begin; body < end; ++body) {
        const PointMass<Real> one = bodies[body];
        sums.add(double(one.mass), double(one.x), double(one.y), double(one.z), double(first.x),
                 double(first.y), double(first.z));
        box.extend(Box<Real>::around(one.x, one.y, one.z));
    }
    const Moments moments = sums.centred(double(first.x), double(first.y), double(first.z));
    store_node(arrays, cells.slot[leaf], moments, box, begin,
               WalkNode<Real>::pack(end - begin, cells.level_of(leaf), true));
    for (std::uint32_t cell = leaf; cell != 0;) {
        cell = cells.parent[cell];
        const std::uint32_t children = cells.children[cell];
        const unsigned count = Children::count(children);
        __threadfence();
        if (atomicAdd(&cells.begin[cell], 1U) + 1 != count) {
            return;
        }
        __threadfence();
        const unsigned slot = Children::first(children);
        const PointMass<Real> near = load_common(&arrays.walk_nodes[slot].monopole);
        Moments all;
        Box<Real> whole = load_common(&arrays.boxes[slot]);
        for (unsigned child = slot; child < slot + count; ++child) {
            all.add(moments_of(load_common(&arrays.walk_nodes[child].monopole),
                               load_common(&arrays.quadrupoles[child])),
                    double(near.x), double(near.y), double(near.z));
            whole.extend(load_common(&arrays.boxes[child]));
        }
        const Moments summed = all.centred(double(near.x), double(near.y), double(near.z));
        store_node(arrays, cells.slot[cell], summed, whole, slot,
                   WalkNode<Real>::pack(count, cells.level_of(cell), false));
    }
}

template <class Real>
__global__ void find_acceptance_radii(std::uint32_t nodes, OpeningCriterion criterion,
                                      NodeArrays<Real> arrays) {
    const unsigned i = own_index();
    if (i >= nodes) {
        return;
    }
    WalkNode<Real>& node = arrays.walk_nodes[i];
    const PointMass<Real> own = node.monopole;
    const PointMass<double> monopole{double(own.x), double(own.y), double(own.z), double(own.mass)};
    const double size_squared = -2 * double(arrays.quadrupoles[i].potential_trace);
    const AcceptanceRadii radii =
        acceptance_radii(criterion, monopole, size_squared, arrays.boxes[i]);
    // Rounded up: a cell that is just too near must not be accepted.
    constexpr double up = 1 + 1e-6;
    node.opening_radius = static_cast<float>(radii.opening_radius * up);
    node.moment_length = static_cast<float>(radii.moment_length * up);
}

} // namespace

template <class Real>
void DeviceTree<Real>::compute_moments(DeviceQueue& queue) {
    quadrupoles_.reserve(walk_nodes_.size());
    queue.launch("moments", one_thread_each(node_count()), sum_upwards<Real>, bodies_.data(),
                 node_count(), found_cells(),
                 NodeArrays<Real>{walk_nodes_.data(), quadrupoles_.data(), boxes_.data()});
}

template <class Real>
void DeviceTree<Real>::compute_acceptance(DeviceQueue& queue, const OpeningCriterion& criterion) {
    queue.launch("moments", one_thread_each(node_count()), find_acceptance_radii<Real>,
                 node_count(), criterion,
                 NodeArrays<Real>{walk_nodes_.data(), quadrupoles_.data(), boxes_.data()});
}

template void DeviceTree<float>::compute_moments(DeviceQueue&);
template void DeviceTree<double>::compute_moments(DeviceQueue&);
template void DeviceTree<float>::compute_acceptance(DeviceQueue&, const OpeningCriterion&);
template void DeviceTree<double>::compute_acceptance(DeviceQueue&, const OpeningCriterion&);

} // namespace orrery
