// The upward pass of the fast multipole method on a GPU: what stands for the bodies of every node.
//
// Idea:   eight lanes sum over a leaf's bodies: box, mass, centre of mass, and the moments about
//         that (P2M). Then eight lanes bring the same from up to eight children to their parent
//         (M2M): all levels in one launch, fine ones first, in which a warp waits for those that
//         have its children. A launch a level took six microseconds each, whatever it did.
// Source: Greengard & Rokhlin 1987, J. Comput. Phys. 73; in these coordinates sim/tree/
//         cartesian_expansion.hpp.
// Cost:   O(N); two or three microseconds a level.
// Units:  coefficients in FmmUnits, radii in the system's.

#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"

#include "sim/cuda/follow.cuh"
#include "sim/cuda/one_thread_each.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/fmm/gpu_lane_sums.cuh"
#include "sim/solvers/fmm/gpu_node_progress.cuh"
#include "sim/solvers/fmm/with_order.hpp"
#include "sim/solvers/tree/gpu_cell_stack.cuh"

#include <algorithm>

namespace orrery {
namespace {

constexpr float rounded_up = 1 + 1e-5F; // a pair that is just too near must not be accepted

// A node's radius is at least so many times the distance of its farthest child's centre of mass.
// The estimate of a pair's error knows how widely a node's mass is spread, but not that some of it
// may be next to the target: of a node whose mass is almost all that of one clump, with a slice of
// another at its end, the rest of that other clump would see the slice at no distance. Ordinary
// nodes are as wide as that anyway.
constexpr float of_farthest_child = 1.5F;

// Eight lanes for a node, in leaves and above.
constexpr unsigned node_lanes = max_children;

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
__device__ inline float power_of(float x, int n) {
    float result = 1;
    for (int i = 0; i < n; ++i) {
        result *= x;
    }
    return result;
}
__device__ inline float root_of_power(float x, int n) {
    return x > 0 ? exp2f(log2f(x) / float(n)) : 0;
}

// Combines the values of a node's lanes; each gets the result.
template <class Value, class Combine>
__device__ Value over_node(Value own, const Combine& combine) {
    for (unsigned step = node_lanes / 2; step > 0; step /= 2) {
        own = combine(own, __shfl_xor_sync(all_lanes, own, step));
    }
    return own;
}
template <class Value>
__device__ Value sum_of_node(Value own) {
    return over_node(own, [](Value a, Value b) { return a + b; });
}
template <class Value>
__device__ Value greatest_of_node(Value own) {
    return over_node(own, [](Value a, Value b) { return fmax(a, b); });
}
template <class Value>
__device__ Value least_of_node(Value own) {
    return over_node(own, [](Value a, Value b) { return fmin(a, b); });
}

// A lane's part of a node: its mass and where that is, as seen from a point near it, in double, and
// its box, empty at first.
template <class Real>
struct Met {
    double mass = 0, x = 0, y = 0, z = 0;
    Box<Real> box;

    __device__ explicit Met(const PointMass<Real>& near)
        : box(Box<Real>::around(near.x, near.y, near.z)) {}

    __device__ void add(const PointMass<Real>& part, const Box<Real>& around,
                        const PointMass<Real>& near) {
        const double own = double(part.mass);
        mass += own;
        x += own * (double(part.x) - double(near.x));
        y += own * (double(part.y) - double(near.y));
        z += own * (double(part.z) - double(near.z));
        box.extend(around);
    }

