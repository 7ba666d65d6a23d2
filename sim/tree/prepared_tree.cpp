// The moments of a tree's nodes, from the leaves up.
//
// Idea:   a leaf's are summed over its bodies about a point inside its box, a parent's over its
//         children's about the centre of the first of them, and then moved to the centre of mass.
// Source: Barnes & Hut 1986; moments about the centre of mass: Hernquist 1987.
// Cost:   10 sums a body and 10 a node, in double.

#include "sim/tree/prepared_tree.hpp"

#include <cmath>

namespace orrery {
namespace {

template <class Real>
Moments moments_of_bodies(const BodiesView<Real>& bodies, const Node& node, const Box<Real>& box) {
    const auto x = double(box.low_x), y = double(box.low_y), z = double(box.low_z);
    Moments sums;
    for (std::uint32_t i = node.begin; i < node.end; ++i) {
        sums.add(double(bodies.mass[i]), double(bodies.x[i]), double(bodies.y[i]),
                 double(bodies.z[i]), x, y, z);
    }
    return sums.centred(x, y, z);
}

Moments moments_of_children(const std::vector<Moments>& moments, const Node& node) {
    const Moments& origin = moments[node.first_child];
    Moments sums;
    for (std::uint32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
        sums.add(moments[i], origin.x, origin.y, origin.z);
    }
    return sums.centred(origin.x, origin.y, origin.z);
}

ChildLinks links_of(const std::vector<Node>& nodes, const Node& node) {
    ChildLinks links{node.first_child, node.child_count, 0, 0};
    for (unsigned i = 0; i < node.child_count; ++i) {
        const Node& child = nodes[node.first_child + i];
        const auto bit = static_cast<std::uint8_t>(1U << i);
        if (child.is_leaf()) {
            links.leaf_children |= bit;
            const bool small = !is_closed(child) && child.count() <= max_point_leaf;
            links.small_children |= small ? bit : std::uint8_t{0};
        }
    }
    return links;
}

} // namespace

template <class Real>
void Expansions<Real>::compute(const Tree<Real>& tree, const BodiesView<Real>& bodies,
                               Workers& workers) {
    moments.resize(tree.nodes.size());
    multipoles.resize(tree.nodes.size());
    upsweep(tree, workers, [&](std::uint32_t index) {
        const Node& node = tree.nodes[index];
        Moments& own = moments[index];
        own = node.is_leaf() ? moments_of_bodies(bodies, node, tree.boxes[index])
                             : moments_of_children(moments, node);
        multipoles[index] = {monopole_of<Real>(own), Quadrupole<Real>::of(own)};
    });
}

template <class Real>
bool Expansions<Real>::finite() const {
    if (moments.empty()) {
        return true;
    }
    const Moments& all = moments.front();
    return std::isfinite(all.mass + all.x + all.y + all.z + all.xx + all.yy + all.zz);
}

template <class Real>
std::size_t Expansions<Real>::bytes() const {
    return moments.capacity() * sizeof(Moments) + multipoles.capacity() * sizeof(Multipole<Real>);
}

template <class Real>
void WalkNodes<Real>::compute(const Tree<Real>& tree, const Expansions<Real>& expansions,
                              const OpeningCriterion& criterion, Workers& workers) {
    constexpr std::size_t nodes_at_once = 128; // of one task
    const std::size_t count = tree.nodes.size();
    links.resize(count);
    for (std::vector<Real>* array : arrays()) {
        array->resize(count + max_children);
    }
    workers.for_ranges(count, nodes_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            link(tree, i);
            set(i, expansions, criterion, tree.boxes[i]);
        }
    });
}

template <class Real>
void WalkNodes<Real>::link(const Tree<Real>& tree, std::size_t node) {
    links[node] = links_of(tree.nodes, tree.nodes[node]);
}

template <class Real>
void WalkNodes<Real>::set(std::size_t node, const Expansions<Real>& expansions,
                          const OpeningCriterion& criterion, const Box<Real>& box) {
    const Moments& moments = expansions.moments[node];
    const PointMass<Real>& monopole = expansions.multipoles[node].monopole;
    const AcceptanceRadii radii =
        acceptance_radii(criterion, monopole_of<double>(moments), moments.size_squared(), box);
    x[node] = monopole.x;
    y[node] = monopole.y;
    z[node] = monopole.z;
    mass[node] = monopole.mass;
    opening_radius[node] = static_cast<Real>(radii.opening_radius);
    moment_length[node] = static_cast<Real>(radii.moment_length);
}

template <class Real>
std::size_t WalkNodes<Real>::bytes() const {
    const auto bytes = [](const auto&... arrays) {
        return (... + (arrays.capacity() * sizeof(*arrays.data())));
    };
    return bytes(links, x, y, z, mass, opening_radius, moment_length);
}

template struct Expansions<float>;
template struct Expansions<double>;
template struct WalkNodes<float>;
template struct WalkNodes<double>;

} // namespace orrery
