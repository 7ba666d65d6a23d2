// The upward and the downward pass of the fast multipole method on a GPU.
//
// Idea:   up:   a warp sums the moments of a leaf's bodies about its centre of mass, one body a
// lane
//               (P2M); then, level by level, eight lanes bring the moments of up to eight children
//               to their parent (M2M).
//         down: level by level, a node's thread adds its parent's series to its own (L2L).
// Source: Greengard & Rokhlin 1987, J. Comput. Phys. 73; in these coordinates sim/tree/
//         cartesian_expansion.hpp.
// Cost:   O(N); a launch a level, each of some microseconds where levels are small.
// Units:  coefficients in FmmUnits, radii in the system's.

#include "sim/solvers/fmm/gpu_expansions.cuh"

#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/gpu_cell_stack.cuh"

#include <algorithm>

namespace orrery {
namespace {

template <class Real>
__global__ void set_units(const CurveSpace* space, const WalkNode<Real>* root,
                          FmmUnits<Real>* units) {
    // Most bodies are within a sixteenth of the reach, and cells are some thousandths of that.
    const Real length = static_cast<Real>(ldexp(space->reach, -10));
    const Real total = root->monopole.mass;
    int exponent = 0;
    frexp(total > 0 ? total : Real(1), &exponent);
    *units = {length, 1 / length, ldexp(Real(1), exponent), ldexp(Real(1), -exponent)};
}

template <class Real>
__device__ Real distance(const PointMass<Real>& a, const PointMass<Real>& b) {
    const Real x = a.x - b.x;
    const Real y = a.y - b.y;
    const Real z = a.z - b.z;
    return sqrt(x * x + y * y + z * z);
}

template <class Real>
__device__ PointMass<Real> middle_of(const Box<Real>& box) {
    return {Real(0.5) * (box.low_x + box.high_x), Real(0.5) * (box.low_y + box.high_y),
            Real(0.5) * (box.low_z + box.high_z), Real(0)};
}

// From a point within to the farthest corner of a box.
template <class Real>
__device__ Real farthest_corner(const Box<Real>& box, const PointMass<Real>& centre) {
    const Real x = fmax(box.high_x - centre.x, centre.x - box.low_x);
    const Real y = fmax(box.high_y - centre.y, centre.y - box.low_y);
    const Real z = fmax(box.high_z - centre.z, centre.z - box.low_z);
    return sqrt(x * x + y * y + z * z);
}

// x^n, with roots undone by root_of_power().
template <int n>
__device__ float power_of(float x) {
    float result = 1;
    for (int i = 0; i < n; ++i) {
        result *= x;
    }
    return result;
}
template <int n>
__device__ float root_of_power(float x) {
    return x > 0 ? exp2f(log2f(x) / n) : 0;
}

constexpr float rounded_up = 1 + 1e-5F; // a pair that is just too near must not be accepted

// Eight lanes for a node, in leaves and above.
constexpr unsigned node_lanes = max_children;

template <class Value>
__device__ Value greatest_of_node(Value own) {
    for (unsigned step = node_lanes / 2; step > 0; step /= 2) {
        own = fmax(own, __shfl_xor_sync(all_lanes, own, step));
    }
    return own;
}

// What the lanes of a node found, for the first of them to store. `radius`: of a sphere that holds
// all bodies; `powers`: sum m |x|^order, in units of `length`.
template <int order, class Real>
__device__ void store_node(Real (&moments)[expansion_stride(order)], float powers, Real length,
                           Real radius, const Sphere<Real>& sphere, bool mine, std::uint32_t slot,
                           const FmmUnits<Real>& units, WalkNode<Real>* walk_nodes,
                           const NodeExpansions<Real>& nodes) {
    for (unsigned step = node_lanes / 2; step > 0; step /= 2) {
        powers += __shfl_xor_sync(all_lanes, powers, step);
        expansion::for_indices<0, coefficients(order)>(
            [&]<int n>() { moments[n] += __shfl_xor_sync(all_lanes, moments[n], step); });
    }
    if (!mine || threadIdx.x % node_lanes != 0) {
        return;
    }
    const PointMass<Real> centre = walk_nodes[slot].monopole;
    moments[place_of_centre] = centre.x;
    moments[place_of_centre + 1] = centre.y;
    moments[place_of_centre + 2] = centre.z;
    store_coefficients<order>(moments, nodes.moments + std::size_t(slot) * expansion_stride(order));
    const auto mass = static_cast<float>(centre.mass * units.inverse_mass);
    nodes.spheres[slot] = sphere;
    walk_nodes[slot].opening_radius = static_cast<float>(radius) * rounded_up;
    walk_nodes[slot].moment_length =
        mass > 0 ? static_cast<float>(length) * root_of_power<order>(powers / mass) : 0;
}

// For cells in depth-first order, those of them that are leaves.
template <class Real, int order>
__global__ void __launch_bounds__(block_threads)
    sum_leaves(DeviceTreeView<Real> tree, unsigned node_count, WalkNode<Real>* walk_nodes,
               NodeExpansions<Real> nodes) {
    const unsigned cell = (blockIdx.x * block_threads + threadIdx.x) / node_lanes;
    const unsigned slot = tree.slots[cell < node_count ? cell : 0];
    const WalkNode<Real> node = tree.walk_nodes[slot];
    const bool mine = cell < node_count && node.is_leaf();
    const unsigned bodies = mine ? node.count() : 0;
    const FmmUnits<Real> units = *nodes.units;
    const PointMass<Real> middle = middle_of(tree.boxes[slot]);
    Real moments[expansion_stride(order)] = {};
    Real farthest = 0;
    Real radius = 0;
    for (unsigned i = threadIdx.x % node_lanes; i < bodies; i += node_lanes) {
        const PointMass<Real> body = tree.bodies[node.first + i];
        const Real d[3] = {(node.monopole.x - body.x) * units.inverse_length,
                           (node.monopole.y - body.y) * units.inverse_length,
                           (node.monopole.z - body.z) * units.inverse_length};
        add_body<order>(body.mass * units.inverse_mass, d, moments);
        farthest = fmax(farthest, distance(node.monopole, body));
        radius = fmax(radius, distance(middle, body));
    }
    farthest = greatest_of_node(farthest);
    radius = greatest_of_node(radius) * rounded_up;
    const Real per_length = farthest > 0 ? 1 / farthest : 0;
    float powers = 0;
    for (unsigned i = threadIdx.x % node_lanes; i < bodies; i += node_lanes) {
        const PointMass<Real> body = tree.bodies[node.first + i];
        powers += static_cast<float>(body.mass * units.inverse_mass) *
                  power_of<order>(static_cast<float>(distance(node.monopole, body) * per_length));
    }
    store_node<order>(moments, powers, farthest, farthest, {middle.x, middle.y, middle.z, radius},
                      mine, slot, units, walk_nodes, nodes);
}

// For the nodes of one level, a child for each lane.
template <class Real, int order>
__global__ void __launch_bounds__(block_threads)
    gather_children(DeviceTreeView<Real> tree, unsigned first, unsigned end,
                    WalkNode<Real>* walk_nodes, NodeExpansions<Real> nodes) {
    const unsigned place = first + (blockIdx.x * block_threads + threadIdx.x) / node_lanes;
    const unsigned slot = tree.by_level[place < end ? place : first];
    const WalkNode<Real> node = tree.walk_nodes[slot];
    const bool mine = place < end && !node.is_leaf();
    const unsigned which = threadIdx.x % node_lanes;
    const bool has_child = mine && which < node.count();
    const FmmUnits<Real> units = *nodes.units;
    Real moments[expansion_stride(order)] = {};
    const PointMass<Real> middle = middle_of(tree.boxes[slot]);
    Real away = 0;
    Real radius = 0;
    WalkNode<Real> child{};
    if (has_child) {
        child = tree.walk_nodes[node.first + which];
        Real of_child[expansion_stride(order)];
        load_coefficients<order>(
            nodes.moments + std::size_t(node.first + which) * expansion_stride(order), of_child);
        expansion::for_indices<0, 3>([&]<int i>() { of_child[place_of_centre + i] = 0; });
        const Real d[3] = {(node.monopole.x - child.monopole.x) * units.inverse_length,
                           (node.monopole.y - child.monopole.y) * units.inverse_length,
                           (node.monopole.z - child.monopole.z) * units.inverse_length};
        shift_moments<order>(of_child, d, moments);
        away = distance(node.monopole, child.monopole);
        const Sphere<Real> around = nodes.spheres[node.first + which];
        radius = distance(middle, {around.x, around.y, around.z, Real(0)}) + around.radius;
    }
    const Real farthest = greatest_of_node(away + static_cast<Real>(child.opening_radius));
    // A child's mass is at most as far as its centre and its spread together (Minkowski).
    const Real spread = away + static_cast<Real>(child.moment_length);
    const float powers = farthest > 0
                             ? static_cast<float>(child.monopole.mass * units.inverse_mass) *
                                   power_of<order>(static_cast<float>(spread / farthest))
                             : 0;
    const Box<Real> box = tree.boxes[slot];
    radius = fmin(greatest_of_node(radius), farthest_corner(box, middle)) * rounded_up;
    store_node<order>(moments, powers, farthest,
                      fmin(farthest, farthest_corner(box, node.monopole)),
                      {middle.x, middle.y, middle.z, radius}, mine, slot, units, walk_nodes, nodes);
}

template <class Real, int order>
__global__ void hand_down(DeviceTreeView<Real> tree, unsigned first, unsigned end,
                          NodeExpansions<Real> nodes) {
    const unsigned place = first + blockIdx.x * block_threads + threadIdx.x;
    if (place >= end) {
        return;
    }
    const unsigned slot = tree.by_level[place];
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

} // namespace

template <class Real>
void find_units(DeviceQueue& queue, const DeviceTree<Real>& tree, FmmUnits<Real>* units) {
    queue.launch("moments", {dim3(1), dim3(1)}, set_units<Real>, tree.space(),
                 tree.view().walk_nodes, units);
}

template <class Real>
void sweep_up(DeviceQueue& queue, DeviceTree<Real>& tree, const NodeExpansions<Real>& nodes) {
    with_order(nodes.order, [&]<int order>() {
        const auto node_count = static_cast<unsigned>(tree.node_count());
        queue.launch("moments", one_thread_each(std::size_t(node_count) * node_lanes),
                     sum_leaves<Real, order>, tree.view(), node_count, tree.walk_nodes(), nodes);
        for (int level = curve_levels; level >= 0; --level) {
            const unsigned first = tree.level_begin(level);
            const unsigned end = tree.level_begin(level + 1);
            queue.launch("moments", one_thread_each(std::size_t(end - first) * node_lanes),
                         gather_children<Real, order>, tree.view(), first, end, tree.walk_nodes(),
                         nodes);
        }
    });
}

template <class Real>
void sweep_down(DeviceQueue& queue, const DeviceTree<Real>& tree,
                const NodeExpansions<Real>& nodes) {
    with_order(nodes.order, [&]<int order>() {
        for (int level = 1; level <= curve_levels; ++level) {
            const unsigned first = tree.level_begin(level);
            const unsigned end = tree.level_begin(level + 1);
            queue.launch("downward", one_thread_each(end - first), hand_down<Real, order>,
                         tree.view(), first, end, nodes);
        }
    });
}

template void find_units(DeviceQueue&, const DeviceTree<float>&, FmmUnits<float>*);
template void find_units(DeviceQueue&, const DeviceTree<double>&, FmmUnits<double>*);
template void sweep_up(DeviceQueue&, DeviceTree<float>&, const NodeExpansions<float>&);
template void sweep_up(DeviceQueue&, DeviceTree<double>&, const NodeExpansions<double>&);
template void sweep_down(DeviceQueue&, const DeviceTree<float>&, const NodeExpansions<float>&);
template void sweep_down(DeviceQueue&, const DeviceTree<double>&, const NodeExpansions<double>&);

} // namespace orrery
