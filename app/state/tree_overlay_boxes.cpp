#include "app/state/tree_overlay_boxes.hpp"

#include "sim/solvers/tree/group_forces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

namespace orrery {
namespace {

OverlayBox outline_box(const Octree<float>& octree, std::size_t index, BoxRole role) {
    const TreeNode& node = octree.nodes[index];
    return {octree.boxes[index], node.count(), node.level, node.is_leaf(), role};
}

} // namespace

std::optional<OverlayBoxes> OverlayBuilder::build(const BodiesView<float>& bodies,
                                                  const OverlayRequest& request, Workers& workers,
                                                  const std::stop_token& stop) {
    if (bodies.count == 0 || !sorted_.sort(bodies, workers, stop)) {
        return std::nullopt;
    }
    divide(sorted_.keys(), request.leaf, workers, octree_);
    measure(sorted_.view(), request.opening, workers, octree_);
    const Moments& all = octree_.moments.front();
    if (stop.stop_requested() || !std::isfinite(all.x + all.y + all.z + all.size_squared())) {
        return std::nullopt;
    }
    OverlayBoxes overlay;
    const auto coarser = [](const TreeNode& a, const TreeNode& b) { return a.level < b.level; };
    const auto [first, last] =
        std::minmax_element(octree_.nodes.begin(), octree_.nodes.end(), coarser);
    overlay.found = {first->level, last->level};
    if (request.boxes) {
        add_levels(request.levels, overlay);
    }
    if (request.body && *request.body < bodies.count) {
        make_groups(sorted_.view(), workers, octree_);
        add_walk(request, overlay);
    }
    return overlay;
}

void OverlayBuilder::add_levels(const LevelRange& wanted, OverlayBoxes& overlay) const {
    std::array<std::size_t, curve_levels + 1> on_level{};
    for (const TreeNode& node : octree_.nodes) {
        ++on_level[node.level];
    }
    LevelRange& drawn = overlay.drawn;
    drawn.from = std::clamp(wanted.from, overlay.found.from, overlay.found.to);
    drawn.to = drawn.from - 1;
    const int finest = std::min(wanted.to, overlay.found.to);
    std::size_t boxes = 0;
    const auto on_next_level = [&] { return on_level[static_cast<std::size_t>(drawn.to) + 1]; };
    while (drawn.to < finest && boxes + on_next_level() <= most_boxes) {
        boxes += on_next_level();
        ++drawn.to;
    }
    overlay.boxes.reserve(boxes);
    overlay.cells = boxes;
    for (std::size_t i = 0; i < octree_.nodes.size(); ++i) {
        const int level = octree_.nodes[i].level;
        if (level >= drawn.from && level <= drawn.to) {
            overlay.boxes.push_back(outline_box(octree_, i, BoxRole::cell));
        }
    }
    std::stable_sort(overlay.boxes.begin(), overlay.boxes.end(),
                     [](const OverlayBox& a, const OverlayBox& b) { return a.level < b.level; });
}

const Group<float>& OverlayBuilder::group_of(std::size_t body) const {
    const auto order = sorted_.order();
    const auto place = std::find(order.begin(), order.end(), body) - order.begin();
    return *std::find_if(octree_.groups.begin(), octree_.groups.end(),
                         [&](const Group<float>& group) { return place < group.end; });
}

void OverlayBuilder::add_walk(const OverlayRequest& request, OverlayBoxes& overlay) const {
    const Group<float>& group = group_of(*request.body);
    const TreeKernels<float>& kernels = tree_kernels<float>();
    const WalkTarget<float> target =
        walk_target(octree_, request.opening, kernels, group,
                    static_cast<float>(request.softening * request.softening));
    OverlayBoxes::Met met;
    const auto add = [&](std::span<const std::uint32_t> list, BoxRole role) {
        for (const std::uint32_t index : list) {
            overlay.boxes.push_back(outline_box(octree_, index, role));
            met.in_leaves += role == BoxRole::leaf ? octree_.nodes[index].count() : 0;
        }
        return list.size();
    };
    const auto walk = std::make_unique<Walk>();
    walk->start(octree_.nodes.front());
    do {
        kernels.walk(octree_, target, *walk);
        met.whole += add({walk->cell, walk->cells}, BoxRole::whole);
        met.points += add({walk->point, walk->points}, BoxRole::point);
        met.leaves += add({walk->leaf, walk->leaves}, BoxRole::leaf);
        walk->cells = walk->points = walk->leaves = 0;
    } while (!walk->finished());
    met.in_group = group.end - group.begin;
    overlay.boxes.push_back({group.box, group.end - group.begin, 0, false, BoxRole::group});
    overlay.met = met;
}

} // namespace orrery