    // The monopole of all lanes together.
    __device__ PointMass<Real> monopole(const PointMass<Real>& near) const {
        const double all = sum_of_node(mass);
        const double per_mass = all > 0 ? 1 / all : 0;
        return {Real(double(near.x) + sum_of_node(x) * per_mass),
                Real(double(near.y) + sum_of_node(y) * per_mass),
                Real(double(near.z) + sum_of_node(z) * per_mass), Real(all)};
    }
    __device__ Box<Real> whole_box() const {
        return {least_of_node(box.low_x),     least_of_node(box.low_y),
                least_of_node(box.low_z),     greatest_of_node(box.high_x),
                greatest_of_node(box.high_y), greatest_of_node(box.high_z)};
    }
};

// The tree of the pass, and its output.
template <class Real>
struct UpwardTask {
    DeviceTreeView<Real> tree;
    WalkNode<Real>* walk_nodes;
    Box<Real>* boxes;
    NodeExpansions<Real> nodes;
};

// The order: as compiled, or of this run.
template <int order, class Real>
__device__ int order_of(const UpwardTask<Real>& task) {
    return order == any_order ? task.nodes.order : order;
}

// The results of a node's lanes, for the first of them to store.
template <class Real>
struct NodeBounds {
    PointMass<Real> monopole;
    Box<Real> box;
    Sphere<Real> sphere; // about its bodies
    Real radius;         // about the centre of mass, of a sphere that holds them
    float powers;        // a lane's part of sum m |x|^order, in units of `length`
    Real length;
};

// Sums of what the lanes of a node have; each lane gets every eighth, and stores it.
template <int order, class Real>
__device__ void store_moments(const Real (&own)[expansion_stride(order)],
                              const PointMass<Real>& centre, bool mine, Real* to) {
    constexpr int lanes = int(node_lanes);
    constexpr int stride = expansion_stride(order);
    const unsigned which = threadIdx.x % node_lanes;
    expansion::for_indices<0, (stride + lanes - 1) / lanes>([&]<int row>() {
        Real part[lanes] = {};
        expansion::for_indices<0, lanes>([&]<int i>() {
            if constexpr (row * lanes + i < stride) {
                part[i] = own[row * lanes + i];
            }
        });
        Real sum = sum_each_to_its_lane<node_lanes>(part, which);
        if constexpr (row * lanes <= place_of_centre) {
            sum = which == place_of_centre       ? centre.x
                  : which == place_of_centre + 1 ? centre.y
                  : which == place_of_centre + 2 ? centre.z
                                                 : sum;
        }
        if (mine && row * lanes + which < stride) {
            to[row * lanes + which] = sum;
        }
    });
}

template <int order, class Real>
__device__ void store_node(const Real (&moments)[expansion_stride(order)], NodeBounds<Real> bounds,
                           bool mine, std::uint32_t slot, const UpwardTask<Real>& task) {
    bounds.powers = sum_of_node(bounds.powers);
    if constexpr (order != any_order) { // else see sum_sliced_moments()
        store_moments<order>(moments, bounds.monopole, mine,
                             task.nodes.moments + std::size_t(slot) * expansion_stride(order));
    }
    if (!mine || threadIdx.x % node_lanes != 0) {
        return;
    }
    const auto mass = static_cast<float>(bounds.monopole.mass * task.nodes.units->inverse_mass);
    task.boxes[slot] = bounds.box;
    task.nodes.spheres[slot] = bounds.sphere;
    WalkNode<Real>& node = task.walk_nodes[slot];
    node.monopole = bounds.monopole;
    node.opening_radius = static_cast<float>(bounds.radius) * rounded_up;
    node.moment_length = mass > 0 ? static_cast<float>(bounds.length) *
                                        root_of_power(bounds.powers / mass, order_of<order>(task))
                                  : 0;
}

// For cells in depth-first order, those of them that are leaves.
template <class Real, int order>
__global__ void __launch_bounds__(block_threads)
    sum_leaves(UpwardTask<Real> task, unsigned node_count) {
    follow();
    const DeviceTreeView<Real>& tree = task.tree;
    const unsigned cell = (blockIdx.x * block_threads + threadIdx.x) / node_lanes;
    const unsigned slot = tree.slots[cell < node_count ? cell : 0];
    const std::uint32_t first = task.walk_nodes[slot].first;
    const bool mine = cell < node_count && task.walk_nodes[slot].is_leaf();
    if (cell < node_count && threadIdx.x % node_lanes == 0) {
        task.nodes.progress[slot] = mine ? moments_summed : nothing_done;
        if (cell == 0) { // for the passes to come
            task.nodes.next[0] = 0;
            task.nodes.next[1] = 0;
        }
    }
    const unsigned bodies = mine ? task.walk_nodes[slot].count() : 0;
    const FmmUnits<Real> units = *task.nodes.units;
    const PointMass<Real> near = mine ? tree.bodies[first] : PointMass<Real>{};
    const auto each_body = [&](const auto& visit) {
        for (unsigned i = threadIdx.x % node_lanes; i < bodies; i += node_lanes) {
            visit(tree.bodies[first + i]);
        }
    };
    Met<Real> met(near);
    each_body([&](const PointMass<Real>& body) {
        met.add(body, Box<Real>::around(body.x, body.y, body.z), near);
    });
    NodeBounds<Real> bounds;
    bounds.monopole = met.monopole(near);
    bounds.box = met.whole_box();
    const PointMass<Real> middle = middle_of(bounds.box);
    Real moments[expansion_stride(order)] = {};
    Real farthest = 0;
    Real radius = 0;
    each_body([&](const PointMass<Real>& body) {
        const Real d[3] = {(bounds.monopole.x - body.x) * units.inverse_length,
                           (bounds.monopole.y - body.y) * units.inverse_length,
                           (bounds.monopole.z - body.z) * units.inverse_length};
        if constexpr (order != any_order) {
            add_body<order>(body.mass * units.inverse_mass, d, moments);
        }
        farthest = fmax(farthest, distance(bounds.monopole, body));
        radius = fmax(radius, distance(middle, body));
    });
    farthest = greatest_of_node(farthest);
    bounds.sphere = {middle.x, middle.y, middle.z, greatest_of_node(radius) * rounded_up};
    bounds.radius = farthest;
    bounds.length = farthest;
    const Real per_length = farthest > 0 ? 1 / farthest : 0;
    bounds.powers = 0;
    each_body([&](const PointMass<Real>& body) {
        bounds.powers += static_cast<float>(body.mass * units.inverse_mass) *
                         power_of(static_cast<float>(distance(bounds.monopole, body) * per_length),
                                  order_of<order>(task));
    });
    store_node<order>(moments, bounds, mine, slot, task);
}

// The work of eight lanes on one node, a child each. `mine`: there is one, and it has children.
template <class Real, int order>
__device__ void gather_children(const UpwardTask<Real>& task, std::uint32_t slot, bool mine) {
    const WalkNode<Real>& node = task.walk_nodes[slot];
    const unsigned which = threadIdx.x % node_lanes;
    const bool has_child = mine && which < node.count();
    const FmmUnits<Real> units = *task.nodes.units;
    const std::uint32_t child_slot = node.first + which;
    const PointMass<Real> near = mine ? task.walk_nodes[node.first].monopole : PointMass<Real>{};
    WalkNode<Real> child{};
    Met<Real> met(near);
    if (has_child) {
        child = task.walk_nodes[child_slot];
        met.add(child.monopole, task.boxes[child_slot], near);
    }
    NodeBounds<Real> bounds;
    bounds.monopole = met.monopole(near);
    bounds.box = met.whole_box();
    const PointMass<Real> middle = middle_of(bounds.box);
    Real moments[expansion_stride(order)] = {};
    Real away = 0;
    Real radius = 0;
    Real least_radius = 0; // for this child's sake
    if (has_child) {
        if constexpr (order != any_order) {
            Real of_child[expansion_stride(order)];
            load_coefficients<order>(
                task.nodes.moments + std::size_t(child_slot) * expansion_stride(order), of_child);
            expansion::for_indices<0, 3>([&]<int i>() { of_child[place_of_centre + i] = 0; });
            const Real d[3] = {(bounds.monopole.x - child.monopole.x) * units.inverse_length,
                               (bounds.monopole.y - child.monopole.y) * units.inverse_length,
                               (bounds.monopole.z - child.monopole.z) * units.inverse_length};
            shift_moments<order>(of_child, d, moments);
        }
        away = distance(bounds.monopole, child.monopole);
        const Sphere<Real> around = task.nodes.spheres[child_slot];
        radius = distance(middle, {around.x, around.y, around.z, Real(0)}) + around.radius;
        const auto opening = static_cast<Real>(child.opening_radius);
        const Real ordinary =
            farthest_corner(task.boxes[child_slot], child.monopole) * (rounded_up * rounded_up);
        least_radius = opening > ordinary ? away + opening : Real(of_farthest_child) * away;
    }
    bounds.length = greatest_of_node(away + static_cast<Real>(child.opening_radius));
    // A child's mass is at most as far as its centre and its spread together (Minkowski).
    const Real spread = away + static_cast<Real>(child.moment_length);
    bounds.powers =
        bounds.length > 0
            ? static_cast<float>(child.monopole.mass * units.inverse_mass) *
                  power_of(static_cast<float>(spread / bounds.length), order_of<order>(task))
            : 0;
    bounds.radius = fmax(fmin(bounds.length, farthest_corner(bounds.box, bounds.monopole)),
                         greatest_of_node(least_radius));
    radius = fmin(greatest_of_node(radius), farthest_corner(bounds.box, middle)) * rounded_up;
    bounds.sphere = {middle.x, middle.y, middle.z, radius};
    store_node<order>(moments, bounds, mine, slot, task);
}

// M2M for all levels, fine ones first.
template <class Real, int order>
__global__ void __launch_bounds__(block_threads)
    gather_levels(UpwardTask<Real> task, const __grid_constant__ LevelTurns all_turns) {
    follow();
    WarpTurns turns(all_turns, Sweep::up, task.nodes.next);
    const unsigned which = threadIdx.x % node_lanes;
    for (;;) {
        const WarpTurns::Turn turn = turns.take();
        if (turn.first == turn.end) {
            return;
        }
        const unsigned place = turn.first + threadIdx.x % warp_size / node_lanes;
        const std::uint32_t slot = task.tree.by_level[place < turn.end ? place : turn.first];
        const WalkNode<Real>& node = task.walk_nodes[slot];
        const bool mine = place < turn.end && !node.is_leaf();
        if (__any_sync(all_lanes, mine) == 0) {
            continue;
        }
        if (mine && which < node.count()) {
            await_progress(task.nodes.progress[node.first + which], moments_summed);
        }
        __syncwarp(); // what one lane waited for others may read
        gather_children<Real, order>(task, slot, mine);
        __syncwarp(); // what all lanes stored is told by one
        if (mine && which == 0) {
            tell_progress(task.nodes.progress[slot], moments_summed);
        }
    }
}

} // namespace

template <class Real>
void sweep_up(DeviceQueue& queue, DeviceTree<Real>& tree, const NodeExpansions<Real>& nodes) {
    with_any_order(nodes.order, [&]<int order>() {
        const auto node_count = static_cast<unsigned>(tree.node_count());
        const UpwardTask<Real> task{tree.view(), tree.walk_nodes(), tree.boxes(), nodes};
        queue.launch("moments", one_thread_each(std::size_t(node_count) * node_lanes),
                     sum_leaves<Real, order>, task, node_count);
        const auto gather = gather_levels<Real, order>;
        const LevelTurns turns = level_turns(tree, Sweep::up, warp_size / node_lanes);
        const unsigned blocks = divided_up(turns.all * warp_size, block_threads);
        launch_following(queue, "moments", queue.resident_shape(gather, blocks, block_threads),
                         gather, task, turns);
    });
    if (is_sliced(nodes.order)) {
        sum_sliced_moments(queue, tree, nodes);
    }
}

template void sweep_up(DeviceQueue&, DeviceTree<float>&, const NodeExpansions<float>&);
template void sweep_up(DeviceQueue&, DeviceTree<double>&, const NodeExpansions<double>&);

} // namespace orrery
