#pragma once

// What targets feel of a mesh's field in a GPU's memory: what algorithms with meshes share. See
// gpu_mesh.cu.

#include "sim/cuda/device_reduce.cuh"
#include "sim/periodic/ewald.hpp"
#include "sim/periodic/softened_waves.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/mesh/gpu_mesh_field.cuh"

#include <limits>
#include <optional>

namespace orrery {

// The bounds of bodies, as they are found: those of finite ones, how many are not, and their mass.
struct FoundBounds {
    double low[3], high[3], not_finite, mass;

    __host__ __device__ FoundBounds operator+(const FoundBounds& other) const {
        FoundBounds both = *this;
        for (int axis = 0; axis < 3; ++axis) {
            both.low[axis] = other.low[axis] < low[axis] ? other.low[axis] : low[axis];
            both.high[axis] = other.high[axis] > high[axis] ? other.high[axis] : high[axis];
        }
        both.not_finite += other.not_finite;
        both.mass += other.mass;
        return both;
    }
};

inline constexpr double endless = std::numeric_limits<double>::infinity();
inline constexpr FoundBounds no_bounds{
    {endless, endless, endless}, {-endless, -endless, -endless}, 0, 0};

template <class Real>
struct BoundsOfBody {
    BodiesView<Real> bodies;
    bool with_masses;

    __device__ FoundBounds operator()(std::size_t i) const {
        const double x = bodies.x[i];
        const double y = bodies.y[i];
        const double z = bodies.z[i];
        const double mass = with_masses ? static_cast<double>(bodies.mass[i]) : 0;
        if (!(isfinite(x) && isfinite(y) && isfinite(z) && isfinite(mass))) {
            FoundBounds none = no_bounds;
            none.not_finite = 1;
            return none;
        }
        return {{x, y, z}, {x, y, z}, 0, mass};
    }
};

// The pull on bodies that are all at one point: none, and the potential that Plummer's softening
// leaves there of all masses but a target's own. `per_mass`: of one.
template <class Real>
__global__ void pull_at_one_point(ForceTargets<Real> targets, double mass, double per_mass,
                                  bool are_sources) {
    const std::size_t k = own_wide_index();
    if (k >= targets.targets.count) {
        return;
    }
    const std::size_t place = targets.list == nullptr ? k : targets.list[k];
    const double own = are_sources ? static_cast<double>(targets.targets.mass[place]) : 0;
    targets.result.store_pull(k, 0, 0, 0, static_cast<Real>(per_mass * (mass - own)));
}

// The particle mesh in one precision, with what it keeps between calls.
template <class Real>
class GpuMeshSum {
public:
    // `info`: of the solver, which the mesh does not need.
    GpuMeshSum(DeviceQueue& queue, const SolverInfo& /*info*/)
        : queue_(queue), slice_(queue.multiprocessors()), work_(queue, slice_),
          found_on_gpu_(sizeof(FoundBounds) / sizeof(double)),
          found_(sizeof(FoundBounds) / sizeof(double)) {}

    // There is at least one source.
    Outcome prepare(const ForceSources<Real>& request, const MeshChoice& choice,
                    Execution& execution) {
        look(request, choice, execution);
        return finite() ? make(request, bounds_, own_field_, own_, execution) : Outcome::complete;
    }

