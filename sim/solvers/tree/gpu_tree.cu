// Barnes-Hut on one GPU: N^2 becomes N log N.
//
//   far bodies pull together, as one cell with its mass and shape; near ones each alone
//
// Idea:    build an octree (sim/tree/device_tree.cu), then let groups of 64 neighbours (32 in small
//          systems) walk it (gpu_walk.cu), opening a cell while what it leaves out matters
//          (sim/tree/opening_criterion.hpp).
// Source:  Barnes & Hut 1986, Nature 324; the rest in those files.
// Cost:    about N log N terms; the fewer the larger the error allowed.
// Memory:  device_tree.cu.
//
// In a periodic box: an Ewald sum (EwaldSplit). The walk has the part of short range, as in
// gpu.treemesh, and reaches half an edge; the rest are some hundred plane waves, fewer where a
// larger error is asked for (gpu_plane_waves.cu).
//
// Barnes-Hut on several GPUs: each has a domain and what it has to see of the others'
// (sim/solvers/multi_gpu/domain_sum.cuh). A cell of another domain is to be seen with its children
// if the walk of any box there could open it. They know nothing of images.

#include "sim/solvers/direct/gpu_plane_waves.cuh"
#include "sim/solvers/tree/gpu_curve_method.cuh"
#include "sim/solvers/tree/gpu_tree_sum.cuh"
#include "sim/solvers/tree/tree_options.hpp"

#include <optional>

namespace orrery {
namespace {

const SolverInfo info = {
    .id = "gpu.tree",
    .title = "Barnes-Hut tree, GPU",
    .family = "GPU tree",
    .idea =
        "Distant bodies pull as one cell, near ones separately; neighbours walk the tree together.",
    .source = "Barnes & Hut (1986), Nature 324",
    .complexity = "N log N",
    .space = Space::device,
    .periodic = true,
    .is_direct = false,
    .multithreaded = true,
    .counts_interactions = true,
    .sorts_bodies = true,
    .inspectable = true,
    .knows_ranks = true,
    .promised_error_fp32 = 3e-3,
    .promised_error_fp64 = 3e-3,
    .bytes_per_interaction = 24.0 / 64, // a body or cell serves a group
    .options = tree_options(16),
    .promise = tree_promise,
};

// With what waves add to it in a box.
template <class Real>
class GpuTreeAndWaves : public GpuTreeSum<Real> {
public:
    GpuTreeAndWaves(DeviceQueue& queue, const SolverInfo& own)
        : GpuTreeSum<Real>(queue, own), queue_(queue) {}

    using GpuTreeSum<Real>::begin;
    void begin(const ForceRequest<Real>& request) {
        const ForceParameters& parameters = request.parameters;
        if (!parameters.box.is_periodic()) {
            waves_.reset();
            GpuTreeSum<Real>::begin(request);
            return;
        }
        const double reach = short_range_reach(info, parameters);
        if (!waves_ || !waves_->is_of(parameters, reach)) {
            waves_.emplace(queue_, EwaldSplit(parameters.box, reach, parameters.softening));
        }
        request_.emplace(request);
        const MeshPart<Real> of_waves(0.5 / waves_->split().alpha, reach,
                                      small_group_radius(info, parameters));
        GpuTreeSum<Real>::begin(request, &of_waves);
    }

    void finish() {
        if (waves_) {
            pack_bodies(queue_, *request_, points_);
            // Along the curve, so that a run goes on from a file bit for bit.
            waves_->add(*request_, points_.data(), nullptr, this->tree().order);
        }
        GpuTreeSum<Real>::finish();
    }

    std::size_t bytes() const {
        return GpuTreeSum<Real>::bytes() + points_.bytes() + (waves_ ? waves_->bytes() : 0);
    }

private:
    DeviceQueue& queue_;
    std::optional<ForceRequest<Real>> request_;
    DeviceArray<PointMass<Real>> points_;
    std::optional<GpuPlaneWaves<Real>> waves_;
};

} // namespace

SolverEntry gpu_tree_solver() {
    return curve_entry<GpuTreeAndWaves, info>();
}

} // namespace orrery
