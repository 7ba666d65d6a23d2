#pragma once

#include "sim/domain/essential_tree.hpp"

#include <algorithm>
#include <type_traits>
#include <vector>

namespace orrery {

// One tree of a rank's own and what it was sent of others', so that a walk does not know of ranks.
//
// Idea:   a few levels of nodes above the trees' roots, which every walk opens. Nodes lie by depth,
//         so all trees' nodes of a depth become neighbours, the own ones first; so do bodies.
// Cost:   the own tree moves, array by array.
// Memory: what the own tree grows by, and an array of it twice while that moves; others' bodies go
//         when they are in it, and then their trees.
//
// Nodes of others have no range of bodies but where they are leaves.
template <class Real>
class TreeGraft {
public:
    // `others` in the order in which they follow the own tree: as they lie along the curve.
    TreeGraft(const Tree<Real>& own, std::vector<EssentialTree<Real>*> others);

    // The own tree, which groups still part; its walk has been prepared. Takes what the others
    // have.
    void join(PreparedTree<Real>& own, Workers& workers) const;
    // The same without what walks read of nodes.
    void join_all_but_walk(PreparedTree<Real>& own) const;

    // After that:
    std::uint32_t root() const { return begins_.front().front(); } // of the own nodes
    std::size_t node_count() const { return node_count_; }
    std::uint32_t top_count() const { return tops_.back(); } // of nodes above the trees

    // An array of so many numbers for each own node becomes one of all nodes, `padding` longer;
    // what belongs to others is 0.
    template <class Array>
    void spread(Array& values, std::size_t width = 1, std::size_t padding = 0) const {
        using Value = std::remove_cvref_t<decltype(values[0])>;
        const std::size_t size = node_count_ * width + padding;
        Array other; // where it cannot grow at its place
        if constexpr (requires { values.reserve(size); }) {
            values.reserve(size); // no more
            values.resize(size);
        } else {
            other = Array(size);
        }
        auto* const from = values.data();
        auto* const to = other.empty() ? from : other.data();
        auto* end = to + size; // of what has no number yet
        for (std::size_t depth = own_depths_.size(); depth-- > 1;) {
            const std::size_t begin = begins_.front()[depth - 1] * width;
            const std::size_t count = (own_depths_[depth] - own_depths_[depth - 1]) * width;
            std::fill(to + begin + count, end, Value());
            end = to + begin;
            std::copy_backward(from + own_depths_[depth - 1] * width,
                               from + own_depths_[depth] * width, end + count);
        }
        std::fill(to, end, Value());
        if (!other.empty()) {
            values.swap(other);
        }
    }

    // The other trees that have nodes, in their order.
    const std::vector<EssentialTree<Real>*>& others() const { return others_; }
    // Calls visit(node, index) for all nodes of the k-th of them: its number there and here.
    template <class Visit>
    void for_nodes_of(std::size_t k, const Visit& visit) const {
        for (std::size_t depth = 0; depth + 1 < depths_[k].size(); ++depth) {
            const std::uint32_t shift = begins_[k + 1][depth] - depths_[k][depth];
            for (std::uint32_t i = depths_[k][depth]; i < depths_[k][depth + 1]; ++i) {
                visit(i, i + shift);
            }
        }
    }
    // The place to which a node of the own tree has gone.
    std::uint32_t place_of_own(std::uint32_t node) const {
        const auto end = std::ranges::upper_bound(own_depths_, node);
        const auto depth = static_cast<std::size_t>(end - own_depths_.begin()) - 1;
        return begins_.front()[depth] + node - own_depths_[depth];
    }

private:
    std::uint32_t tree_count() const {
        return static_cast<std::uint32_t>(others_.size() + (own_depths_.size() > 1 ? 1 : 0));
    }
    void join_nodes(Tree<Real>& own) const;
    void join_expansions(PreparedTree<Real>& own) const;

    std::vector<EssentialTree<Real>*> others_;
    std::vector<std::uint32_t> own_depths_;          // where its depths begin; the last: its size
    std::vector<std::vector<std::uint32_t>> depths_; // of the others
    std::vector<std::vector<std::uint32_t>> begins_; // here, of each tree's depths; the own first
    std::vector<std::uint32_t> tops_;                // where depths above the trees begin, and end
    std::vector<std::uint32_t> depth_begin_;
    std::size_t node_count_ = 0;
};

} // namespace orrery
