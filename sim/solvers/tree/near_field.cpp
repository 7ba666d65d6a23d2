#include "sim/solvers/tree/near_field.hpp"
#include "sim/solvers/direct/simd_kernels.hpp"

#include <algorithm>

namespace orrery {
namespace {

constexpr std::size_t max_sources = 2048; // that are gathered before they pull

} // namespace

template <class Real>
NearField<Real>::NearField()
    : x_(max_targets + max_sources), y_(x_.size()), z_(x_.size()), mass_(x_.size()),
      sum_x_(max_targets), sum_y_(max_targets), sum_z_(max_targets), sum_potential_(max_targets) {
    static_assert(max_targets % simd_line == 0 && max_sources % simd_line == 0);
}

// Targets that are sources are their own first sources: the kernel sees which source is the target
// itself.
template <class Real>
void NearField<Real>::begin(const NearProblem<Real>& problem, const Group& targets) {
    own_ = problem.among_sources ? targets : Group{};
    targets_ = targets.count();
    gather(problem.targets.sorted.view(), targets.begin, targets_, 0);
    first_source_ = problem.among_sources ? 0 : whole_lines(targets_);
    sources_end_ = problem.among_sources ? targets_ : first_source_;
    terms_ = 0;
    result_ = {sum_x_.data(), sum_y_.data(), sum_z_.data(),
               problem.potential ? sum_potential_.data() : nullptr};
    clear(result_, 0, whole_lines(targets_));
}

template <class Real>
void NearField<Real>::turn_to_image(const NearProblem<Real>& problem, const Group& targets,
                                    const Vector3& shift) {
    own_ = {}; // their images are others
    const BodiesView<Real> bodies = problem.targets.sorted.view();
    for (std::size_t i = 0; i < targets_; ++i) {
        x_[i] = bodies.x[targets.begin + i] + static_cast<Real>(shift.x);
        y_[i] = bodies.y[targets.begin + i] + static_cast<Real>(shift.y);
        z_[i] = bodies.z[targets.begin + i] + static_cast<Real>(shift.z);
    }
}

template <class Real>
void NearField<Real>::add_leaf(const NearProblem<Real>& problem, std::uint32_t leaf) {
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
            add_point(problem, box.low_x, box.low_y, box.low_z, static_cast<Real>(mass));
        }
        return;
    }
    add_bodies(problem, node.begin, own_begin);
    add_bodies(problem, own_end, node.end);
}

template <class Real>
void NearField<Real>::add_bodies(const NearProblem<Real>& problem, std::size_t begin,
                                 std::size_t end) {
    while (begin < end) {
        if (sources_end_ == x_.size()) {
            pull(problem);
        }
        const std::size_t count = std::min(end - begin, x_.size() - sources_end_);
        gather(problem.sources.sorted.view(), begin, count, sources_end_);
        sources_end_ += count;
        begin += count;
    }
}

// Copies bodies, from `begin` on, to places from `to` on.
template <class Real>
void NearField<Real>::gather(const BodiesView<Real>& bodies, std::size_t begin, std::size_t count,
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
void NearField<Real>::add_point(const NearProblem<Real>& problem, Real x, Real y, Real z,
                                Real mass) {
    if (sources_end_ == x_.size()) {
        pull(problem);
    }
    x_[sources_end_] = x;
    y_[sources_end_] = y;
    z_[sources_end_] = z;
    mass_[sources_end_] = mass;
    ++sources_end_;
}

// The kernel reads whole lines, so nothing may pull behind the last source. Later sources go behind
// the targets.
template <class Real>
void NearField<Real>::pull(const NearProblem<Real>& problem) {
    std::fill(mass_.begin() + sources_end_, mass_.begin() + whole_lines(sources_end_), Real(0));
    if (first_source_ < sources_end_) {
        PulledBodies<Real> pulled{targets()};
        if (problem.among_sources) {
            pulled.at = 0;
        }
        problem.pairs.pull(pulled, gathered(sources_end_), {first_source_, sources_end_},
                           problem.law, result_);
        terms_ += sources_end_ - first_source_;
    }
    first_source_ = sources_end_ = whole_lines(targets_);
}

template <class Real>
BodiesView<Real> NearField<Real>::gathered(std::size_t count) const {
    return {count, x_.data(), y_.data(), z_.data(), mass_.data()};
}

template class NearField<float>;
template class NearField<double>;

} // namespace orrery
