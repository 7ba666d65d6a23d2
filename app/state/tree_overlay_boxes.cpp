#include "app/state/tree_overlay_boxes.hpp"

#include "sim/tree/group_walk.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

namespace orrery {
namespace {

OverlayBox outline_box(const Tree<float>& tree, std::size_t index, BoxRole role) {
    const Node& node = tree.nodes[index];
    return {tree.boxes[index], node.count(), node.level, node.is_leaf(), role};
}

} // namespace

std::optional<OverlayBoxes> OverlayBuilder::build(const BodiesView<float>& bodies,
                                                  const OverlayRequest& request, Workers& workers,
                                                  const std::stop_token& stop) {
    if (bodies.count == 0 || !sorted_.sort(bodies, workers, stop)) {
        return std::nullopt;
    }
    build_tree(sorted_.view(), sorted_.keys(), request.leaf, workers, tree_);
    compute_moments(tree_, sorted_.view(), workers, expansions_);
    if (stop.stop_requested() || !expansions_.finite()) {
        return std::nullopt;
    }
    OverlayBoxes overlay;
    const auto coarser = [](const Node& a, const Node& b) { return a.level < b.level; };
    const auto [first, last] = std::minmax_element(tree_.nodes.begin(), tree_.nodes.end(), coarser);
    overlay.found = {first->level, last->level};
    if (request.boxes) {
        add_levels(request.levels, overlay);
    }
    if (request.body && *request.body < bodies.count) {
        compute_acceptance(tree_, expansions_, request.criterion, workers, nodes_);
        add_walk(request, overlay);
    }
    return overlay;
}

void OverlayBuilder::add_levels(const LevelRange& wanted, OverlayBoxes& overlay) const {
    std::array<std::size_t, curve_levels + 1> on_level{};
    for (const Node& node : tree_.nodes) {
        ++on_level[node.level];
    }
    LevelRange& drawn = overlay.drawn;
    drawn.from = std::clamp(wanted.from, overlay.found.from, overlay.found.to);
    drawn.to = drawn.from - 1;
    const int finest = std::min(wanted.to, overlay.found.to);
    std::size_t boxes = 0;
    const auto on_next_level = [&] { return on_level[static_cast<std::size_t>(drawn.to) + 1]; };
    while (drawn.to < finest && boxes + on_next_level() <= max_overlay_boxes) {
        boxes += on_next_level();
        ++drawn.to;
    }
    overlay.boxes.reserve(boxes);
    overlay.cells = boxes;
    for (std::size_t i = 0; i < tree_.nodes.size(); ++i) {
        const int level = tree_.nodes[i].level;
        if (level >= drawn.from && level <= drawn.to) {
            overlay.boxes.push_back(outline_box(tree_, i, BoxRole::cell));
        }
    }
    std::stable_sort(overlay.boxes.begin(), overlay.boxes.end(),
                     [](const OverlayBox& a, const OverlayBox& b) { return a.level < b.level; });
}

std::size_t OverlayBuilder::group_of(std::size_t body) const {
    const auto order = sorted_.order();
    const auto place = std::find(order.begin(), order.end(), body) - order.begin();
    const auto found = std::find_if(tree_.groups.begin(), tree_.groups.end(),
                                    [&](const Group& group) { return place < group.end; });
    return static_cast<std::size_t>(found - tree_.groups.begin());
}

void OverlayBuilder::add_walk(const OverlayRequest& request, OverlayBoxes& overlay) const {
    const std::size_t group = group_of(*request.body);
    const Box<float>& box = tree_.group_boxes[group];
    const WalkTarget<float> target = walk_target(
        nodes_, request.criterion, box, static_cast<float>(request.softening * request.softening));
    OverlayBoxes::Met met;
    const auto add = [&](std::span<const std::uint32_t> list, BoxRole role) {
        for (const std::uint32_t index : list) {
            overlay.boxes.push_back(outline_box(tree_, index, role));
            met.in_leaves += role == BoxRole::leaf ? tree_.nodes[index].count() : 0;
        }
        return list.size();
    };
    const auto walk = std::make_unique<Walk>();
    walk_group(nodes_, target, *walk, [&] {
        met.whole += add({walk->cell_list, walk->cell_count}, BoxRole::whole);
        met.points += add({walk->point_list, walk->point_count}, BoxRole::point);
        met.leaves += add({walk->leaf_list, walk->leaf_count}, BoxRole::leaf);
    });
    const std::uint32_t bodies = tree_.groups[group].count();
    met.in_group = bodies;
    overlay.boxes.push_back({box, bodies, 0, false, BoxRole::group});
    overlay.met = met;
}

} // namespace orrery
