#pragma once

// What targets feel of a mesh's field, on all cores: what algorithms with meshes share. See
// mesh_cpu.cpp.

#include "sim/communicator.hpp"
#include "sim/mesh/mesh_field.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/periodic/ewald.hpp"
#include "sim/periodic/softened_waves.hpp"
#include "sim/solvers/built_sum.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>

namespace orrery {

// A field, and whether it is that of the sources prepared last.
template <class Real>
struct Built {
    MeshField<Real> field;
    bool of_sources = false;
};

// The particle mesh in one precision, with what it keeps between calls.
template <class Real>
class MeshSum {
public:
    Outcome prepare(const ForceSources<Real>& request, const MeshChoice& choice,
                    Execution& execution) {
        choice_ = choice;
        {
            const auto timer = timed("bounds", execution.timings);
            bounds_ = mesh_bounds(request.sources, true, execution.workers);
            mass_ = 0;
            for (std::size_t i = 0; i < request.sources.count; ++i) {
                mass_ += static_cast<double>(request.sources.mass[i]);
            }
            reduce(execution.communicator);
        }
        own_.of_sources = wide_.of_sources = false;
        return bounds_.finite && !bounds_.empty() ? build(request, bounds_, own_, execution)
                                                  : Outcome::complete;
    }

    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        if (request.sources.count == 0) {
            store_all(request, Real(0));
            return Outcome::complete;
        }
        if (!bounds_.finite) {
            store_all(request, std::numeric_limits<Real>::quiet_NaN());
            return Outcome::complete;
        }
        const auto field = field_for(request, execution);
        if (!field) {
            return Outcome::cancelled;
        }
        if (*field == nullptr) {
            store_at_one_point(request);
            return Outcome::complete;
        }
        return read(**field, request, execution);
    }

    // That of the sources prepared; null: all of them are at one point, or some nowhere.
    const MeshField<Real>* field() const { return own_.of_sources ? &own_.field : nullptr; }
    // The field that reaches all targets: those that are no sources may be outside the sources'
    // cube, which many ranks do not ask for. Null: all bodies are at one point. None: cancelled.
    std::optional<const MeshField<Real>*> field_for(const ForceRequest<Real>& request,
                                                    Execution& execution) {
        assert(request.targets_at || execution.communicator.size() == 1);
        Built<Real>* built = &own_;
        if (!request.targets_at && !request.parameters.box.is_periodic()) {
            MeshBounds all = mesh_bounds(request.targets, false, execution.workers);
            all.extend(bounds_);
            if (!bounds_.contains(all)) {
                built = &wide_;
                if (build(request, all, wide_, execution) == Outcome::cancelled) {
                    return {};
                }
            }
        }
        return built->of_sources ? &built->field : nullptr;
    }

    // What all targets read of a field that reaches them.
    Outcome read(const MeshField<Real>& field, const ForceRequest<Real>& request,
                 Execution& execution) {
        const bool others = !request.targets_at;
        if (others) {
            const auto timer = timed("sort", execution.timings);
            if (!others_.sort(request.targets, field.space(), field.choice().points,
                              execution.workers, execution.stop)) {
                return Outcome::cancelled;
            }
            if (others_.size() != request.targets.count) { // some are nowhere
                store_all(request, std::numeric_limits<Real>::quiet_NaN());
            }
        }
        const auto timer = timed("read", execution.timings);
        const BodySlabs<Real>& bodies = others ? others_ : field.sources();
        const ResultEntries entries(request);
        const auto entry = [&](std::size_t i) {
            return others ? std::optional<std::size_t>(bodies.body(i)) : entries.of(bodies.body(i));
        };
        const double cell = field.space().widest();
        const double gravity = request.parameters.gravity;
        const auto pull = static_cast<Real>(gravity / cell / cell);
        const auto potential = static_cast<Real>(-gravity / cell);
        const bool in_box =
            request.parameters.box.is_periodic() && request.result.potential != nullptr;
        const double lift = in_box ? lift_of_mean(field, request) : 0;
        const auto lifted = static_cast<Real>(in_box ? lift * mass_ : 0);
        const Real itself =
            others ? Real(0) : static_cast<Real>(self_potential(field, request) - lift);
        const auto share = static_cast<double>(request.targets.count) / reading_share;
        const Outcome outcome = field.read(
            bodies, execution,
            [&](std::size_t begin, std::size_t end) {
                bool any = false;
                for (std::size_t i = begin; i < end && !any; ++i) {
                    any = entry(i).has_value();
                }
                return any;
            },
            [&](std::size_t begin, std::size_t end, const MeshReading<Real>* readings) {
                std::size_t wanted = 0;
                for (std::size_t i = begin; i < end; ++i) {
                    if (const auto to = entry(i)) {
                        const MeshReading<Real>& at = readings[i - begin];
                        request.result.store_pull(
                            *to, pull * at.gradient[0], pull * at.gradient[1],
                            pull * at.gradient[2],
                            potential * (at.potential - lifted - itself * bodies.mass(i)));
                        ++wanted;
                    }
                }
                execution.computed(static_cast<double>(wanted), share);
            });
        const double points = field.choice().points;
        execution.timings.interactions =
            points * points * points * static_cast<double>(request.targets.count);
        return outcome;
    }

