#pragma once

#include "sim/inspection.hpp"
#include "sim/solvers/fmm/fmm_tree.hpp"
#include "sim/solvers/tree/near_field.hpp"

#include <array>
#include <memory>

namespace orrery {

// Everything that the targets of one evaluation share.
template <class Real>
struct FmmProblem {
    const FmmTree<Real>& sources;
    const FmmTree<Real>& targets;
    NearProblem<Real> near;
    ExpansionKernels<Real> kernels;
};

// A target node's results for its children: the field of all that has been accepted, and the cells
// that are still to be met.
template <class Real>
struct HandedDown {
    std::array<Real, max_local_numbers<Real>> local{};
    ExpansionCentre<Real> centre{};
    bool is_root = true; // nothing has been accepted
    CellArrays<Real> cells;
    std::size_t cell_count = 0;
    std::size_t terms = 0; // translations so far
};

// Before the root of the targets: the root of the sources is to be met.
template <class Real>
HandedDown<Real> handed_to_root(const FmmTree<Real>& sources);

// One thread's walk through the targets: the downward pass.
template <class Real>
class TargetWalk {
public:
    // Finds what a target node accepts and hands down; in a leaf, also what its bodies meet each by
    // itself.
    void meet(const FmmTree<Real>& sources, const FmmTree<Real>& targets, std::uint32_t node,
              const HandedDown<Real>& above, HandedDown<Real>& own);

    // The same for all below `node`; calls finished(bodies, sums, terms) for runs of targets, with
    // their sums from index 0 on, and asks go_on(node) before each node.
    template <class GoOn, class Finished>
    void descend(const FmmProblem<Real>& problem, std::uint32_t node, const HandedDown<Real>& above,
                 const GoOn& go_on, const Finished& finished, std::size_t depth = 0);

    std::span<const std::uint32_t> far() const { return {lists_.far.data(), lists_.far_count}; }
    std::span<const std::uint32_t> single() const {
        return {lists_.single.data(), lists_.single_count};
    }
    std::span<const std::uint32_t> near() const { return {lists_.near.data(), lists_.near_count}; }

private:
    // Leaves without bodies are met as a whole.
    void accept_closed(const std::vector<Node>& nodes);
    template <class Finished>
    void finish_leaf(const FmmProblem<Real>& problem, const Node& leaf, const HandedDown<Real>& own,
                     const Finished& finished);

    PairLists<Real> lists_;
    std::vector<std::unique_ptr<HandedDown<Real>>> levels_; // one for each node on the way down
    NearField<Real> near_;
};

template <class Real>
template <class GoOn, class Finished>
void TargetWalk<Real>::descend(const FmmProblem<Real>& problem, std::uint32_t index,
                               const HandedDown<Real>& above, const GoOn& go_on,
                               const Finished& finished, std::size_t depth) {
    const Node& node = problem.targets.prepared.tree.nodes[index];
    if (!go_on(node)) {
        return;
    }
    if (levels_.size() <= depth) {
        levels_.push_back(std::make_unique<HandedDown<Real>>());
    }
    HandedDown<Real>& own = *levels_[depth];
    meet(problem.sources, problem.targets, index, above, own);
    if (node.is_leaf()) {
        finish_leaf(problem, node, own, finished);
    }
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
        descend(problem, node.first_child + i, own, go_on, finished, depth + 1);
    }
}

template <class Real>
template <class Finished>
void TargetWalk<Real>::finish_leaf(const FmmProblem<Real>& problem, const Node& leaf,
                                   const HandedDown<Real>& own, const Finished& finished) {
    constexpr auto most = static_cast<std::uint32_t>(NearField<Real>::max_targets);
    for (std::uint32_t begin = leaf.begin; begin < leaf.end; begin += most) {
        const Group bodies{begin, std::min(leaf.end, begin + most)};
        near_.begin(problem.near, bodies);
        for (const std::uint32_t source : near()) {
            near_.add_leaf(problem.near, source);
        }
        near_.finish(problem.near);
        if (!own.is_root) {
            problem.kernels.l2p(own.local.data(), own.centre, near_.targets(),
                                problem.sources.units, near_.result());
        }
        problem.kernels.m2p(problem.sources.rows.data(), single().data(), single().size(),
                            near_.targets(), problem.sources.units, near_.result());
        finished(bodies, near_.result(), own.terms + single().size() + near_.terms());
    }
}

// The cells of a tree that has been walked by itself, and what a body's leaf and those above it
// have met: cells as a whole, and leaves body by body. Cells only, where others walked it.
template <class Real>
Inspection inspect_fmm(const FmmTree<Real>& tree, const InspectRequest& request);

} // namespace orrery
