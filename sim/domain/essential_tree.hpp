#pragma once

#include "sim/tree/prepared_tree.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace orrery {

// A node of a tree as it travels to another rank.
template <class Real>
struct EssentialNode {
    Moments moments;
    Box<Real> box;
    std::uint32_t bodies = 0; // of a leaf, that come along
    std::uint8_t child_count = 0;
    std::uint8_t level = 0;
};

// The part of a rank's tree that walks of another rank can open: what is below the nodes that all
// of them accept stays at home.
//
// Idea:   a rank tells the others where its targets are and how much error they bear, a few hundred
//         cells of them. The owner of a tree walks it for all of these at once: a node that none of
//         them opens goes without its children, a leaf that one of them opens goes with its bodies.
// Source: Salmon 1991 (Ph. D. thesis, Caltech); Warren & Salmon 1992; of GPUs: Bedorf, Gaburov,
//         Portegies Zwart 2012, 2014.
// Cost:   a test of each node sent for each cell of targets that opened its parent.
// Memory: 112 bytes a node and 16 a body in float.
template <class Real>
struct EssentialTree {
    std::vector<EssentialNode<Real>> nodes; // the root first, by depth, siblings together
    std::vector<PointMass<Real>> bodies;    // of the leaves that have them, in their order
    std::vector<std::uint32_t> from;        // the node that each was at home, which stays there
};

// No demand stands above it.
inline constexpr std::uint32_t no_demand = ~0U;

// opens(node, demand): whether a target of demand k may open that node of `own`. A target may meet
// the children of a node that a demand above its own has opened: above(demand), which comes before
// it, or no_demand.
template <class Real, class Opens, class Above>
EssentialTree<Real> essential_tree(const PreparedTree<Real>& own, std::size_t demands,
                                   const Opens& opens, const Above& above) {
    struct Met { // a node and the demands that meet it
        std::uint32_t node;
        std::size_t begin, end;
    };
    EssentialTree<Real> sent;
    if (own.tree.nodes.empty() || demands == 0) {
        return sent;
    }
    const BodiesView<Real> bodies = own.sorted.view();
    std::vector<std::uint32_t> lists(demands), next_lists;
    for (std::size_t k = 0; k < demands; ++k) {
        lists[k] = static_cast<std::uint32_t>(k);
    }
    std::vector<std::uint32_t> opened_for(demands, no_demand); // the node, as it is numbered there
    std::vector<Met> depth{{0, 0, demands}}, next;
    while (!depth.empty()) {
        for (const Met& met : depth) {
            const Node& node = own.tree.nodes[met.node];
            const auto number = static_cast<std::uint32_t>(sent.nodes.size());
            const std::size_t begin = next_lists.size();
            for (std::size_t i = met.begin; i < met.end; ++i) {
                const std::uint32_t demand = lists[i];
                const std::uint32_t over = above(demand);
                if ((over != no_demand && opened_for[over] == number) || opens(met.node, demand)) {
                    opened_for[demand] = number;
                    next_lists.push_back(demand);
                }
            }
            const bool opened = next_lists.size() > begin;
            EssentialNode<Real> travels{own.expansions.moments[met.node], own.tree.boxes[met.node],
                                        0, 0, node.level};
            if (opened && node.is_leaf()) {
                travels.bodies = node.count();
                for (std::uint32_t i = node.begin; i < node.end; ++i) {
                    sent.bodies.push_back({bodies.x[i], bodies.y[i], bodies.z[i], bodies.mass[i]});
                }
            }
            for (std::uint32_t child = 0; opened && child < node.child_count; ++child) {
                next.push_back({node.first_child + child, begin, next_lists.size()});
            }
            travels.child_count = opened ? node.child_count : std::uint8_t{0};
            sent.nodes.push_back(travels);
            sent.from.push_back(met.node);
        }
        depth.swap(next);
        next.clear();
        lists.swap(next_lists);
        next_lists.clear();
    }
    return sent;
}

// The top of a tree: some hundred nodes, the lowest of which hold about as many bodies each, and no
// less than a walk's groups do.
template <class Real>
EssentialTree<Real> top_of(const PreparedTree<Real>& own, std::size_t nodes) {
    if (own.tree.nodes.empty()) {
        return {};
    }
    const std::size_t most =
        std::max<std::size_t>(bodies_together, own.tree.nodes.front().count() / nodes);
    return essential_tree(
        own, 1,
        [&](std::uint32_t node, std::uint32_t) {
            return !own.tree.nodes[node].is_leaf() && own.tree.nodes[node].count() > most;
        },
        [](std::uint32_t) { return no_demand; });
}

} // namespace orrery