    std::size_t scratch_bytes() const {
        return own_.field.scratch_bytes() + wide_.field.scratch_bytes() + others_.scratch_bytes();
    }

private:
    // A field over the bodies within `bounds`; none where all of them are at one point.
    Outcome build(const ForceSources<Real>& request, const MeshBounds& bounds, Built<Real>& built,
                  Execution& execution) {
        const PeriodicBox& box = request.parameters.box;
        if (!box.is_periodic() && bounds.extent() == 0) {
            return Outcome::complete;
        }
        const MeshSpace space =
            box.is_periodic() ? periodic_mesh(box, choice_.cells) : open_mesh(bounds, choice_);
        if (built.field.build(request.sources, space, choice_, request.parameters.softening,
                              execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        built.of_sources = true;
        return Outcome::complete;
    }

    // There is no pull, and the potential that Plummer's softening leaves.
    void store_at_one_point(const ForceRequest<Real>& request) const {
        const ForceParameters& parameters = request.parameters;
        const double softening = parameters.softening;
        for (std::size_t k = 0; k < request.targets.count; ++k) {
            const double own = own_mass(request, k);
            const double potential =
                softening == 0 ? 0 : -parameters.gravity * (mass_ - own) / softening;
            request.result.store_pull(k, 0, 0, 0, static_cast<Real>(potential));
        }
    }

    // The mass of target k, if it is one of the sources.
    static double own_mass(const ForceRequest<Real>& request, std::size_t k) {
        return request.targets_at ? static_cast<double>(request.targets.mass[request.place(k)]) : 0;
    }

    // What a unit mass has by itself, but for its images.
    static double self_potential(const MeshField<Real>& field, const ForceRequest<Real>& request) {
        const PeriodicBox& box = request.parameters.box;
        return box.is_periodic() && request.result.potential != nullptr
                   ? field.self_potential() +
                         field.space().widest() *
                             EwaldSum(box, 0, request.parameters.softening).self_potential()
                   : field.self_potential();
    }

    // What the others' potential in a box lacks, since waves have no mean and what is left of a law
    // that is split has one: of a unit mass.
    static double lift_of_mean(const MeshField<Real>& field, const ForceRequest<Real>& request) {
        const double cell = field.space().widest();
        const double split = cell * field.choice().split;
        const auto& [gravity, softening, box, options] = request.parameters;
        return split == 0 ? 0 : cell * mean_short_potential(box, softening, 2 * split);
    }

    // Bounds and mass of the sources of all ranks.
    void reduce(Communicator& ranks) {
        ranks.all_reduce({&mass_, 1}, Reduction::sum);
        std::array greatest{bounds_.finite ? 0.0 : 1.0,
                            -bounds_.low.x,
                            -bounds_.low.y,
                            -bounds_.low.z,
                            bounds_.high.x,
                            bounds_.high.y,
                            bounds_.high.z};
        if (bounds_.empty()) {
            std::fill(greatest.begin() + 1, greatest.end(),
                      -std::numeric_limits<double>::infinity());
        }
        ranks.all_reduce(greatest, Reduction::greatest);
        bounds_.finite = greatest[0] == 0;
        if (std::isfinite(greatest[1])) {
            bounds_.low = {-greatest[1], -greatest[2], -greatest[3]};
            bounds_.high = {greatest[4], greatest[5], greatest[6]};
        }
    }

    static constexpr double reading_share = 0.2; // of an evaluation

    MeshChoice choice_{};
    MeshBounds bounds_;      // of the sources
    double mass_ = 0;        // of them
    Built<Real> own_, wide_; // over the sources; over them and other targets
    BodySlabs<Real> others_; // targets that are no sources
};

} // namespace orrery
