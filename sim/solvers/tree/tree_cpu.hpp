#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/tree/group_forces.hpp"
#include "sim/tree/sorted_bodies.hpp"

namespace orrery {

// Bodies in the order of the curve, and the tree over them.
template <class Real>
struct SortedTree {
    SortedBodies<Real> bodies;
    Tree<Real> tree;

    // False if asked to stop.
    bool build(const BodiesView<Real>& given, std::size_t leaf, Execution& execution);
    std::size_t bytes() const { return bodies.scratch_bytes() + tree.bytes(); }
};

// The tree code in one precision, with what it keeps between calls.
template <class Real>
class TreeSum {
public:
    Outcome run(const ForceRequest<Real>& request, Execution& execution);

    std::span<const std::uint32_t> order() const { return sources_.bodies.order(); }
    std::size_t scratch_bytes() const {
        return sources_.bytes() + others_.bytes() + expansions_.bytes() + nodes_.bytes();
    }

private:
    void prepare_walk(const OpeningCriterion& criterion, Execution& execution);
    Outcome forces(const ForceRequest<Real>& request, const SortedTree<Real>& targets,
                   const OpeningCriterion& criterion, Execution& execution);

    SortedTree<Real> sources_;
    SortedTree<Real> others_; // targets that are no sources
    Expansions<Real> expansions_;
    WalkNodes<Real> nodes_;
};

} // namespace orrery
