// From sorted keys to nodes and groups.
//
// Idea:   bodies of one octree cell share the leading octal digits of their keys, and so lie in one
//         run. A run's first and last key tell how many digits all of it share; the digit behind
//         them tells the children apart. Nodes of one depth are divided at once, in two passes: how
//         many children each has, then, where they go being known, the children themselves.
// Source: Warren & Salmon 1993 (keys name cells); Lauterbach et al. 2009 and Karras 2012 (trees
//         from sorted keys in parallel).
// Cost:   linear in the number of nodes, and a binary search for each large node's children.

#include "sim/solvers/tree/octree_build.hpp"
#include "sim/solvers/tree/space_curve.hpp"

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

// Where a run's children end, in order.
struct Division {
    std::uint32_t ends[most_children];
    std::uint8_t children = 0;
};

Division divide_run(const Keys& keys, const TreeNode& node) {
    constexpr std::uint32_t short_run = 64;
    const int shift = 3 * (curve_levels - 1 - node.level);
    const auto digit = [&](std::uint32_t i) { return keys[i] >> shift & 7U; };
    Division division;
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

TreeNode node_of_run(const Keys& keys, std::uint32_t begin, std::uint32_t end) {
    TreeNode node;
    node.begin = begin;
    node.end = end;
    node.level = static_cast<std::uint8_t>(common_levels(keys[begin], keys[end - 1]));
    return node;
}

bool divisible(const TreeNode& node, std::size_t leaf) {
    return node.count() > leaf && node.level < curve_levels;
}

// The children of one node, from nodes[first] on.
void write_children(const Keys& keys, const Division& division, std::uint32_t first,
                    std::size_t leaf, TreeNode& node, std::vector<TreeNode>& nodes) {
    node.first_child = first;
    node.children = division.children;
    std::uint32_t begin = node.begin;
    for (unsigned i = 0; i < division.children; ++i) {
        const TreeNode child = node_of_run(keys, begin, division.ends[i]);
        if (!divisible(child, leaf)) {
            const auto bit = static_cast<std::uint8_t>(1U << i);
            node.leaf_children |= bit;
            node.small_children |= child.count() <= few_bodies ? bit : std::uint8_t{0};
        }
        nodes[first + i] = child;
        begin = division.ends[i];
    }
}

// Divides the nodes from `first` on, which are those of the last depth; their children become the
// next.
void divide_depth(const Keys& keys, std::size_t leaf, std::uint32_t first, Workers& workers,
                  std::vector<TreeNode>& nodes, std::vector<Division>& divisions) {
    const std::size_t parents = nodes.size() - first;
    divisions.assign(parents, {});
    workers.for_ranges(parents, nodes_at_once, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) {
            const TreeNode& node = nodes[first + i];
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
            TreeNode& node = nodes[first + i];
            write_children(keys, divisions[i], node.first_child, leaf, node, nodes);
        }
    });
}

} // namespace

template <class Real>
void divide(std::span<const std::uint64_t> keys, std::size_t leaf, Workers& workers,
            Octree<Real>& octree) {
    octree.nodes.clear();
    octree.depths.assign(1, 0);
    if (keys.empty()) {
        return;
    }
    octree.nodes.push_back(node_of_run(keys, 0, static_cast<std::uint32_t>(keys.size())));
    std::vector<Division> divisions;
    while (octree.depths.back() < octree.nodes.size()) {
        const std::uint32_t first = octree.depths.back();
        octree.depths.push_back(static_cast<std::uint32_t>(octree.nodes.size()));
        divide_depth(keys, leaf, first, workers, octree.nodes, divisions);
    }
}

namespace {

// The runs that make_groups() cuts, each of whole cells.
template <class Real>
void add_runs(const Octree<Real>& octree, std::uint32_t index, std::vector<TreeNode>& runs) {
    const TreeNode& node = octree.nodes[index];
    if (node.is_leaf() || node.count() <= bodies_together) {
        runs.push_back(node);
        return;
    }
    for (std::uint32_t child = 0; child < node.children; ++child) {
        add_runs(octree, node.first_child + child, runs);
    }
}

} // namespace

// Groups are as many whole lines of bodies as go round: vectors of targets are then full.
template <class Real>
void make_groups(const BodiesView<Real>& bodies, Workers& workers, Octree<Real>& octree) {
    constexpr std::uint32_t line = 16;
    constexpr std::uint32_t most_lines = most_in_group / line;
    constexpr std::size_t groups_at_once = 64;
    octree.groups.clear();
    if (octree.nodes.empty()) {
        return;
    }
    std::vector<TreeNode> runs;
    add_runs(octree, 0, runs);
    for (const TreeNode& run : runs) {
        const std::uint32_t lines = (run.count() + line - 1) / line;
        const std::uint32_t groups = (lines + most_lines - 1) / most_lines;
        std::uint32_t begin = run.begin;
        for (std::uint32_t i = 1; i <= groups; ++i) {
            const std::uint64_t lines_before = std::uint64_t{i} * lines / groups;
            const auto end = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(run.begin + lines_before * line, run.end));
            octree.groups.push_back({begin, end, {}});
            begin = end;
        }
    }
    workers.for_ranges(octree.groups.size(), groups_at_once, [&](std::size_t from, std::size_t to) {
        for (std::size_t g = from; g < to; ++g) {
            Group<Real>& group = octree.groups[g];
            group.box = box_of(bodies, group.begin, group.end);
        }
    });
}

template void divide(Keys, std::size_t, Workers&, Octree<float>&);
template void divide(Keys, std::size_t, Workers&, Octree<double>&);
template void make_groups(const BodiesView<float>&, Workers&, Octree<float>&);
template void make_groups(const BodiesView<double>&, Workers&, Octree<double>&);

} // namespace orrery
