// Direct summation in a periodic box with explicit SIMD.
//
// Idea:    the Ewald sum shared out (EwaldSplit): vectors of sources pull within half an edge by
//          their mass less a cloud, whose two smooth functions are polynomials, and plane waves
//          give all clouds back. Places are whole numbers that turn over with the box, so the
//          nearest image costs nothing and loses nothing.
// Source:  Ewald 1921; whole numbers as places: Springel et al., MNRAS 506, 2871 (2021), 2.2.
// Cost:    N^2 pairs of about five times an open one's instructions; per body 2 times 3,000 waves
//          in float, 25,000 in double.
// Memory:  28 bytes a body (56 in double), and the waves.
// Order:   fixed, so the result does not depend on the number of threads.

#include "sim/solvers/direct/simd_box_sum.hpp"

#include "sim/periodic/in_ranges.hpp"

#include <algorithm>
#include <array>
#include <atomic>

namespace orrery {
namespace {

// Targets of one task: whole groups.
constexpr std::size_t target_block = 64;
static_assert(target_block % box_group == 0);

// Sums of a task's targets, without the factor G.
template <class Real>
struct BoxSums {
    Real sums[7][target_block] = {};

    AccelerationsView<Real> view(const AccelerationsView<Real>& wanted) {
        const auto if_wanted = [](const Real* array, Real* own) {
            return array == nullptr ? nullptr : own;
        };
        AccelerationsView<Real> view;
        view.x = sums[0];
        view.y = sums[1];
        view.z = sums[2];
        view.potential = if_wanted(wanted.potential, sums[3]);
        view.jerk_x = if_wanted(wanted.jerk_x, sums[4]);
        view.jerk_y = if_wanted(wanted.jerk_y, sums[5]);
        view.jerk_z = if_wanted(wanted.jerk_z, sums[6]);
        return view;
    }
};

} // namespace

template <class Real>
Outcome SimdBoxSum<Real>::prepare(const ForceSources<Real>& request, Workers* workers,
                                  const std::stop_token& stop) {
    const BodiesView<Real>& bodies = request.sources;
    sources_ = {}; // before the new ones, so that never both are held
    sources_ = BoxBodies<Real>(bodies.count, false);
    constexpr std::size_t bodies_at_once = 4096;
    in_ranges(workers, bodies.count, bodies_at_once, [&](std::size_t first, std::size_t last) {
        for (std::size_t i = first; i < last; ++i) {
            sources_.set(i, bodies, i, split_.box);
        }
    });
    return waves_.prepare(bodies, false, workers, stop);
}

// The pairs of at most target_block targets; false if asked to stop.
template <class Real>
bool SimdBoxSum<Real>::sum_block(const SimdKernels<Real>& kernels,
                                 const ForceRequest<Real>& request,
                                 const std::stop_token& stop) const {
    const bool with_jerk = request.result.jerk_x != nullptr;
    const std::size_t count = request.targets.count;
    // Whole groups, the last of copies.
    BoxBodies<Real> targets((count + box_group - 1) / box_group * box_group, with_jerk);
    std::array<std::int64_t, target_block> own;
    std::array<std::int64_t, target_block> none;
    none.fill(-1);
    for (std::size_t k = 0; k < targets.size(); ++k) {
        const std::size_t target = std::min(k, count - 1);
        targets.set(k, request.targets, request.place(target), split_.box);
        own[k] = request.targets_at ? static_cast<std::int64_t>(request.packed_target(target)) : -1;
    }
    BoxBodiesView<Real> sources = sources_.view();
    sources.vx = request.sources.vx;
    sources.vy = request.sources.vy;
    sources.vz = request.sources.vz;
    BoxSums<Real> sums;
    const AccelerationsView<Real> to = sums.view(request.result);
    for (std::size_t image = 0; image < split_.images.size(); ++image) {
        // A body does not meet itself, but its images.
        const BoxLaw<Real> law(split_, split_.images[image]);
        const PulledInBox<Real> pulled{targets.view(), (image == 0 ? own : none).data()};
        for (std::size_t first = 0; first < sources.count; first += kernels.source_tile) {
            if (stop.stop_requested()) {
                return false;
            }
            const std::size_t last = std::min(first + kernels.source_tile, sources.count);
            kernels.pull_in_box(pulled, sources, {first, last}, law, to);
        }
    }
    store(to, count, static_cast<Real>(request.parameters.gravity), request.result);
    return true;
}

template <class Real>
Outcome SimdBoxSum<Real>::run(const SimdKernels<Real>& kernels, const ForceRequest<Real>& request,
                              Execution& execution, Workers* workers) {
    if (request.result.jerk_x != nullptr && !waves_.has_jerk() &&
        waves_.prepare(request.sources, true, workers, execution.stop) == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    std::atomic<bool> cancelled = false;
    const std::size_t count = request.targets.count;
    in_ranges(workers, count, target_block, [&](std::size_t first, std::size_t last) {
        if (cancelled || !sum_block(kernels, request.of_targets(first, last), execution.stop)) {
            cancelled = true;
            return;
        }
        execution.computed(last - first, count);
    });
    return cancelled ? Outcome::cancelled
                     : waves_.add_to(request, request.parameters.gravity, workers, execution.stop);
}

template class SimdBoxSum<float>;
template class SimdBoxSum<double>;

} // namespace orrery
