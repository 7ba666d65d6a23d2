#pragma once

#include "sim/machine/workers.hpp"
#include "sim/step_timings.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>

namespace orrery {

template <class Real>
struct PointsView {
    std::span<const Real> x, y, z;

    std::size_t size() const noexcept { return x.size(); }
    bool same_as(const PointsView& other) const noexcept {
        return x.data() == other.x.data() && size() == other.size();
    }
};

// The input and output of a Gauss transform:
//
//     density(y) = sum over all sources j of mass_j exp(-|y - x_j|^2 / (2 sigma^2))
//
// at every target y. A source that is a target counts there, too. Where the targets are the
// sources, hand over the same arrays: they are sorted once then.
template <class Real>
struct GaussSum {
    PointsView<Real> sources;
    std::span<const Real> masses;
    PointsView<Real> targets;
    std::span<Real> densities; // the answer, one a target
    double sigma;
    double error; // see error_bound.hpp
    // The GPU, as CUDA counts, in whose memory all of these arrays are; none: the host's. There is
    // at least one source and one target then.
    std::optional<int> device = std::nullopt;
};

// The box around all sources and targets.
struct PointBounds {
    std::array<double, 3> low{}, high{};

    double extent(std::size_t axis) const { return high[axis] - low[axis]; }
};

class GpuGaussMemory; // gpu_points.cuh
class KeptChoice;     // kept_choice.hpp
struct GaussLoad;     // gauss_load.hpp

// Memory kept from one call to the next.
struct GaussMemory {
    std::shared_ptr<GpuGaussMemory> on_gpu; // takes long to get
    std::shared_ptr<KeptChoice> choice;     // of the automatic method
};

// The resources of a method.
struct GaussWork {
    Workers& workers;
    std::stop_token stop;
    StepTimings& timings;
    // The memory of a caller with many calls, one at a time. Null: nothing is kept.
    GaussMemory* kept = nullptr;
    bool once = false; // no further call comes
    // Earlier findings for this call or one nearly like it. Null: none.
    const GaussLoad* known = nullptr;
};

} // namespace orrery
