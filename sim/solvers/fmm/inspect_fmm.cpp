#include "sim/solvers/fmm/inspect_fmm.hpp"

#include "sim/solvers/fmm/target_walk.hpp"
#include "sim/tree/inspect_tree.hpp"

#include <algorithm>

namespace orrery {
namespace {

std::uint32_t child_with(const std::vector<Node>& nodes, const Node& node, std::size_t place) {
    std::uint32_t child = node.first_child;
    while (nodes[child].end <= place) {
        ++child;
    }
    return child;
}

// The walk of the evaluation, on the way to one leaf alone.
template <class Real>
InspectedInteractions interactions_at(const FmmTree<Real>& fmm, std::size_t place) {
    const Tree<Real>& tree = fmm.prepared.tree;
    InspectedInteractions all;
    const auto add = [&](std::span<const std::uint32_t> list, std::vector<InspectedCell>& to) {
        for (const std::uint32_t cell : list) {
            to.push_back(inspected(tree, cell));
        }
    };
    TargetWalk<Real> walk;
    HandedDown<Real> above = handed_to_root(fmm), own;
    std::uint32_t index = 0;
    for (;; index = child_with(tree.nodes, tree.nodes[index], place)) {
        walk.meet(fmm, fmm, index, above, own);
        add(walk.far(), all.locals);
        if (tree.nodes[index].is_leaf()) {
            break;
        }
        std::swap(above, own);
    }
    add(walk.single(), all.multipoles);
    add(walk.near(), all.leaves);
    all.group = inspected(tree, index);
    return all;
}

} // namespace

template <class Real>
Inspection inspect_fmm(const FmmTree<Real>& tree, const InspectRequest& request) {
    InspectRequest cells = request;
    cells.body.reset();
    Inspection inspection = inspect_tree(tree.prepared, cells);
    const auto order = tree.prepared.sorted.order();
    if (request.body && *request.body < order.size() && tree.prepared.expansions.finite() &&
        !tree.min_acceleration.empty()) {
        const auto place = std::find(order.begin(), order.end(), *request.body) - order.begin();
        inspection.interactions = interactions_at(tree, static_cast<std::size_t>(place));
    }
    return inspection;
}

template Inspection inspect_fmm(const FmmTree<float>&, const InspectRequest&);
template Inspection inspect_fmm(const FmmTree<double>&, const InspectRequest&);

} // namespace orrery
