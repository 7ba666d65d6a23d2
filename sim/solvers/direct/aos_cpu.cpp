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
#include "sim/solvers/direct/direct_solver.hpp"

namespace orrery {
namespace {

class Aos {
public:
    static const SolverInfo info;

    template <class Real>
    Outcome run(const BodiesView<Real>& bodies, const AccelerationsView<Real>& result,
                const ForceParameters& parameters, SolverContext& context) {
        const PointMass<Real>* const points = layout_.update(bodies, context.timings);
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        const bool with_jerk = result.jerk_x != nullptr;
        const auto timer = timed("forces", context.timings);
        for (std::size_t i = 0; i < bodies.count; ++i) {
            if (context.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            Pull pull;
            for (std::size_t j = 0; j < bodies.count; ++j) {
                if (j == i) {
                    continue;
                }
                const Separation<Real> to_source(points[i], points[j], law);
                pull.add(to_source, points[j].mass);
                if (with_jerk) {
                    pull.add_jerk(to_source, points[j].mass, relative_motion(bodies, i, j));
                }
            }
            store(pull, result, i, parameters.gravity);
        }
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return layout_.bytes(); }

private:
    template <class Real>
    static Motion<Real> relative_motion(const BodiesView<Real>& bodies, std::size_t target,
                                        std::size_t source) {
        return {bodies.vx[source] - bodies.vx[target], bodies.vy[source] - bodies.vy[target],
                bodies.vz[source] - bodies.vz[target]};
    }

    template <class Real>
    static void store(const Pull& pull, const AccelerationsView<Real>& result, std::size_t i,
                      double gravity) {
        result.x[i] = static_cast<Real>(gravity * pull.x);
        result.y[i] = static_cast<Real>(gravity * pull.y);
        result.z[i] = static_cast<Real>(gravity * pull.z);
        if (result.potential != nullptr) {
            result.potential[i] = static_cast<Real>(gravity * pull.potential);
        }
        if (result.jerk_x != nullptr) {
            result.jerk_x[i] = static_cast<Real>(gravity * pull.jerk_x);
            result.jerk_y[i] = static_cast<Real>(gravity * pull.jerk_y);
            result.jerk_z[i] = static_cast<Real>(gravity * pull.jerk_z);
        }
    }

    AosLayout layout_;
};

const SolverInfo Aos::info{
    .id = "cpu.aos",
    .title = "Two loops",
    .family = "CPU direct",
    .idea = "The definition written down: two loops over an array of structures, one thread.",
    .source = "Wilt, The CUDA Handbook (2013), 14.1",
    .complexity = "N^2",
    .has_jerk = true,
    .options = {},
};

} // namespace

SolverEntry aos_solver() {
    return direct_entry<Aos>();
}

} // namespace orrery
