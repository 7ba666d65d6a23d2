#include "sim/domain/tree_graft.hpp"

#include <algorithm>
#include <limits>
#include <span>

namespace orrery {
namespace {

template <class Real>
std::vector<std::uint32_t> depths_of(const EssentialTree<Real>& tree) {
    std::vector<std::uint32_t> begins{0, 1};
    while (begins.back() < tree.nodes.size()) {
        std::uint32_t end = begins.back();
        for (std::uint32_t i = begins[begins.size() - 2]; i < begins.back(); ++i) {
            end += tree.nodes[i].child_count;
        }
        begins.push_back(end);
    }
    return begins;
}

// How many nodes each level above so many trees has: from the root down.
std::vector<std::uint32_t> levels_above(std::size_t trees) {
    std::vector<std::uint32_t> counts;
    do {
        trees = (trees + max_children - 1) / max_children;
        counts.insert(counts.begin(), static_cast<std::uint32_t>(trees));
    } while (trees > 1);
    return counts;
}

} // namespace

template <class Real>
TreeGraft<Real>::TreeGraft(const Tree<Real>& own, std::vector<EssentialTree<Real>*> others)
    : others_(std::move(others)), own_depths_(own.depth_begin) {
    std::erase_if(others_, [](const auto* other) { return other->nodes.empty(); });
    std::vector<const std::vector<std::uint32_t>*> all;
    for (const EssentialTree<Real>* other : others_) {
        depths_.push_back(depths_of(*other));
    }
    all.push_back(&own_depths_);
    for (const std::vector<std::uint32_t>& depths : depths_) {
        all.push_back(&depths);
    }
    const std::size_t trees = depths_.size() + (own.nodes.empty() ? 0 : 1);
    tops_.push_back(0);
    for (const std::uint32_t count : levels_above(trees)) {
        tops_.push_back(tops_.back() + count);
    }
    depth_begin_ = tops_;
    begins_.resize(all.size());
    for (std::size_t depth = 0;; ++depth) {
        std::uint32_t end = depth_begin_.back();
        for (std::size_t k = 0; k < all.size(); ++k) {
            begins_[k].push_back(end);
            end += depth + 1 < all[k]->size() ? (*all[k])[depth + 1] - (*all[k])[depth] : 0;
        }
        if (end == depth_begin_.back()) {
            break;
        }
        depth_begin_.push_back(end);
    }
    node_count_ = depth_begin_.back();
}

template <class Real>
void TreeGraft<Real>::join_nodes(Tree<Real>& own) const {
    const auto bodies = own.nodes.empty() ? 0U : own.nodes.front().end;
    // Where the depth of a node, and the one below it, have gone.
    for (std::size_t depth = 0; depth + 1 < own_depths_.size(); ++depth) {
        const std::uint32_t below = begins_[0][depth + 1] - own_depths_[depth + 1];
        const std::uint32_t parents =
            depth == 0 ? 0 : begins_[0][depth - 1] - own_depths_[depth - 1];
        for (std::uint32_t i = own_depths_[depth]; i < own_depths_[depth + 1]; ++i) {
            own.nodes[i].first_child += below;
            own.nodes[i].parent += parents;
        }
    }
    spread(own.nodes);
    spread(own.boxes);
    std::vector<std::uint32_t> next_child(others_.size()), next_body(others_.size());
    std::uint32_t others_bodies = bodies;
    for (std::size_t k = 0; k < others_.size(); ++k) {
        next_body[k] = others_bodies;
        others_bodies += static_cast<std::uint32_t>(others_[k]->bodies.size());
    }
    for (std::size_t k = 0; k < others_.size(); ++k) {
        for (std::size_t depth = 0; depth + 1 < depths_[k].size(); ++depth) {
            std::uint32_t child = begins_[k + 1][depth + 1];
            for (std::uint32_t i = depths_[k][depth]; i < depths_[k][depth + 1]; ++i) {
                const EssentialNode<Real>& from = others_[k]->nodes[i];
                const std::uint32_t at = begins_[k + 1][depth] + i - depths_[k][depth];
                own.nodes[at] = {next_body[k], next_body[k] + from.bodies, own.nodes[at].parent,
                                 child,        from.child_count,           from.level};
                own.boxes[at] = from.box;
                for (std::uint32_t c = 0; c < from.child_count; ++c) {
                    own.nodes[child + c].parent = at;
                }
                child += from.child_count;
                next_body[k] += from.bodies;
            }
        }
    }
    // Above the trees: their roots, side by side, are parted evenly, and so on up to one.
    for (std::size_t depth = 0; depth + 1 < tops_.size(); ++depth) {
        const std::uint32_t parents = tops_[depth + 1] - tops_[depth];
        const std::uint32_t children = depth_begin_[depth + 2] - depth_begin_[depth + 1];
        const bool above_trees = depth + 2 == tops_.size();
        const std::uint32_t parted = above_trees ? tree_count() : children;
        for (std::uint32_t i = 0; i < parents; ++i) {
            const std::uint32_t first = i * parted / parents, end = (i + 1) * parted / parents;
            const std::uint32_t at = tops_[depth] + i;
            own.nodes[at] = {0,
                             others_bodies,
                             own.nodes[at].parent,
                             tops_[depth + 1] + first,
                             static_cast<std::uint8_t>(end - first),
                             0};
            for (std::uint32_t c = first; c < end; ++c) {
                own.nodes[tops_[depth + 1] + c].parent = at;
            }
        }
    }
    own.nodes.front().parent = 0;
    own.depth_begin = depth_begin_;
}

template <class Real>
void TreeGraft<Real>::join_expansions(PreparedTree<Real>& own) const {
    spread(own.expansions.multipoles); // the largest, while there is most room
    spread(own.expansions.moments);
    const auto stand_for = [&](std::size_t at, const Moments& moments) {
        own.expansions.moments[at] = moments;
        own.expansions.multipoles[at] = {monopole_of<Real>(moments), Quadrupole<Real>::of(moments)};
    };
    for (std::size_t k = 0; k < others_.size(); ++k) {
        for_nodes_of(k, [&](std::uint32_t node, std::uint32_t at) {
            stand_for(at, others_[k]->nodes[node].moments);
        });
    }
    for (std::uint32_t at = top_count(); at-- > 0;) {
        const Node& node = own.tree.nodes[at];
        const Moments& origin = own.expansions.moments[node.first_child];
        Moments sums;
        Box<Real> box = own.tree.boxes[node.first_child];
        for (std::uint32_t i = node.first_child; i < node.first_child + node.child_count; ++i) {
            sums.add(own.expansions.moments[i], origin.x, origin.y, origin.z);
            box.extend(own.tree.boxes[i]);
        }
        stand_for(at, sums.centred(origin.x, origin.y, origin.z));
        own.tree.boxes[at] = box;
    }
}

template <class Real>
void TreeGraft<Real>::join_all_but_walk(PreparedTree<Real>& own) const {
    std::vector<std::span<const PointMass<Real>>> bodies;
    for (const EssentialTree<Real>* other : others_) {
        bodies.emplace_back(other->bodies);
    }
    own.sorted.append(bodies);
    join_nodes(own.tree);
    for (EssentialTree<Real>* other : others_) {
        other->bodies = std::vector<PointMass<Real>>(); // = {} would keep the memory
    }
    join_expansions(own);
    for (EssentialTree<Real>* other : others_) {
        *other = {};
    }
}

template <class Real>
void TreeGraft<Real>::join(PreparedTree<Real>& own, Workers& workers) const {
    constexpr std::size_t nodes_at_once = 1024;
    join_all_but_walk(own);
    WalkNodes<Real>& walk = own.nodes;
    for (std::vector<Real>* array : walk.arrays()) {
        array->resize(own_depths_.empty() ? 0 : own_depths_.back());
        spread(*array, 1, max_children);
    }
    for (std::size_t k = 0; k < others_.size(); ++k) {
        for_nodes_of(k, [&](std::uint32_t, std::uint32_t at) {
            walk.set(at, own.expansions, own.criterion, own.tree.boxes[at]);
        });
    }
    for (std::uint32_t at = 0; at < top_count(); ++at) {
        walk.opening_radius[at] = std::numeric_limits<Real>::infinity();
    }
    walk.links.resize(node_count_);
    workers.for_ranges(node_count_, nodes_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            walk.link(own.tree, i);
        }
    });
}

template class TreeGraft<float>;
template class TreeGraft<double>;

} // namespace orrery
