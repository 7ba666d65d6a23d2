#include "sim/solvers/tree/group_forces.hpp"

#include "sim/solvers/direct/simd_sum.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t most_sources = 2048; // that are gathered before they pull

} // namespace

template <class Real>
WalkTarget<Real> walk_target(const Octree<Real>& octree, const Opening& opening,
                             const TreeKernels<Real>& kernels, const Group<Real>& group,
                             Real softening_squared) {
    if (!opening.relative) {
        return {group.box, 0, opening};
    }
    const double strength = kernels.field_strength(octree, group.box, softening_squared);
    return {group.box, static_cast<Real>(target_share(opening, strength)), opening};
}

template <class Real>
GroupForces<Real>::GroupForces()
    : x_(most_in_group + most_sources), y_(x_.size()), z_(x_.size()), mass_(x_.size()),
      sum_x_(most_in_group), sum_y_(most_in_group), sum_z_(most_in_group),
      sum_potential_(most_in_group) {
    static_assert(most_in_group % simd_line == 0 && most_sources % simd_line == 0);
}

template <class Real>
void GroupForces<Real>::evaluate(const TreeProblem<Real>& problem, const Group<Real>& group) {
    begin(problem, group);
    const WalkTarget<Real> seen = walk_target(problem.octree, problem.opening, problem.tree, group,
                                              problem.law.softening_squared);
    walk_.start(problem.octree.nodes.front());
    do {
        problem.tree.walk(problem.octree, seen, walk_);
        meet_lists(problem, group);
    } while (!walk_.finished());
    pull_sources(problem);
    interactions_ += static_cast<double>(terms_) * static_cast<double>(targets_);
}

// The group's own bodies are its first sources: the kernel sees which source is the target itself.
template <class Real>
void GroupForces<Real>::begin(const TreeProblem<Real>& problem, const Group<Real>& group) {
    targets_ = group.end - group.begin;
    first_source_ = 0;
    sources_end_ = 0;
    terms_ = 0;
    result_ = {};
    result_.x = sum_x_.data();
    result_.y = sum_y_.data();
    result_.z = sum_z_.data();
    result_.potential = problem.potential ? sum_potential_.data() : nullptr;
    clear(result_, 0, most_in_group);
    meet_bodies(problem, group.begin, group.end);
}

template <class Real>
void GroupForces<Real>::meet_lists(const TreeProblem<Real>& problem, const Group<Real>& group) {
    meet_cells(problem);
    for (std::size_t i = 0; i < walk_.points; ++i) {
        const Cell<Real>& cell = problem.octree.cells[walk_.point[i]];
        add_source(problem, cell.x, cell.y, cell.z, cell.mass);
    }
    for (std::size_t i = 0; i < walk_.leaves; ++i) {
        meet_leaf(problem, group, walk_.leaf[i]);
    }
    walk_.cells = walk_.points = walk_.leaves = 0;
}

template <class Real>
void GroupForces<Real>::meet_cells(const TreeProblem<Real>& problem) {
    problem.tree.pull_cells(problem.octree.cells.data(), walk_.cell, walk_.cells,
                            gathered(targets_), problem.law, result_);
    terms_ += walk_.cells;
}

// All but the group's own bodies, which have met. Any number of bodies at one point are one: a
// crowd there costs no more than a body, and its members do not pull on each other.
template <class Real>
void GroupForces<Real>::meet_leaf(const TreeProblem<Real>& problem, const Group<Real>& group,
                                  std::uint32_t leaf) {
    const TreeNode& node = problem.octree.nodes[leaf];
    const std::size_t own_begin = std::clamp(group.begin, node.begin, node.end);
    const std::size_t own_end = std::clamp(group.end, node.begin, node.end);
    const Box<Real>& box = problem.octree.boxes[leaf];
    if (box.low_x == box.high_x && box.low_y == box.high_y && box.low_z == box.high_z) {
        double mass = problem.octree.moments[leaf].mass;
        for (std::size_t i = own_begin; i < own_end; ++i) {
            mass -= static_cast<double>(problem.bodies.mass[i]);
        }
        if (own_end - own_begin < node.count()) {
            add_source(problem, box.low_x, box.low_y, box.low_z, static_cast<Real>(mass));
        }
        return;
    }
    meet_bodies(problem, node.begin, own_begin);
    meet_bodies(problem, own_end, node.end);
}

template <class Real>
void GroupForces<Real>::meet_bodies(const TreeProblem<Real>& problem, std::size_t begin,
                                    std::size_t end) {
    while (begin < end) {
        if (sources_end_ == x_.size()) {
            pull_sources(problem);
        }
        const std::size_t count = std::min(end - begin, x_.size() - sources_end_);
        const auto copy = [&](const Real* from, HostArray<Real>& to) {
            std::copy_n(from + begin, count, to.data() + sources_end_);
        };
        copy(problem.bodies.x, x_);
        copy(problem.bodies.y, y_);
        copy(problem.bodies.z, z_);
        copy(problem.bodies.mass, mass_);
        sources_end_ += count;
        begin += count;
    }
}

template <class Real>
void GroupForces<Real>::add_source(const TreeProblem<Real>& problem, Real x, Real y, Real z,
                                   Real mass) {
    if (sources_end_ == x_.size()) {
        pull_sources(problem);
    }
    x_[sources_end_] = x;
    y_[sources_end_] = y;
    z_[sources_end_] = z;
    mass_[sources_end_] = mass;
    ++sources_end_;
}

// The direct sum's kernel does the rest; it reads whole lines, so nothing may pull behind the last
// source. Later sources go behind the targets.
template <class Real>
void GroupForces<Real>::pull_sources(const TreeProblem<Real>& problem) {
    std::fill(mass_.begin() + sources_end_, mass_.begin() + whole_lines(sources_end_), Real(0));
    if (first_source_ < sources_end_) {
        problem.pairs.pull(gathered(sources_end_), {0, targets_}, {first_source_, sources_end_},
                           problem.law, result_);
        terms_ += sources_end_ - first_source_;
    }
    first_source_ = sources_end_ = whole_lines(targets_);
}

template <class Real>
BodiesView<Real> GroupForces<Real>::gathered(std::size_t count) const {
    BodiesView<Real> view;
    view.count = count;
    view.x = x_.data();
    view.y = y_.data();
    view.z = z_.data();
    view.mass = mass_.data();
    return view;
}

template WalkTarget<float> walk_target(const Octree<float>&, const Opening&,
                                       const TreeKernels<float>&, const Group<float>&, float);
template WalkTarget<double> walk_target(const Octree<double>&, const Opening&,
                                        const TreeKernels<double>&, const Group<double>&, double);
template class GroupForces<float>;
template class GroupForces<double>;

} // namespace orrery
