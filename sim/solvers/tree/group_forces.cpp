#include "sim/solvers/tree/group_forces.hpp"

#include "sim/solvers/direct/simd_sum.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t max_sources = 2048; // that are gathered before they pull

} // namespace

template <class Real>
GroupForces<Real>::GroupForces()
    : x_(max_group + max_sources), y_(x_.size()), z_(x_.size()), mass_(x_.size()),
      sum_x_(max_group), sum_y_(max_group), sum_z_(max_group), sum_potential_(max_group) {
    static_assert(max_group % simd_line == 0 && max_sources % simd_line == 0);
}

template <class Real>
void GroupForces<Real>::evaluate(const TreeProblem<Real>& problem, std::size_t index) {
    const PreparedTree<Real>& sources = problem.sources;
    begin(problem, problem.targets.tree.groups[index]);
    const WalkTarget<Real> target =
        walk_target(sources.nodes, sources.criterion, problem.targets.tree.group_boxes[index],
                    sources.softening_squared);
    walk_group(sources.nodes, target, walk_, [&] { take_lists(problem); });
    p2p_gathered(problem);
}

// Targets that are sources are their group's first sources: the kernel sees which source is the
// target itself.
template <class Real>
void GroupForces<Real>::begin(const TreeProblem<Real>& problem, const Group& group) {
    own_ = problem.among_sources ? group : Group{};
    targets_ = group.count();
    gather(problem.targets.sorted.view(), group.begin, targets_, 0);
    first_source_ = problem.among_sources ? 0 : whole_lines(targets_);
    sources_end_ = problem.among_sources ? targets_ : first_source_;
    terms_ = 0;
    result_ = {};
    result_.x = sum_x_.data();
    result_.y = sum_y_.data();
    result_.z = sum_z_.data();
    result_.potential = problem.potential ? sum_potential_.data() : nullptr;
    clear(result_, 0, max_group);
}

template <class Real>
void GroupForces<Real>::take_lists(const TreeProblem<Real>& problem) {
    m2p_listed(problem);
    for (std::size_t i = 0; i < walk_.point_count; ++i) {
        const PointMass<Real>& cell =
            problem.sources.expansions.multipoles[walk_.point_list[i]].monopole;
        p2p_point(problem, cell.x, cell.y, cell.z, cell.mass);
    }
    for (std::size_t i = 0; i < walk_.leaf_count; ++i) {
        p2p_leaf(problem, walk_.leaf_list[i]);
    }
}

template <class Real>
void GroupForces<Real>::m2p_listed(const TreeProblem<Real>& problem) {
    problem.m2p(problem.sources.expansions.multipoles.data(), walk_.cell_list, walk_.cell_count,
                gathered(targets_), problem.law, result_);
    terms_ += walk_.cell_count;
}

// All but the group's own bodies, which are gathered already. Any number of bodies at one point are
// one: a crowd there costs no more than a body, and its members do not pull on each other.
template <class Real>
void GroupForces<Real>::p2p_leaf(const TreeProblem<Real>& problem, std::uint32_t leaf) {
    const PreparedTree<Real>& sources = problem.sources;
    const Node& node = sources.tree.nodes[leaf];
    const std::size_t own_begin = std::clamp(own_.begin, node.begin, node.end);
    const std::size_t own_end = std::clamp(own_.end, node.begin, node.end);
    const Box<Real>& box = sources.tree.boxes[leaf];
    if (box.low_x == box.high_x && box.low_y == box.high_y && box.low_z == box.high_z) {
        double mass = sources.expansions.moments[leaf].mass;
        for (std::size_t i = own_begin; i < own_end; ++i) {
            mass -= static_cast<double>(sources.sorted.view().mass[i]);
        }
        if (own_end - own_begin < node.count()) {
            p2p_point(problem, box.low_x, box.low_y, box.low_z, static_cast<Real>(mass));
        }
        return;
    }
    p2p_bodies(problem, node.begin, own_begin);
    p2p_bodies(problem, own_end, node.end);
}

template <class Real>
void GroupForces<Real>::p2p_bodies(const TreeProblem<Real>& problem, std::size_t begin,
                                   std::size_t end) {
    while (begin < end) {
        if (sources_end_ == x_.size()) {
            p2p_gathered(problem);
        }
        const std::size_t count = std::min(end - begin, x_.size() - sources_end_);
        gather(problem.sources.sorted.view(), begin, count, sources_end_);
        sources_end_ += count;
        begin += count;
    }
}

// Copies bodies, from `begin` on, to places from `to` on.
template <class Real>
void GroupForces<Real>::gather(const BodiesView<Real>& bodies, std::size_t begin, std::size_t count,
                               std::size_t to) {
    const auto copy = [=](const Real* from, HostArray<Real>& array) {
        std::copy_n(from + begin, count, array.data() + to);
    };
    copy(bodies.x, x_);
    copy(bodies.y, y_);
    copy(bodies.z, z_);
    copy(bodies.mass, mass_);
}

template <class Real>
void GroupForces<Real>::p2p_point(const TreeProblem<Real>& problem, Real x, Real y, Real z,
                                  Real mass) {
    if (sources_end_ == x_.size()) {
        p2p_gathered(problem);
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
void GroupForces<Real>::p2p_gathered(const TreeProblem<Real>& problem) {
    std::fill(mass_.begin() + sources_end_, mass_.begin() + whole_lines(sources_end_), Real(0));
    if (first_source_ < sources_end_) {
        PulledBodies<Real> targets{gathered(targets_)};
        if (problem.among_sources) {
            targets.at = 0;
        }
        problem.pairs.pull(targets, gathered(sources_end_), {first_source_, sources_end_},
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

template class GroupForces<float>;
template class GroupForces<double>;

} // namespace orrery
