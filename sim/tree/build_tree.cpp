// From sorted keys to nodes, boxes and groups.
//
// Idea:   bodies of one octree cell share the leading octal digits of their keys, and so lie in one
//         run. A run's first and last key tell how many digits all of it share; the digit behind
//         them tells the children apart. Nodes of one depth are divided at once, in two passes: how
//         many children each has, then, where they go being known, the children themselves.
// Source: Warren & Salmon 1993 (keys name cells); Lauterbach et al. 2009 and Karras 2012 (trees
//         from sorted keys in parallel).
// Cost:   linear in the number of nodes, and a binary search for each large node's children.

#include "sim/tree/space_curve.hpp"
#include "sim/tree/tree.hpp"

#include <algorithm>
#include <bit>

namespace orrery {
namespace {

using Keys = std::span<const std::uint64_t>;

constexpr std::size_t nodes_at_once = 256; // of one task

// Levels whose digits both keys share.
int common_levels(std::uint64_t a, std::uint64_t b) {
    constexpr int unused_bits = 64 - 3 * curve_levels;
    return std::min((std::countl_zero(a ^ b) - unused_bits) / 3, curve_levels);
}

// The ends of a run's children, in order.
struct ChildRuns {
    std::uint32_t ends[max_children];
    std::uint8_t children = 0;
};

ChildRuns divide_run(const Keys& keys, const Node& node) {
    constexpr std::uint32_t short_run = 64;
    const int shift = 3 * (curve_levels - 1 - node.level);
    const auto digit = [&](std::uint32_t i) { return keys[i] >> shift & 7U; };
    ChildRuns division;
    for (std::uint32_t begin = node.begin; begin < node.end;) {
        const std::uint64_t own = digit(begin);
        std::uint32_t end = begin + 1;
        if (node.end - begin <= short_run) {
            while (end < node.end && digit(end) == own) {
                ++end;
            }
        } else {
            std::uint32_t beyond = node.end;
            while (end < beyond) {
                const std::uint32_t middle = end + (beyond - end) / 2;
                (digit(middle) == own ? end : beyond) = digit(middle) == own ? middle + 1 : middle;
            }
        }
        division.ends[division.children++] = end;
        begin = end;
    }
    return division;
}

Node node_of_run(const Keys& keys, std::uint32_t begin, std::uint32_t end, std::uint32_t parent) {
    const int level = common_levels(keys[begin], keys[end - 1]);
    return {begin, end, parent, 0, 0, static_cast<std::uint8_t>(level)};
}

bool divisible(const Node& node, std::size_t leaf) {
    return node.count() > leaf && node.level < curve_levels;
}

// From nodes[nodes[parent].first_child] on.
void write_children(const Keys& keys, const ChildRuns& division, std::uint32_t parent,
                    std::vector<Node>& nodes) {
    Node& node = nodes[parent];
    node.child_count = division.children;
    std::uint32_t begin = node.begin;
    for (unsigned i = 0; i < division.children; ++i) {
        nodes[node.first_child + i] = node_of_run(keys, begin, division.ends[i], parent);
        begin = division.ends[i];
    }
}

// Divides the nodes from `first` on, which are those of the last depth; their children become the
// next.
void divide_depth(const Keys& keys, std::size_t leaf, std::uint32_t first, Workers& workers,
                  std::vector<Node>& nodes, std::vector<ChildRuns>& divisions) {
    const std::size_t parents = nodes.size() - first;
    divisions.assign(parents, {});
    workers.for_ranges(parents, nodes_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const Node& node = nodes[first + i];
            if (divisible(node, leaf)) {
                divisions[i] = divide_run(keys, node);
            }
        }
    });
    auto next = static_cast<std::uint32_t>(nodes.size());
    for (std::size_t i = 0; i < parents; ++i) {
        nodes[first + i].first_child = next;
        next += divisions[i].children;
    }
    nodes.resize(next);
    workers.for_ranges(parents, nodes_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            write_children(keys, divisions[i], first + static_cast<std::uint32_t>(i), nodes);
        }
    });
}

