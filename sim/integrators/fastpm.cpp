// FastPM: leapfrog whose kicks and drifts know how ripples grow.
//
//   kick    p = p + (G(t1) - G(t0)) / (3/2 Omega_m H0^2 D(tx)) g(x)      G = a^2 dD/dt
//   drift   x = x + (D(t1) - D(t0)) / G(tp) p                            D = D1, growth in first
//   order
//
//   tx, tp: the times of the positions and momenta that pull and push
//
// Idea:    in Zel'dovich's approximation x = q + D psi, p = G psi and g = 3/2 Omega_m H0^2 D psi.
// The
//          factors are those that carry one of these moments into another exactly, so a plane wave
//          comes out right until it crosses, with steps of any length, and large structures with
//          few. As steps become short they become those of leapfrog.
// Source:  Feng, Chu, Seljak, McDonald, MNRAS 463, 2273 (2016), section 2.2, equations 8 to 13.
// Cost:    one evaluation a step, second order; no memory beyond the two states.

#include "sim/cosmology/growth.hpp"
#include "sim/integrator.hpp"

namespace orrery {
namespace {

struct Moment {
    double displacement, momentum; // D and G
};

Moment moment_at(const Cosmology& cosmology, double time) {
    const double a = cosmology.scale_factor(time);
    const Growth grown = growth(cosmology, a);
    return {grown.first, growing_momentum(cosmology, a, grown)};
}

Outcome step(StepWorkspace& space, double dt) {
    const Cosmology& cosmology = *space.coordinates().cosmology();
    const double time = space.velocity_time();
    const Moment start = moment_at(cosmology, time);
    const Moment middle = moment_at(cosmology, time + dt / 2);
    const Moment end = moment_at(cosmology, time + dt);
    const double pull = growing_pull(cosmology);

    space.kick_by(1, (middle.momentum - start.momentum) / (pull * start.displacement), dt / 2);
    space.drift_by((end.displacement - start.displacement) / middle.momentum, dt);
    if (space.evaluate() == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    space.kick_by(1, (end.momentum - middle.momentum) / (pull * end.displacement), dt / 2);
    return Outcome::complete;
}

} // namespace

extern const Integrator fastpm{
    .id = "fastpm",
    .title = "FastPM (Zel'dovich's kicks)",
    .idea = "Leapfrog with the growth of ripples in its factors: large structures in few steps",
    .source = "Feng, Chu, Seljak, McDonald 2016",
    .order = 2,
    .evaluations = 1,
    .symplectic = true,
    .time_reversible = true,
    .follows_expansion = true,
    .needs_expansion = true,
    .step = step,
};

} // namespace orrery
