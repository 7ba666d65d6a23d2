// Direct summation on one CPU thread, bodies as an array of structures: the definition, written
// down.
//
//   a_i = G sum_j m_j r_ij / (|r_ij|^2 + eps^2)^(3/2),   r_ij = x_j - x_i
//
// Idea:    two nested loops. Nothing is clever, so this is what every other algorithm is compared
// with;
//          in double it is the truth.
// Source:  Wilt, "The CUDA Handbook" (2013), section 14.1.
// Cost:    N^2 interactions, one at a time: a division and a square root each.
// Memory:  the float4 copy of the bodies, 16 bytes a body (32 in double).

#include "sim/solvers/direct/aos_layout.hpp"
#include "sim/solvers/direct/direct_methods.hpp"
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
        const auto timer = timed("forces", context.timings);
        for (std::size_t i = 0; i < bodies.count; ++i) {
            if (context.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            Pull<Real> pull;
            for (std::size_t j = 0; j < bodies.count; ++j) {
                if (j != i) {
                    pull.add(points[i], points[j], law);
                }
            }
            result.x[i] = law.gravity * pull.x;
            result.y[i] = law.gravity * pull.y;
            result.z[i] = law.gravity * pull.z;
            if (result.potential != nullptr) {
                result.potential[i] = law.gravity * pull.potential;
            }
            if (result.jerk_x != nullptr) {
                add_jerk(bodies, points, i, law, pull);
                result.jerk_x[i] = law.gravity * pull.jerk_x;
                result.jerk_y[i] = law.gravity * pull.jerk_y;
                result.jerk_z[i] = law.gravity * pull.jerk_z;
            }
        }
        return Outcome::complete;
    }

    std::size_t scratch_bytes() const { return layout_.bytes(); }

private:
    template <class Real>
    static void add_jerk(const BodiesView<Real>& bodies, const PointMass<Real>* points,
                         std::size_t i, const PairLaw<Real>& law, Pull<Real>& pull) {
        for (std::size_t j = 0; j < bodies.count; ++j) {
            const Motion<Real> relative{bodies.vx[j] - bodies.vx[i], bodies.vy[j] - bodies.vy[i],
                                        bodies.vz[j] - bodies.vz[i]};
            if (j != i) {
                pull.add_jerk(points[i], points[j], relative, law);
            }
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
    // One running sum per target rounds N times.
    .promised_error_fp32 = 1e-5,
    .options = {},
};

} // namespace

SolverEntry aos_solver() {
    return direct_entry<Aos>();
}

} // namespace orrery