void build_nodes(const Keys& keys, std::size_t leaf, Workers& workers, std::vector<Node>& nodes,
                 std::vector<std::uint32_t>& depth_begin) {
    nodes.clear();
    depth_begin.assign(1, 0);
    if (keys.empty()) {
        return;
    }
    nodes.push_back(node_of_run(keys, 0, static_cast<std::uint32_t>(keys.size()), 0));
    std::vector<ChildRuns> divisions;
    while (depth_begin.back() < nodes.size()) {
        const std::uint32_t first = depth_begin.back();
        depth_begin.push_back(static_cast<std::uint32_t>(nodes.size()));
        divide_depth(keys, leaf, first, workers, nodes, divisions);
    }
}

template <class Real>
void fit_boxes(const BodiesView<Real>& bodies, Workers& workers, Tree<Real>& tree) {
    tree.boxes.resize(tree.nodes.size());
    upsweep(tree, workers, [&](std::uint32_t index) {
        const Node& node = tree.nodes[index];
        if (node.is_leaf()) {
            tree.boxes[index] = box_of(bodies, node.begin, node.end);
            return;
        }
        Box<Real> box = tree.boxes[node.first_child];
        for (std::uint32_t i = 1; i < node.child_count; ++i) {
            box.extend(tree.boxes[node.first_child + i]);
        }
        tree.boxes[index] = box;
    });
}

// The nodes that are cut into groups.
void add_runs(const std::vector<Node>& nodes, std::uint32_t index, std::vector<Node>& runs) {
    const Node& node = nodes[index];
    if (node.is_leaf() || node.count() <= bodies_together) {
        runs.push_back(node);
        return;
    }
    for (std::uint32_t child = 0; child < node.child_count; ++child) {
        add_runs(nodes, node.first_child + child, runs);
    }
}

// Groups are as many whole lines of bodies as go round: vectors of targets are then full.
std::vector<Group> make_groups(const std::vector<Node>& nodes) {
    constexpr std::uint32_t line = 16;
    constexpr std::uint32_t max_lines = max_group / line;
    std::vector<Node> runs;
    if (!nodes.empty()) {
        add_runs(nodes, 0, runs);
    }
    std::vector<Group> all;
    for (const Node& run : runs) {
        const std::uint32_t lines = (run.count() + line - 1) / line;
        const std::uint32_t groups = (lines + max_lines - 1) / max_lines;
        std::uint32_t begin = run.begin;
        for (std::uint32_t i = 1; i <= groups; ++i) {
            const std::uint64_t lines_before = std::uint64_t{i} * lines / groups;
            const auto end = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(run.begin + lines_before * line, run.end));
            all.push_back({begin, end});
            begin = end;
        }
    }
    return all;
}

template <class Real>
void fit_group_boxes(const BodiesView<Real>& bodies, Workers& workers, Tree<Real>& tree) {
    constexpr std::size_t groups_at_once = 64;
    tree.group_boxes.resize(tree.groups.size());
    workers.for_ranges(tree.groups.size(), groups_at_once, [&](std::size_t from, std::size_t to) {
        for (std::size_t g = from; g < to; ++g) {
            tree.group_boxes[g] = box_of(bodies, tree.groups[g].begin, tree.groups[g].end);
        }
    });
}

} // namespace

template <class Real>
void Tree<Real>::build(const BodiesView<Real>& bodies, Keys keys, std::size_t leaf,
                       Workers& workers) {
    build_nodes(keys, leaf, workers, nodes, depth_begin);
    fit_boxes(bodies, workers, *this);
    groups = make_groups(nodes);
    fit_group_boxes(bodies, workers, *this);
}

template <class Real>
std::size_t Tree<Real>::bytes() const {
    const auto bytes = [](const auto&... arrays) {
        return (... + (arrays.capacity() * sizeof(*arrays.data())));
    };
    return bytes(nodes, depth_begin, boxes, groups, group_boxes);
}

template struct Tree<float>;
template struct Tree<double>;

} // namespace orrery