    // Where bodies are, for those who then make fields of their own; waits for the bounds.
    void look(const ForceSources<Real>& request, const MeshChoice& choice, Execution& execution) {
        choice_ = choice;
        own_ = wide_ = false;
        execution.computed(1, 100); // to be seen while Green's function is made
        bounds_ =
            request.parameters.box.is_periodic() ? MeshBounds{} : bounds_of(request.sources, true);
    }
    // Of a field over all sources; none where all are at one point, or some nowhere.
    std::optional<MeshSpace> space(const PeriodicBox& box) const {
        return finite() ? space_over(box, bounds_) : std::nullopt;
    }
    // What becomes of what targets read of a field over all sources.
    MeshReadout<Real> readout(const GpuMeshField<Real>& field, const ForceRequest<Real>& request,
                              const WantedTargets& wanted) {
        const double cell = field.space().widest();
        const double lift = lift_of_mean(field, request);
        const double gravity = request.parameters.gravity;
        return {wanted,
                request.result,
                static_cast<Real>(gravity / cell / cell),
                static_cast<Real>(-gravity / cell),
                static_cast<Real>(self_potential(field, request) - lift),
                static_cast<Real>(lift == 0 ? 0 : lift * mass_of(request.sources))};
    }

    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        if (!finite()) {
            store_no_numbers(request);
            return Outcome::complete;
        }
        const std::optional<GpuMeshField<Real>*> field = field_for(request, execution);
        if (!field) {
            return Outcome::cancelled;
        }
        if (*field == nullptr) {
            store_at_one_point(request);
            return Outcome::complete;
        }
        return read(**field, request, execution);
    }

    // In open space; in a box nobody asks.
    bool finite() const { return bounds_.finite; }
    // The field that reaches all targets: those that are no sources may be outside the sources'
    // cube, and get a field of their own. Null: all bodies are at one point. None: cancelled.
    std::optional<GpuMeshField<Real>*> field_for(const ForceRequest<Real>& request,
                                                 Execution& execution) {
        bool far = false;
        if (reach_others(request, far, execution) == Outcome::cancelled) {
            return {};
        }
        return (far ? wide_ : own_) ? &*(far ? wide_field_ : own_field_) : nullptr;
    }

    // What all targets read of a field that reaches them.
    Outcome read(GpuMeshField<Real>& field, const ForceRequest<Real>& request,
                 Execution& execution) {
        const bool others = !request.targets_at;
        if (others) {
            BodiesView<Real> targets = request.targets;
            targets.mass = nullptr; // they do not pull
            others_.sort(queue_, targets, field.mesh(), field.choice().points);
        }
        const MeshReadout<Real> result = readout(field, request, wanted_.find(queue_, request));
        work_.clear();
        field.add_building(work_);
        field.add_reading(work_, others ? others_.view() : field.sources().view(), result);
        if (work_.run(execution) == Outcome::cancelled || execution.stop.stop_requested()) {
            return Outcome::cancelled;
        }
        const double points = field.choice().points;
        execution.timings.interactions =
            points * points * points * static_cast<double>(request.targets.count);
        return Outcome::complete;
    }

    const std::uint32_t* order() const { return own_ ? own_field_->sources().order() : nullptr; }
    std::size_t bytes() const {
        std::size_t all = total_bytes(others_, wanted_, scratch_, found_on_gpu_);
        for (const std::optional<GpuMeshField<Real>>* field : {&own_field_, &wide_field_}) {
            all += *field ? (*field)->bytes() : 0;
        }
        return all;
    }

private:
    MeshBounds bounds_of(const BodiesView<Real>& bodies, bool with_masses) {
        queue_.begin("bounds");
        const auto found =
            reduce_bodies(queue_, scratch_, found_on_gpu_, found_, bodies.count,
                          BoundsOfBody<Real>{bodies, with_masses}, Plus(), no_bounds);
        if (with_masses) {
            mass_ = found.mass;
        }
        MeshBounds bounds;
        bounds.finite = found.not_finite == 0;
        if (found.low[0] <= found.high[0]) {
            bounds.low = {found.low[0], found.low[1], found.low[2]};
            bounds.high = {found.high[0], found.high[1], found.high[2]};
        }
        return bounds;
    }

    std::optional<MeshSpace> space_over(const PeriodicBox& box, const MeshBounds& bounds) const {
        if (box.is_periodic()) {
            return periodic_mesh(box, choice_.cells);
        }
        return bounds.extent() == 0 ? std::nullopt : std::optional(open_mesh(bounds, choice_));
    }

