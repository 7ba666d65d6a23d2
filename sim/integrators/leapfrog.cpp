// Leapfrog in its kick-drift-kick form, also known as velocity Verlet.
//
//   v' = v + dt/2 a(x)      kick
//   x  = x + dt v'          drift
//   v  = v' + dt/2 a(x)     kick
//
// Idea:    kicks and drifts are each exact for half of the problem, so their symmetric sequence
//          keeps phase-space volume and runs backwards along its own path. Its energy error
//          oscillates and does not grow: a slightly wrong Hamiltonian is conserved exactly.
// Source:  Verlet, Phys. Rev. 159, 98 (1967); Quinn, Katz, Stadel, Lake, "Time stepping N-body
//          simulations", astro-ph/9710043 (1997), section 2, on why the kick comes first.
// Cost:    one evaluation a step, second order; no memory beyond the two states.

#include "sim/integrator.hpp"

namespace orrery {
namespace {

Outcome step(StepWorkspace& space, double dt) {
    space.kick(dt / 2);
    space.drift(dt);
    if (space.evaluate() == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    space.kick(dt / 2);
    return Outcome::complete;
}

} // namespace

extern const Integrator leapfrog{
    .id = "leapfrog",
    .title = "Leapfrog (kick-drift-kick)",
    .idea = "Half a kick, a drift, half a kick: symplectic, reversible, one evaluation",
    .source = "Verlet 1967; Quinn et al. 1997",
    .order = 2,
    .evaluations = 1,
    .symplectic = true,
    .time_reversible = true,
    .follows_expansion = true,
    .step = step,
};

} // namespace orrery
