// BullFrog: leapfrog that is right to second order in the ripples.
//
//   drift   x' = x + dD/2 v                            v = dx/dD = p / G, G = a^2 dD/dt
//   kick    v  = alpha v + (1 - alpha) g(x') / (3/2 Omega_m H0^2 D')
//   drift   x  = x' + dD/2 v                           D' = D + dD/2, dD = D(t1) - D(t0)
//
//   alpha = (F(t1) - K) / (F(t0) - K),   K = (E(t0) + dD/2 F(t0)) / D' + D',   F = dE/dD
//
// Idea:    with the growth D = D1 for time, a body in Zel'dovich's approximation moves uniformly
// and
//          needs no kick: v and the pull are then the same, and any mean of them is right. The mean
//          that is taken is the one that carries second order, x = q + D psi1 + E psi2 with E = D2,
//          from v = psi1 + F(t0) psi2 to v = psi1 + F(t1) psi2. Seven steps from redshift 49 give
//          the large scales, and a start in second order may be a long first step.
// Source:  List & Hahn, "Perturbation-theory informed integrators", arXiv:2409.19049 (2024),
//          section 3 (our D2 is positive).
// Cost:    an evaluation a step, and a second one at its end: the scheme begins and ends with
//          drifts, but the state that is shown has its energy and colours from there. No memory
//          beyond the two states.

#include "sim/cosmology/growth.hpp"
#include "sim/integrator.hpp"

namespace orrery {
namespace {

Outcome step(StepWorkspace& space, double dt) {
    const Cosmology& cosmology = *space.coordinates().cosmology();
    const double a0 = cosmology.scale_factor(space.position_time());
    const double a1 = cosmology.scale_factor(space.position_time() + dt);
    const Growth start = growth(cosmology, a0), end = growth(cosmology, a1);
    const double momentum0 = growing_momentum(cosmology, a0, start);
    const double momentum1 = growing_momentum(cosmology, a1, end);

    const double half = (end.first - start.first) / 2;
    const double middle = start.first + half;
    const auto slope = [](const Growth& at) { // F
        return at.second_rate * at.second / (at.first_rate * at.first);
    };
    const double pulled = (start.second + half * slope(start)) / middle + middle;
    const double kept = (slope(end) - pulled) / (slope(start) - pulled);

    space.drift_by(half / momentum0, dt / 2);
    if (space.evaluate() == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    space.kick_by(kept * momentum1 / momentum0,
                  (1 - kept) * momentum1 / (growing_pull(cosmology) * middle), dt);
    space.drift_by(half / momentum1, dt / 2);
    return space.evaluate();
}

} // namespace

extern const Integrator bullfrog{
    .id = "bullfrog",
    .title = "BullFrog (second-order growth)",
    .idea = "Leapfrog in the time of growth, right to second order: the large scales in few steps",
    .source = "List & Hahn 2024, arXiv:2409.19049",
    .order = 2,
    .evaluations = 2,
    .follows_expansion = true,
    .needs_expansion = true,
    .step = step,
};

} // namespace orrery