    // A field over the bodies within `bounds`; none where all of them are at one point.
    Outcome make(const ForceSources<Real>& request, const MeshBounds& bounds,
                 std::optional<GpuMeshField<Real>>& field, bool& made, Execution& execution) {
        const std::optional<MeshSpace> space = space_over(request.parameters.box, bounds);
        if (!space) {
            return Outcome::complete;
        }
        if (!field) {
            field.emplace(queue_);
        }
        if (field->prepare(*space, choice_, request.parameters.softening, execution) ==
            Outcome::cancelled) {
            return Outcome::cancelled;
        }
        field->sort(request.sources);
        made = true;
        return Outcome::complete;
    }

    // Targets that are no sources may be outside the sources' cube: `far`. They get a field of
    // their own.
    Outcome reach_others(const ForceRequest<Real>& request, bool& far, Execution& execution) {
        if (request.targets_at || request.parameters.box.is_periodic()) {
            return Outcome::complete;
        }
        MeshBounds all = bounds_of(request.targets, false);
        all.extend(bounds_);
        far = !bounds_.contains(all);
        return far ? make(request, all, wide_field_, wide_, execution) : Outcome::complete;
    }

    void store_no_numbers(const ForceRequest<Real>& request) {
        const auto spoil = [&](Real* array) {
            constexpr int all_ones = 0xff; // the bits of a number that is none
            cuda_check(cudaMemsetAsync(array, all_ones, request.targets.count * sizeof(Real),
                                       queue_.stream()),
                       "storing results");
        };
        queue_.begin("read");
        request.result.for_each(spoil);
    }

    void store_at_one_point(const ForceRequest<Real>& request) {
        const ForceParameters& parameters = request.parameters;
        const double per_mass =
            parameters.softening == 0 ? 0 : -parameters.gravity / parameters.softening;
        queue_.launch("read", one_thread_each(request.targets.count), pull_at_one_point<Real>,
                      static_cast<const ForceTargets<Real>&>(request), mass_, per_mass,
                      request.targets_at.has_value());
    }

    // What a unit mass has by itself, but for its images.
    double self_potential(const GpuMeshField<Real>& field, const ForceRequest<Real>& request) {
        const PeriodicBox& box = request.parameters.box;
        return box.is_periodic() && request.result.potential != nullptr
                   ? field.self_potential() +
                         field.space().widest() *
                             EwaldSum(box, 0, request.parameters.softening).self_potential()
                   : field.self_potential();
    }

    // As MeshSum's.
    double lift_of_mean(const GpuMeshField<Real>& field, const ForceRequest<Real>& request) const {
        const ForceParameters& parameters = request.parameters;
        const double cell = field.space().widest();
        const double split = cell * field.choice().split;
        const bool wanted = parameters.box.is_periodic() && request.result.potential != nullptr;
        return !wanted || split == 0
                   ? 0
                   : cell * mean_short_potential(parameters.box, parameters.softening, 2 * split);
    }
    // The host waits for it.
    double mass_of(const BodiesView<Real>& sources) {
        queue_.begin("bounds");
        return reduce_bodies(queue_, scratch_, found_on_gpu_, found_, sources.count,
                             BoundsOfBody<Real>{sources, true}, Plus(), no_bounds)
            .mass;
    }

    DeviceQueue& queue_;
    MeshChoice choice_{};
    SliceSize slice_;
    SlicedWork work_;
    MeshBounds bounds_; // of the sources, in open space
    double mass_ = 0;   // of all of them
    // Over the sources; over them and other targets. Whether each is that of the sources prepared.
    std::optional<GpuMeshField<Real>> own_field_, wide_field_;
    bool own_ = false, wide_ = false;
    BrickedBodies<Real> others_; // targets that are no sources
    WantedEntries wanted_;
    DeviceArray<std::byte> scratch_;
    DeviceArray<double> found_on_gpu_;
    PinnedArray<double> found_;
};

} // namespace orrery
