#include "sim/solvers/tree/group_forces.hpp"

namespace orrery {

template <class Real>
void GroupForces<Real>::evaluate(const TreeProblem<Real>& problem, std::size_t index) {
    const PreparedTree<Real>& sources = problem.near.sources;
    const Tree<Real>& targets = problem.near.targets.tree;
    near_.begin(problem.near, targets.groups[index]);
    cells_ = 0;
    const WalkTarget<Real> target = walk_target(
        sources.nodes, sources.criterion, targets.group_boxes[index], sources.softening_squared);
    walk_group(sources.nodes, target, walk_, [&] { take_lists(problem); });
    near_.finish(problem.near);
}

template <class Real>
void GroupForces<Real>::take_lists(const TreeProblem<Real>& problem) {
    const NearProblem<Real>& near = problem.near;
    const auto& multipoles = near.sources.expansions.multipoles;
    problem.m2p(multipoles.data(), walk_.cell_list, walk_.cell_count, near_.targets(), near.law,
                near_.result());
    cells_ += walk_.cell_count;
    for (std::size_t i = 0; i < walk_.point_count; ++i) {
        const PointMass<Real>& cell = multipoles[walk_.point_list[i]].monopole;
        near_.add_point(near, cell.x, cell.y, cell.z, cell.mass);
    }
    for (std::size_t i = 0; i < walk_.leaf_count; ++i) {
        near_.add_leaf(near, walk_.leaf_list[i]);
    }
}

template class GroupForces<float>;
template class GroupForces<double>;

} // namespace orrery
