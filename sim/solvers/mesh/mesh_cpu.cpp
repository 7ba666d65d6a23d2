// A particle mesh on all cores.
//
//   masses on a mesh -> spectrum -> times Green's function -> potential -> differences -> bodies
//
// Idea:    on a mesh the potential of all bodies follows from one product of spectra, however many
//          there are. Each body is spread over the points near it, and reads its pull from the same
//          points with the same weights, so that it does not pull itself. In a box the mesh's own
//          periods are the images; in open space the mesh is doubled, and the far half empty.
// Source:  Hockney & Eastwood 1981, "Computer Simulation Using Particles", chapters 5 and 6.
// Cost:    N points^3 and n log n for n cells; no pair is ever looked at.
// Memory:  20 bytes a body in float, and 8 bytes a cell and a half.
// Error:   a mesh has no detail below its cells: its forces are those that the law has where it is
//          softened at mesh_least_softening cells or more, and smoother where it is less.
// Order:   of all sums fixed, so the result does not depend on the number of threads.

#include "sim/mesh/mesh_field.hpp"
#include "sim/mesh/mesh_options.hpp"
#include "sim/periodic/ewald.hpp"
#include "sim/solvers/built_sum.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <cmath>
#include <limits>
#include <optional>

namespace orrery {
namespace {

const SolverInfo mesh_info{
    .id = "cpu.mesh",
    .title = "Particle mesh",
    .family = "CPU mesh",
    .idea = "The potential on a mesh is one product of spectra, however many bodies there are.",
    .source = "Hockney & Eastwood, Computer Simulation Using Particles (1981), chapters 5, 6",
    .complexity = "N + n log n",
    .periodic = true,
    .is_direct = false,
    .multithreaded = true,
    .promised_error_fp32 = 0.15,
    .promised_error_fp64 = 0.15,
    .options = mesh_options(),
    .promise = mesh_promise,
};

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
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        {
            const auto timer = timed("bounds", execution.timings);
            bounds_ = mesh_bounds(request.sources, true, execution.workers);
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

    std::size_t scratch_bytes() const {
        return own_.field.scratch_bytes() + wide_.field.scratch_bytes() + others_.scratch_bytes();
    }

private:
    // A field over the bodies within `bounds`; none where all of them are at one point.
    Outcome build(const ForceSources<Real>& request, const MeshBounds& bounds, Built<Real>& built,
                  Execution& execution) {
        const PeriodicBox& box = request.parameters.box;
        const MeshChoice choice = mesh_choice(mesh_info, request.parameters, request.sources.count);
        if (!box.is_periodic() && bounds.extent() == 0) {
            return Outcome::complete;
        }
        const MeshSpace space =
            box.is_periodic() ? periodic_mesh(box, choice.cells) : open_mesh(bounds, choice);
        if (built.field.build(request.sources, space, choice, request.parameters.softening,
                              execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        built.of_sources = true;
        return Outcome::complete;
    }

    // The field that reaches all targets: those that are no sources may be outside the sources'
    // cube. Null: all bodies are at one point. None: cancelled.
    std::optional<const MeshField<Real>*> field_for(const ForceRequest<Real>& request,
                                                    Execution& execution) {
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

    // There is no pull, and the potential that Plummer's softening leaves.
    void store_at_one_point(const ForceRequest<Real>& request) const {
        const auto& [sources, parameters] = static_cast<const ForceSources<Real>&>(request);
        double mass = 0;
        for (std::size_t i = 0; i < sources.count; ++i) {
            mass += static_cast<double>(sources.mass[i]);
        }
        const double softening = parameters.softening;
        for (std::size_t k = 0; k < request.targets.count; ++k) {
            const double own = own_mass(request, k);
            const double potential =
                softening == 0 ? 0 : -parameters.gravity * (mass - own) / softening;
            request.result.store_pull(k, 0, 0, 0, static_cast<Real>(potential));
        }
    }

    // The mass of target k, if it is one of the sources.
    static double own_mass(const ForceRequest<Real>& request, std::size_t k) {
        return request.targets_at ? static_cast<double>(request.targets.mass[request.place(k)]) : 0;
    }

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
        const Real itself = others ? Real(0) : static_cast<Real>(self_potential(field, request));
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
                        request.result.store_pull(*to, pull * at.gradient[0], pull * at.gradient[1],
                                                  pull * at.gradient[2],
                                                  potential *
                                                      (at.potential - itself * bodies.mass(i)));
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

    // What a unit mass has by itself, but for its images.
    static double self_potential(const MeshField<Real>& field, const ForceRequest<Real>& request) {
        const PeriodicBox& box = request.parameters.box;
        return box.is_periodic() && request.result.potential != nullptr
                   ? field.self_potential() +
                         field.space().widest() * EwaldSum(box).self_potential()
                   : field.self_potential();
    }

    static constexpr double reading_share = 0.2; // of an evaluation

    MeshBounds bounds_;      // of the sources
    Built<Real> own_, wide_; // over the sources; over them and other targets
    BodySlabs<Real> others_; // targets that are no sources
};

class MeshMethod {
public:
    template <class Real>
    Outcome prepare(const ForceSources<Real>& sources, Execution& execution) {
        return sums_.template only<Real>().prepare(sources, execution);
    }
    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        return sums_.template in<Real>().run(request, execution);
    }
    std::size_t scratch_bytes() const {
        return sums_.fp32.scratch_bytes() + sums_.fp64.scratch_bytes();
    }

private:
    PerPrecision<MeshSum> sums_; // one of them empty
};

} // namespace

SolverEntry mesh_solver() {
    SolverEntry entry = typed_entry<MeshMethod, mesh_info>();
    entry.why_unavailable = fourier_transform_unavailable;
    return entry;
}

} // namespace orrery
