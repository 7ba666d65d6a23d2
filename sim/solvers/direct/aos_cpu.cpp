// Direct summation on one CPU thread, bodies as an array of structures: the definition, written
// down.
//
//   a_i = G sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   r_ij = x_j - x_i
//
// Idea:    two nested loops. Nothing is clever, so this is what every other algorithm is compared
//          with; in double it is the truth.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.1.
// Cost:    N^2 interactions, one at a time: a division and a square root each.
//          In a periodic box an error function and an exponential more, and plane waves.
// Memory:  the float4 copy of the bodies, 16 bytes a body (32 in double).

#include "sim/periodic/box_pairs.hpp"
#include "sim/periodic/plane_waves.hpp"
#include "sim/solvers/direct/aos_layout.hpp"
#include "sim/solvers/typed_solver.hpp"

#include <optional>
#include <type_traits>

namespace orrery {
namespace {

class Aos : public AosMethod {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome prepare(const ForceSources<Real>& request, Execution& execution) {
        const PeriodicBox& box = request.parameters.box;
        if (!box.is_periodic()) {
            waves_.reset();
        } else {
            const auto timer = timed("waves", execution.timings);
            waves_.emplace(split<Real>(request.parameters));
            if (waves_->prepare(request.sources, false, nullptr, execution.stop) ==
                Outcome::cancelled) {
                return Outcome::cancelled;
            }
        }
        return AosMethod::prepare(request, execution);
    }

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
        if (request.parameters.box.is_periodic()) {
            return run_in_box(request, execution);
        }
        const ForceParameters& parameters = request.parameters;
        const PointMass<Real>* const points = this->points<Real>();
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const bool with_jerk = request.result.jerk_x != nullptr;
        const auto timer = timed("forces", execution.timings);
        for (std::size_t k = 0; k < request.targets.count; ++k) {
            if (execution.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            const std::size_t i = request.packed_target(k);
            const PointMass<Real> target = point_of(request.targets, request.place(k));
            // [cpu.aos]
            Pull pull;
            for (std::size_t j = 0; j < request.sources.count; ++j) {
                if (j == i) {
                    continue;
                }
                // [lit]
                const Separation<Real> to_source(target, points[j], law);
                pull.add(to_source, points[j].mass);
                // [/lit]
                // [/cpu.aos]
                if (with_jerk) {
                    pull.add_jerk(to_source, points[j].mass, relative_motion(request, k, j));
                }
            }
            pull.store(parameters.gravity, request.result, k);
            execution.computed(std::size_t{1}, request.targets.count);
        }
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const {
        return AosMethod::scratch_bytes() + (waves_ ? waves_->scratch_bytes() : 0);
    }

private:
    template <class Real>
    static EwaldSplit split(const ForceParameters& parameters) {
        return {parameters.box,
                std::is_same_v<Real, float> ? EwaldSplit::float_reach : EwaldSplit::double_reach,
                parameters.softening};
    }

    // The same two loops over what pairs do in a box (EwaldSplit), and the plane waves.
    template <class Real>
    Outcome run_in_box(const ForceRequest<Real>& request, Execution& execution) {
        const ForceParameters& parameters = request.parameters;
        const PointMass<Real>* const points = this->points<Real>();
        const BoxPairs pairs(split<Real>(parameters),
                             static_cast<double>(PairLaw<Real>::contact_squared()));
        const bool with_jerk = request.result.jerk_x != nullptr;
        const auto timer = timed("forces", execution.timings);
        if (with_jerk && !waves_->has_jerk() &&
            waves_->prepare(request.sources, true, nullptr, execution.stop) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        const auto place = [](const PointMass<Real>& point) {
            return Vector3{static_cast<double>(point.x), static_cast<double>(point.y),
                           static_cast<double>(point.z)};
        };
        for (std::size_t k = 0; k < request.targets.count; ++k) {
            const std::size_t i = request.packed_target(k);
            const Vector3 target = place(point_of(request.targets, request.place(k)));
            Pull pull;
            for (std::size_t j = 0; j < request.sources.count; ++j) {
                if (j % sources_unasked == 0 && execution.stop.stop_requested()) {
                    return Outcome::cancelled;
                }
                Vector3 v;
                if (with_jerk) {
                    const Motion<Real> motion = relative_motion(request, k, j);
                    v = {static_cast<double>(motion.x), static_cast<double>(motion.y),
                         static_cast<double>(motion.z)};
                }
                const auto mass = static_cast<double>(points[j].mass);
                pairs.for_each(target, place(points[j]), j == i, [&](const BoxPairs::Term& term) {
                    const Vector3 acceleration = mass * term.strength * term.r;
                    const Vector3 jerk =
                        mass * (term.strength * v + term.change * dot(term.r, v) * term.r);
                    pull.x += acceleration.x;
                    pull.y += acceleration.y;
                    pull.z += acceleration.z;
                    pull.potential += mass * term.potential;
                    pull.jerk_x += jerk.x;
                    pull.jerk_y += jerk.y;
                    pull.jerk_z += jerk.z;
                });
            }
            pull.store(parameters.gravity, request.result, k);
            execution.computed(std::size_t{1}, request.targets.count);
        }
        return waves_->add_to(request, parameters.gravity, nullptr, execution.stop);
    }

    template <class Real>
    static Motion<Real> relative_motion(const ForceRequest<Real>& request, std::size_t target,
                                        std::size_t source) {
        const BodiesView<Real>& from = request.targets;
        const BodiesView<Real>& to = request.sources;
        const std::size_t place = request.place(target);
        return {to.vx[source] - from.vx[place], to.vy[source] - from.vy[place],
                to.vz[source] - from.vz[place]};
    }

    static constexpr std::size_t sources_unasked = 16'384;
    std::optional<PlaneWaves> waves_; // of a periodic box
};

const SolverInfo Aos::info{
    .id = "cpu.aos",
    .title = "Two loops",
    .family = "CPU direct",
    .idea = "The textbook formula: two loops over an array of structures, one thread.",
    .source = "Wilt, The CUDA Handbook (2013), 14.1",
    .complexity = "N^2",
    .has_jerk = true,
    .periodic = true,
    .options = {},
};

} // namespace

SolverEntry aos_solver() {
    return typed_entry<Aos>();
}

} // namespace orrery
