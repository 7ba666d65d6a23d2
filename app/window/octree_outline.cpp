#include "app/window/octree_outline.hpp"

#include "sim/solvers/tree/group_forces.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <span>

namespace orrery {
namespace {

OutlineBox outline_box(const Octree<float>& octree, std::size_t index, BoxRole role) {
    const TreeNode& node = octree.nodes[index];
    return {octree.boxes[index], node.count(), node.level, node.is_leaf(), role};
}

} // namespace

std::optional<OctreeOutline> OctreeOutliner::outline(const BodiesView<float>& bodies,
                                                     const OutlineRequest& request,
                                                     Workers& workers,
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
    OctreeOutline outline;
    const auto coarser = [](const TreeNode& a, const TreeNode& b) { return a.level < b.level; };
    const auto [first, last] =
        std::minmax_element(octree_.nodes.begin(), octree_.nodes.end(), coarser);
    outline.found = {first->level, last->level};
    if (request.boxes) {
        add_levels(request.levels, outline);
    }
    if (request.body && *request.body < bodies.count) {
        make_groups(sorted_.view(), workers, octree_);
        add_walk(request, outline);
    }
    return outline;
}

void OctreeOutliner::add_levels(const LevelRange& wanted, OctreeOutline& outline) const {
    std::array<std::size_t, curve_levels + 1> on_level{};
    for (const TreeNode& node : octree_.nodes) {
        ++on_level[node.level];
    }
    LevelRange& drawn = outline.drawn;
    drawn.from = std::clamp(wanted.from, outline.found.from, outline.found.to);
    drawn.to = drawn.from - 1;
    const int finest = std::min(wanted.to, outline.found.to);
    std::size_t boxes = 0;
    const auto on_next_level = [&] { return on_level[static_cast<std::size_t>(drawn.to) + 1]; };
    while (drawn.to < finest && boxes + on_next_level() <= most_boxes) {
        boxes += on_next_level();
        ++drawn.to;
    }
    outline.boxes.reserve(boxes);
    outline.cells = boxes;
    for (std::size_t i = 0; i < octree_.nodes.size(); ++i) {
        const int level = octree_.nodes[i].level;
        if (level >= drawn.from && level <= drawn.to) {
            outline.boxes.push_back(outline_box(octree_, i, BoxRole::cell));
        }
    }
    std::stable_sort(outline.boxes.begin(), outline.boxes.end(),
                     [](const OutlineBox& a, const OutlineBox& b) { return a.level < b.level; });
}

const Group<float>& OctreeOutliner::group_of(std::size_t body) const {
    const auto order = sorted_.order();
    const auto place = std::find(order.begin(), order.end(), body) - order.begin();
    return *std::find_if(octree_.groups.begin(), octree_.groups.end(),
                         [&](const Group<float>& group) { return place < group.end; });
}

void OctreeOutliner::add_walk(const OutlineRequest& request, OctreeOutline& outline) const {
    const Group<float>& group = group_of(*request.body);
    const TreeKernels<float>& kernels = tree_kernels<float>();
    const WalkTarget<float> target =
        walk_target(octree_, request.opening, kernels, group,
                    static_cast<float>(request.softening * request.softening));
    OctreeOutline::Met met;
    const auto add = [&](std::span<const std::uint32_t> list, BoxRole role) {
        for (const std::uint32_t index : list) {
            outline.boxes.push_back(outline_box(octree_, index, role));
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
    outline.boxes.push_back({group.box, group.end - group.begin, 0, false, BoxRole::group});
    outline.met = met;
}

} // namespace orrery
