#include "sim/tree/walk_nodes.hpp"

namespace orrery {
namespace {

ChildLinks links_of(const std::vector<Node>& nodes, const Node& node) {
    ChildLinks links{node.first_child, node.child_count, 0, 0};
    for (unsigned i = 0; i < node.child_count; ++i) {
        const Node& child = nodes[node.first_child + i];
        const auto bit = static_cast<std::uint8_t>(1U << i);
        if (child.is_leaf()) {
            links.leaf_children |= bit;
            links.small_children |= child.count() <= max_point_leaf ? bit : std::uint8_t{0};
        }
    }
    return links;
}

} // namespace

template <class Real>
void compute_acceptance(const Tree<Real>& tree, const Expansions<Real>& expansions,
                        const OpeningCriterion& criterion, Workers& workers,
                        WalkNodes<Real>& nodes) {
    constexpr std::size_t nodes_at_once = 128; // of one task
    const std::size_t count = tree.nodes.size();
    nodes.links.resize(count);
    for (std::vector<Real>* array :
         {&nodes.x, &nodes.y, &nodes.z, &nodes.mass, &nodes.opening_radius, &nodes.moment_length}) {
        array->resize(count + max_children);
    }
    workers.for_ranges(count, nodes_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Moments& moments = expansions.moments[i];
            const PointMass<Real>& monopole = expansions.multipoles[i].monopole;
            const AcceptanceRadii radii = acceptance_radii(criterion, monopole_of<double>(moments),
                                                           moments.size_squared(), tree.boxes[i]);
            nodes.links[i] = links_of(tree.nodes, tree.nodes[i]);
            nodes.x[i] = monopole.x;
            nodes.y[i] = monopole.y;
            nodes.z[i] = monopole.z;
            nodes.mass[i] = monopole.mass;
            nodes.opening_radius[i] = static_cast<Real>(radii.opening_radius);
            nodes.moment_length[i] = static_cast<Real>(radii.moment_length);
        }
    });
}

template <class Real>
std::size_t WalkNodes<Real>::bytes() const {
    const auto bytes = [](const auto&... arrays) {
        return (... + (arrays.capacity() * sizeof(*arrays.data())));
    };
    return bytes(links, x, y, z, mass, opening_radius, moment_length);
}

template void compute_acceptance(const Tree<float>&, const Expansions<float>&,
                                 const OpeningCriterion&, Workers&, WalkNodes<float>&);
template void compute_acceptance(const Tree<double>&, const Expansions<double>&,
                                 const OpeningCriterion&, Workers&, WalkNodes<double>&);
template struct WalkNodes<float>;
template struct WalkNodes<double>;

} // namespace orrery
