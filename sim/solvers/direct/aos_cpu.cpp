// Direct summation on one CPU thread, bodies as an array of structures: the definition, written
// down.
//
//   a_i = G sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   r_ij = x_j - x_i
//
// Idea:    two nested loops. Nothing is clever, so this is what every other algorithm is compared
//          with; in double it is the truth.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.1.
// Cost:    N^2 interactions, one at a time: a division and a square root each.
// Memory:  the float4 copy of the bodies, 16 bytes a body (32 in double).

#include "sim/solvers/direct/aos_layout.hpp"
#include "sim/solvers/typed_solver.hpp"

namespace orrery {
namespace {

class Aos : public AosMethod {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome run(const ForceRequest<Real>& request, Execution& execution) {
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
            Pull pull;
            for (std::size_t j = 0; j < request.sources.count; ++j) {
                if (j == i) {
                    continue;
                }
                const Separation<Real> to_source(target, points[j], law);
                pull.add(to_source, points[j].mass);
                if (with_jerk) {
                    pull.add_jerk(to_source, points[j].mass, relative_motion(request, k, j));
                }
            }
            pull.store(parameters.gravity, request.result, k);
            execution.computed(std::size_t{1}, request.targets.count);
        }
        return Outcome::complete;
    }

private:
    template <class Real>
    static Motion<Real> relative_motion(const ForceRequest<Real>& request, std::size_t target,
                                        std::size_t source) {
        const BodiesView<Real>& from = request.targets;
        const BodiesView<Real>& to = request.sources;
        const std::size_t place = request.place(target);
        return {to.vx[source] - from.vx[place], to.vy[source] - from.vy[place],
                to.vz[source] - from.vz[place]};
    }
};

const SolverInfo Aos::info{
    .id = "cpu.aos",
    .title = "Two loops",
    .family = "CPU direct",
    .idea = "The textbook formula: two loops over an array of structures, one thread.",
    .source = "Wilt, The CUDA Handbook (2013), 14.1",
    .complexity = "N^2",
    .has_jerk = true,
    .options = {},
};

} // namespace

SolverEntry aos_solver() {
    return typed_entry<Aos>();
}

} // namespace orrery
