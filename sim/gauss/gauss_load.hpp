#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_sum.hpp"
#include "sim/gauss/plane_wave_plan.hpp"

#include <array>
#include <optional>

namespace orrery {

// Bodies that a load is estimated from.
inline constexpr double most_samples = 2048;

// At most `most` of the points, evenly spread, always the same ones; all if they are fewer.
// `device`: the GPU that has them, as GaussSum's.
template <class Real>
VectorArray<Real> sampled_points(const PointsView<Real>& points, std::size_t most,
                                 std::optional<int> device, GaussWork& work);

// The problem that a Gauss transform is to solve.
struct GaussQuestion {
    double sources = 0;
    double targets = 0;
    bool same_points = false;       // the targets are the sources
    std::array<double, 3> extent{}; // of the box around all of them
    double sigma = 0;
    double error = 0;
    Precision precision = Precision::fp32;
    double workers = 1;
    std::optional<int> device; // that has the points; none: the host

    GaussQuestion() = default;
    template <class Real>
    GaussQuestion(const GaussSum<Real>& sum, const PointBounds& bounds, const GaussWork& work)
        : sources(static_cast<double>(sum.sources.size())),
          targets(static_cast<double>(sum.targets.size())),
          same_points(sum.targets.same_as(sum.sources)), extent{bounds.extent(0), bounds.extent(1),
                                                                bounds.extent(2)},
          sigma(sum.sigma), error(sum.error),
          precision(sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64),
          workers(work.workers.count()), device(sum.device) {}

    bool operator==(const GaussQuestion&) const = default;
    double bodies() const { return sources + (same_points ? 0 : targets); } // to be sorted
};

// All that the time of a method depends on.
struct GaussLoad : GaussQuestion {
    bool once = false; // no further call comes, so that a GPU would be started for this alone
    // Ordered pairs of a target and a source within reach of each other, estimated from a sample.
    double pairs = 0;
    // The power of the reach with which they grow: 3 in an even medium, 0 where all are within it.
    double growth = 3;
    // Boxes of side `reach` with sources in them, of the sample.
    double occupied = 0;
    // Plans for plane waves, by PlanFor, where they were looked for.
    std::array<std::optional<PlaneWavePlan>, 2> plans = {};

    const std::optional<PlaneWavePlan>& plan(PlanFor whom) const {
        return plans[static_cast<std::size_t>(whom)];
    }
};

template <class Real>
GaussLoad gauss_load(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work);

// The cheapest plan that keeps the error.
PlaneWavePlan cheapest_plan(const GaussQuestion& question, PlanFor whom);
// The plan that it has, or else that.
PlaneWavePlan plane_wave_plan(const GaussLoad& load, PlanFor whom);

// The plan for a call: the cheapest one, or what is known of it with a grid for this box.
template <class Real>
PlaneWavePlan plane_wave_plan(const GaussSum<Real>& sum, const PointBounds& bounds,
                              const GaussWork& work, PlanFor whom);

// ---- what it costs ----

// The loops' cost for a worker on a processor with AVX-512 at 4 GHz. Others are slower in all of
// them, so that the fastest plan remains so.
constexpr double cpu_seconds_per_pair(Precision precision) {
    return precision == Precision::fp32 ? 1.35e-10 : 4.3e-10;
}
// To put a body in the order of its cell, and its density back. More than two workers are hardly
// faster: memory is waited for.
constexpr double cpu_seconds_to_sort(double bodies, double workers) {
    return 3.5e-8 * bodies / (workers < 2 ? workers : 2);
}

// Work of which each worker would do its part, if it were divided evenly and begun at no cost.
constexpr double cpu_seconds_of_all(double seconds, double workers) {
    constexpr double seconds_to_begin = 1e-4; // for each of them
    return (workers > 2 ? workers * seconds_to_begin : 0) + seconds * (1 + workers / 32);
}

// The time of a call on an H200, whatever it computes: to begin with, and to copy bodies there and
// densities back. Slower GPUs are slower in all of it, so that the fastest plan remains so.
constexpr double gpu_seconds_to_begin = 1e-4;
// The driver, and memory, where nothing is kept of a call before.
constexpr double gpu_seconds_to_start = 0.3;

inline double gpu_seconds_to_copy(const GaussLoad& load) {
    const double seconds_per_body = load.device                         ? 0
                                    : load.precision == Precision::fp32 ? 1.2e-9
                                                                        : 2.4e-9;
    return gpu_seconds_to_begin + (load.once ? gpu_seconds_to_start : 0) +
           load.bodies() * seconds_per_body;
}

// That, and to put bodies in the order of their cells.
inline double gpu_seconds_to_sort(const GaussLoad& load) {
    constexpr double seconds_per_body = 3e-10;
    return gpu_seconds_to_copy(load) + 5e-5 + load.bodies() * seconds_per_body;
}

} // namespace orrery
