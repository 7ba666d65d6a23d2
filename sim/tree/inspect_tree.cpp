#include "sim/tree/inspect_tree.hpp"
#include "sim/tree/tree_kernels.hpp"

#include <algorithm>
#include <memory>

namespace orrery {
namespace {

static_assert(finest_level == curve_levels);

template <class Real>
Box<float> as_float(const Box<Real>& box) {
    return {static_cast<float>(box.low_x),  static_cast<float>(box.low_y),
            static_cast<float>(box.low_z),  static_cast<float>(box.high_x),
            static_cast<float>(box.high_y), static_cast<float>(box.high_z)};
}

template <class Real>
void tell_cells(const Tree<Real>& tree, const InspectRequest& request, Inspection& inspection) {
    CellsOnLevel on_level{};
    for (const Node& node : tree.nodes) {
        ++on_level[node.level];
    }
    inspection.found = levels_of(on_level);
    if (!request.cells) {
        return;
    }
    inspection.told =
        levels_with_room(on_level, request.levels, inspection.found, request.max_cells);
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const int level = tree.nodes[i].level;
        if (level >= inspection.told.from && level <= inspection.told.to) {
            inspection.cells.push_back(inspected(tree, i));
        }
    }
    sort_by_level(inspection.cells);
}

template <class Real>
std::size_t group_of(const PreparedTree<Real>& prepared, std::size_t body) {
    const auto order = prepared.sorted.order();
    const auto at = std::find(order.begin(), order.end(), body) - order.begin();
    const auto& groups = prepared.tree.groups;
    const auto found = std::upper_bound(
        groups.begin(), groups.end(), at,
        [](std::ptrdiff_t position, const Group& group) { return position < group.end; });
    return static_cast<std::size_t>(found - groups.begin());
}

template <class Real>
InspectedInteractions interactions_of(const PreparedTree<Real>& prepared, std::size_t group) {
    const Tree<Real>& tree = prepared.tree;
    const Box<Real>& box = tree.group_boxes[group];
    const WalkTarget<Real> target =
        walk_target(prepared.nodes, prepared.criterion, box, prepared.softening_squared);
    InspectedInteractions all;
    const auto add = [&](const std::uint32_t* list, std::size_t count,
                         std::vector<InspectedCell>& to) {
        for (std::size_t i = 0; i < count; ++i) {
            to.push_back(inspected(tree, list[i]));
        }
    };
    const auto walk = std::make_unique<Walk>();
    walk_group(prepared.nodes, target, *walk, [&] {
        add(walk->cell_list, walk->cell_count, all.multipoles);
        add(walk->point_list, walk->point_count, all.monopoles);
        add(walk->leaf_list, walk->leaf_count, all.leaves);
    });
    all.group = {as_float(box), tree.groups[group].count(), 0, false};
    return all;
}

} // namespace

template <class Real>
InspectedCell inspected(const Tree<Real>& tree, std::size_t index) {
    const Node& node = tree.nodes[index];
    return {as_float(tree.boxes[index]), node.count(), node.level, node.is_leaf()};
}

LevelRange levels_of(const CellsOnLevel& on_level) {
    const auto any = [](std::size_t cells) { return cells != 0; };
    const auto first = std::find_if(on_level.begin(), on_level.end(), any);
    const auto last = std::find_if(on_level.rbegin(), on_level.rend(), any);
    return {static_cast<int>(first - on_level.begin()),
            static_cast<int>(on_level.rend() - last) - 1};
}

LevelRange levels_with_room(const CellsOnLevel& on_level, const LevelRange& wanted,
                            const LevelRange& found, std::size_t max_cells) {
    const int first = std::clamp(wanted.from, found.from, found.to);
    const int last = std::min(wanted.to, found.to);
    LevelRange told{first, first - 1};
    std::size_t cells = 0;
    for (int level = first; level <= last; ++level) {
        cells += on_level[static_cast<std::size_t>(level)];
        if (cells > max_cells) {
            break;
        }
        told.to = level;
    }
    return told;
}

void sort_by_level(std::vector<InspectedCell>& cells) {
    std::stable_sort(
        cells.begin(), cells.end(),
        [](const InspectedCell& a, const InspectedCell& b) { return a.level < b.level; });
}

template <class Real>
Inspection inspect_tree(const PreparedTree<Real>& prepared, const InspectRequest& request) {
    Inspection inspection;
    if (prepared.tree.nodes.empty() || !prepared.expansions.finite()) {
        return inspection;
    }
    tell_cells(prepared.tree, request, inspection);
    if (request.body && *request.body < prepared.sorted.order().size()) {
        inspection.interactions = interactions_of(prepared, group_of(prepared, *request.body));
    }
    return inspection;
}

template InspectedCell inspected(const Tree<float>&, std::size_t);
template InspectedCell inspected(const Tree<double>&, std::size_t);
template Inspection inspect_tree(const PreparedTree<float>&, const InspectRequest&);
template Inspection inspect_tree(const PreparedTree<double>&, const InspectRequest&);

} // namespace orrery
