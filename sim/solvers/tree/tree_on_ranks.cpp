#include "sim/solvers/tree/tree_on_ranks.hpp"

#include "sim/domain/travel.hpp"
#include "sim/domain/tree_exchange.hpp"
#include "sim/domain/tree_graft.hpp"
#include "sim/solvers/tree/images_in_reach.hpp"
#include "sim/tree/tree_kernels.hpp"

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// The targets of a lowest node of the top, as the opening criterion sees them.
template <class Real>
struct GroupDemand {
    Box<Real> box;
    Real scale; // the largest of its groups': the smallest error that one of them bears
};

// The box around all bodies, of both trees.
template <class Real>
Box<Real> around(const PreparedTree<Real>& own, const PreparedTree<Real>& tops) {
    Box<Real> box = own.tree.boxes.front();
    if (!tops.tree.boxes.empty()) {
        box.extend(tops.tree.boxes.front());
    }
    return box;
}

template <class Real>
std::vector<Real> group_scales(const PreparedTree<Real>& own, const PreparedTree<Real>& tops,
                               const PeriodicBox& space, Real reach, Workers& workers) {
    constexpr std::size_t groups_at_once = 16;
    std::vector<Real> scales(own.tree.groups.size());
    workers.for_ranges(scales.size(), groups_at_once, [&](std::size_t begin, std::size_t end) {
        const Box<Real> all = around(own, tops);
        ImagesInReach images;
        for (std::size_t g = begin; g < end; ++g) {
            images.find(space, all, own.tree.group_boxes[g], reach);
            EstimatedPull pull;
            for (const Vector3& shift : images.shifts()) {
                const Box<Real> box = shifted(own.tree.group_boxes[g], shift);
                for (const PreparedTree<Real>* tree : {&own, &tops}) {
                    pull = pull + estimated_pull(tree->nodes, box, tree->softening_squared, reach);
                }
            }
            scales[g] =
                own.criterion.relative
                    ? static_cast<Real>(acceptance_scale(own.criterion, pull.acceleration()))
                    : Real(0);
        }
    });
    return scales;
}

template <class Real>
std::vector<GroupDemand<Real>> demands_of(const PreparedTree<Real>& own,
                                          const EssentialTree<Real>& top,
                                          const std::vector<Real>& scales) {
    const std::vector<Group>& groups = own.tree.groups;
    std::vector<GroupDemand<Real>> demands;
    for (std::size_t i = 0; i < top.nodes.size(); ++i) {
        if (top.nodes[i].child_count > 0) {
            continue;
        }
        const Node& node = own.tree.nodes[top.from[i]];
        const auto place_of = [&](std::uint32_t body) {
            return std::lower_bound(
                       groups.begin(), groups.end(), body,
                       [](const Group& group, std::uint32_t at) { return group.begin < at; }) -
                   groups.begin();
        };
        const auto first = scales.begin() + place_of(node.begin);
        demands.push_back(
            {top.nodes[i].box, *std::max_element(first, scales.begin() + place_of(node.end))});
    }
    return demands;
}

// How far a place is outside of a run along an axis; of its images in a box the nearest.
template <class Real>
Real outside(Real low, Real high, Real at, double edge) {
    const Real length = static_cast<Real>(edge); // 0 in open space
    return std::min({Box<Real>::outside(low, high, at - length), Box<Real>::outside(low, high, at),
                     Box<Real>::outside(low, high, at + length)});
}

// Whether a group of the demand may open a node: at the nearest place of its box, and a little
// nearer, as the walk's distances are rounded.
template <class Real>
bool may_open(const PreparedTree<Real>& own, std::uint32_t node, const GroupDemand<Real>& demand,
              const PeriodicBox& space) {
    constexpr Real nearer = Real(0.9999);
    const WalkNodes<Real>& nodes = own.nodes;
    const Box<Real>& box = demand.box;
    const auto& [edge_x, edge_y, edge_z] = space.lengths;
    const Real x = outside(box.low_x, box.high_x, nodes.x[node], edge_x);
    const Real y = outside(box.low_y, box.high_y, nodes.y[node], edge_y);
    const Real z = outside(box.low_z, box.high_z, nodes.z[node], edge_z);
    const Real distance = nearer * std::sqrt(x * x + y * y + z * z);
    return accept(own.criterion.order, Real(0), nodes.opening_radius[node],
                  nodes.moment_length[node], demand.scale, 1 / distance) == Acceptance::open;
}

} // namespace

template <class Real>
std::vector<Real> join_trees(PreparedTree<Real>& own, const ForceParameters& parameters, Real reach,
                             Execution& execution) {
    Communicator& ranks = execution.communicator;
    Workers& workers = execution.workers;
    own.sorted.free_keys();
    const EssentialTree<Real> top = top_of(own, top_nodes(ranks.size()));
    const PreparedTree<Real> tops =
        others_tops(ranks, top, own.criterion, parameters.softening, workers);
    std::vector<Real> scales;
    std::vector<GroupDemand<Real>> demands;
    on_all(ranks, [&] {
        scales = group_scales(own, tops, parameters.box, reach, workers);
        demands = demands_of(own, top, scales);
    });
    const auto of_ranks = gathered(ranks, demands);
    std::vector<EssentialTree<Real>> sent(ranks.size());
    on_all(ranks, [&] {
        workers.for_ranges(ranks.size(), 1, [&](std::size_t k, std::size_t) {
            if (k != ranks.rank()) {
                sent[k] = essential_tree(
                    own, of_ranks[k].size(),
                    [&](std::uint32_t node, std::uint32_t demand) {
                        return may_open(own, node, of_ranks[k][demand], parameters.box);
                    },
                    [](std::uint32_t) { return no_demand; });
            }
        });
    });
    std::vector<EssentialTree<Real>> found = exchanged_trees(ranks, std::move(sent));
    on_all(ranks, [&] {
        const TreeGraft<Real> graft(own.tree, following(ranks, found));
        if (!own.tree.nodes.empty()) {
            graft.join(own, workers);
        }
    });
    return scales;
}

template std::vector<float> join_trees(PreparedTree<float>&, const ForceParameters&, float,
                                       Execution&);
template std::vector<double> join_trees(PreparedTree<double>&, const ForceParameters&, double,
                                        Execution&);

} // namespace orrery
