#pragma once

// The walk of two trees at once: which cells of the one are far enough from which cells of the
// other to interact as a whole, and which leaves have to meet body by body.
//
// Idea:      from the pair of roots down. A pair that is accepted is done; of any other the larger
//            node is opened, until two leaves are left. N bodies have so about as many pairs as
//            nodes, where a walk for each group has log N times that.
// Source:    Warren & Salmon, Comput. Phys. Commun. 87, 266 (1995); Dehnen, J. Comput. Phys. 179,
// 27
//            (2002).
// Invariant: far and near pairs together hold every (target body, source body) once. Each depends
//            on its two nodes alone, so a target's pairs do not depend on the order of the walk.

#include "sim/tree/tree.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace orrery {

// Calls far(target, source) for pairs of nodes that accept(target, source), and near(target,
// source) for pairs of leaves that are left.
template <class Real, class Accept, class Far, class Near>
void dual_walk(const Tree<Real>& targets, const Tree<Real>& sources, const Accept& accept,
               const Far& far, const Near& near) {
    struct Pair {
        std::uint32_t target, source;
    };
    if (targets.nodes.empty() || sources.nodes.empty()) {
        return;
    }
    const auto longest_side = [](const Box<Real>& box) {
        return std::max({box.high_x - box.low_x, box.high_y - box.low_y, box.high_z - box.low_z});
    };
    std::vector<Pair> open{{0, 0}};
    while (!open.empty()) {
        const auto [target, source] = open.back();
        open.pop_back();
        if (accept(target, source)) {
            far(target, source);
            continue;
        }
        const Node& of_targets = targets.nodes[target];
        const Node& of_sources = sources.nodes[source];
        if (of_targets.is_leaf() && of_sources.is_leaf()) {
            near(target, source);
            continue;
        }
        const bool open_target = of_sources.is_leaf() ||
                                 (!of_targets.is_leaf() && longest_side(targets.boxes[target]) >
                                                               longest_side(sources.boxes[source]));
        const Node& opened = open_target ? of_targets : of_sources;
        for (std::uint32_t i = 0; i < opened.child_count; ++i) {
            const std::uint32_t child = opened.first_child + i;
            open.push_back(open_target ? Pair{child, source} : Pair{target, child});
        }
    }
}

// Whether cells whose bodies are at most `radius` from their centres, a distance `d` apart, appear
// smaller than theta to each other: (b_target + b_source) < theta d.
template <class Real>
constexpr bool accept_pair(Real theta, Real target_radius, Real source_radius, Real d) {
    return target_radius + source_radius < theta * d;
}

} // namespace orrery
