#pragma once

#include "sim/bodies.hpp"
#include "sim/gauss/gauss_sum.hpp"
#include "sim/gauss/hermite_load.hpp"
#include "sim/gauss/plane_wave_plan.hpp"

#include <array>
#include <optional>

namespace orrery {

// Bodies that a load is estimated from.
inline constexpr double most_samples = 2048;

// What it depends on how long a Gauss transform takes.
struct GaussLoad {
    double sources = 0;
    double targets = 0;
    bool same_points = false;       // the targets are the sources
    std::array<double, 3> extent{}; // of the box around all of them
    double sigma = 0;
    double error = 0;
    Precision precision = Precision::fp32;
    double workers = 1;
    std::optional<int> device; // that has the points; none: the host
    bool once = false;         // nobody calls again, so that a GPU would be started for this alone
    // Ordered pairs of a target and a source within reach of each other, estimated from a sample.
    double pairs = 0;
    // The power of the reach with which they grow: 3 in an even medium, 0 where all are within it.
    double growth = 3;
    // Boxes of side `reach` with sources in them, of the sample.
    double occupied = 0;
    HermiteLoad hermite;
    // Of plane waves, where they were looked for.
    std::optional<PlaneWavePlan> plan, gpu_plan;
};

template <class Real>
GaussLoad gauss_load(const GaussSum<Real>& sum, const PointBounds& bounds, GaussWork& work);

enum class PlanFor { processor, gpu };

// The plan that it has, or else the cheapest one.
PlaneWavePlan plane_wave_plan(const GaussLoad& load, PlanFor whom);

// The plan for a call: the cheapest one, or what is known of it with a grid for this box.
template <class Real>
PlaneWavePlan plane_wave_plan(const GaussSum<Real>& sum, const PointBounds& bounds,
                              const GaussWork& work, PlanFor whom);

} // namespace orrery
