// What the nodes of an octree hold: boxes and moments, from the leaves up, and from them what the
// opening criterion and the pull of a cell need.
//
// Idea:   a node of one depth asks only its children, so all nodes of a depth are measured at once.
//         Sums are in double and about a point inside the node: nothing cancels, however far the
//         bodies are from the origin.
// Source: Barnes & Hut 1986; moments about the centre of mass: Hernquist 1987.

#include "sim/solvers/tree/octree_build.hpp"

namespace orrery {
namespace {

constexpr std::size_t nodes_at_once = 128; // of one task

template <class Real>
Moments leaf_moments(const BodiesView<Real>& bodies, const TreeNode& node, const Box<Real>& box) {
    const auto x = double(box.low_x), y = double(box.low_y), z = double(box.low_z);
    Moments sums;
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        sums.add(double(bodies.mass[i]), double(bodies.x[i]), double(bodies.y[i]),
                 double(bodies.z[i]), x, y, z);
    }
    return sums.centred(x, y, z);
}

template <class Real>
void measure_node(const BodiesView<Real>& bodies, std::uint32_t index, Octree<Real>& octree) {
    const TreeNode& node = octree.nodes[index];
    if (node.is_leaf()) {
        octree.boxes[index] = box_of(bodies, node.begin, node.end);
        octree.moments[index] = leaf_moments(bodies, node, octree.boxes[index]);
        return;
    }
    Box<Real> box = octree.boxes[node.first_child];
    const Moments& origin = octree.moments[node.first_child];
    Moments sums;
    for (std::uint32_t i = node.first_child; i < node.first_child + node.children; ++i) {
        box.extend(octree.boxes[i]);
        sums.add(octree.moments[i], origin.x, origin.y, origin.z);
    }
    octree.boxes[index] = box;
    octree.moments[index] = sums.centred(origin.x, origin.y, origin.z);
}

template <class Real>
Cell<Real> cell_of(const Moments& moments) {
    const auto real = [](double value) { return static_cast<Real>(value); };
    const double per_mass = moments.mass > 0 ? 1 / moments.mass : 0;
    return {real(moments.x),
            real(moments.y),
            real(moments.z),
            real(moments.mass),
            real(moments.xx * per_mass),
            real(moments.xy * per_mass),
            real(moments.xz * per_mass),
            real(moments.yy * per_mass),
            real(moments.yz * per_mass),
            real(moments.zz * per_mass),
            real(-0.5 * (moments.xx + moments.yy + moments.zz) * per_mass)};
}

template <class Real>
void offer_node(const Opening& opening, std::uint32_t index, Octree<Real>& octree) {
    const Moments& moments = octree.moments[index];
    const CellReach reach = cell_reach(opening, moments, octree.boxes[index]);
    octree.cells[index] = cell_of<Real>(moments);
    octree.x[index] = static_cast<Real>(moments.x);
    octree.y[index] = static_cast<Real>(moments.y);
    octree.z[index] = static_cast<Real>(moments.z);
    octree.mass[index] = static_cast<Real>(moments.mass);
    octree.guard[index] = static_cast<Real>(reach.guard);
    octree.spread[index] = static_cast<Real>(reach.spread);
}

} // namespace

template <class Real>
void measure(const BodiesView<Real>& bodies, const Opening& opening, Workers& workers,
             Octree<Real>& octree) {
    const std::size_t count = octree.nodes.size();
    octree.boxes.resize(count);
    octree.moments.resize(count);
    octree.cells.resize(count);
    for (std::vector<Real>* array :
         {&octree.x, &octree.y, &octree.z, &octree.mass, &octree.guard, &octree.spread}) {
        array->resize(count + most_children);
    }
    for (std::size_t depth = octree.depths.size() - 1; depth-- > 0;) {
        const std::uint32_t first = octree.depths[depth];
        const std::uint32_t nodes = octree.depths[depth + 1] - first;
        workers.for_ranges(nodes, nodes_at_once, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const auto index = first + static_cast<std::uint32_t>(i);
                measure_node(bodies, index, octree);
                offer_node(opening, index, octree);
            }
        });
    }
}

template <class Real>
std::size_t Octree<Real>::scratch_bytes() const {
    const auto bytes = [](const auto&... arrays) {
        return (... + (arrays.capacity() * sizeof(*arrays.data())));
    };
    return bytes(nodes, depths, boxes, moments, cells, groups, x, y, z, mass, guard, spread);
}

template void measure(const BodiesView<float>&, const Opening&, Workers&, Octree<float>&);
template void measure(const BodiesView<double>&, const Opening&, Workers&, Octree<double>&);
template std::size_t Octree<float>::scratch_bytes() const;
template std::size_t Octree<double>::scratch_bytes() const;

} // namespace orrery
