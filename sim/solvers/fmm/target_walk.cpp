#include "sim/solvers/fmm/target_walk.hpp"

#include "sim/tree/inspect_tree.hpp"
#include "sim/tree/tree_kernels.hpp"

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
HandedDown<Real> handed_to_root(const FmmTree<Real>& sources) {
    HandedDown<Real> above;
    above.cells.resize(1);
    above.cell_count = 1;
    const CellArrays<Real>& cells = sources.cells;
    above.cells.tag[0] = cells.tag[0];
    above.cells.x[0] = cells.x[0];
    above.cells.y[0] = cells.y[0];
    above.cells.z[0] = cells.z[0];
    above.cells.radius[0] = cells.radius[0];
    above.cells.spread[0] = cells.spread[0];
    above.cells.mass_root[0] = cells.mass_root[0];
    return above;
}

template <class Real>
void TargetWalk<Real>::meet(const FmmTree<Real>& sources, const FmmTree<Real>& targets,
                            std::uint32_t index, const HandedDown<Real>& above,
                            HandedDown<Real>& own) {
    const PairCriterion& criterion = sources.criterion;
    const ExpansionKernels<Real> kernels = expansion_kernels<Real>(sources.order);
    own.centre = targets.centre(index);
    const WalkedTarget<Real> target{own.centre.x, own.centre.y, own.centre.z,
                                    target_bounds(criterion, targets.cells.radius[index],
                                                  targets.min_acceleration[index],
                                                  targets.coherence[index]),
                                    targets.prepared.tree.nodes[index].is_leaf()};
    const ExpansionUnits<Real>& units = sources.units;
    lists_.far_count = lists_.single_count = lists_.near_count = lists_.open_count = 0;
    own.cell_count = tree_kernels<Real>().walk_pairs(sources.cells, sources.prepared.tree.nodes,
                                                     above.cells, above.cell_count, target,
                                                     criterion, sources.limits, lists_, own.cells);
    if (target.is_leaf && sources.root != 0) {
        accept_closed(sources.prepared.tree.nodes);
    }
    own.terms = above.terms + lists_.far_count;
    own.is_root = above.is_root && lists_.far_count == 0;
    // [cpu.fmm]
    if (above.is_root) {
        own.local.fill(0);
    } else {
        kernels.l2l(above.local.data(), above.centre, own.centre, units, own.local.data());
    }
    // [lit]
    kernels.m2l(sources.rows.data(), lists_.far.data(), lists_.far_count, own.centre, units,
                own.local.data());
    // [/lit]
    // [/cpu.fmm]
}

template <class Real>
void TargetWalk<Real>::accept_closed(const std::vector<Node>& nodes) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < lists_.near_count; ++i) {
        const std::uint32_t leaf = lists_.near[i];
        if (is_closed(nodes[leaf])) {
            lists_.make_room();
            lists_.single[lists_.single_count++] = leaf;
        } else {
            lists_.near[kept++] = leaf;
        }
    }
    lists_.near_count = kept;
}

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

template HandedDown<float> handed_to_root(const FmmTree<float>&);
template HandedDown<double> handed_to_root(const FmmTree<double>&);
template class TargetWalk<float>;
template class TargetWalk<double>;
template Inspection inspect_fmm(const FmmTree<float>&, const InspectRequest&);
template Inspection inspect_fmm(const FmmTree<double>&, const InspectRequest&);

} // namespace orrery
