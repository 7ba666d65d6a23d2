#pragma once

#include "sim/solvers/tree/m2p.hpp"
#include "sim/solvers/tree/near_field.hpp"
#include "sim/tree/group_walk.hpp"

namespace orrery {

template <class Real>
struct TreeProblem {
    NearProblem<Real> near;
    M2P<Real> m2p;
};

// One thread's work on a group: walk, and evaluate what the walk finds whenever a list is full.
template <class Real>
class GroupForces {
public:
    // Sums on the group's targets, which result() then has from index 0 on, without the factor G.
    void evaluate(const TreeProblem<Real>& problem, std::size_t group);

    const AccelerationsView<Real>& result() const { return near_.result(); }
    std::size_t terms() const { return near_.terms() + cells_; } // of each target of the group

private:
    void take_lists(const TreeProblem<Real>& problem);

    Walk walk_;
    NearField<Real> near_;
    std::size_t cells_ = 0;
};

} // namespace orrery
