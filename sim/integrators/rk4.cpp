// The classical Runge-Kutta method of fourth order.
//
//   k1 = f(y), k2 = f(y + dt/2 k1), k3 = f(y + dt/2 k2), k4 = f(y + dt k3)
//   y  = y + dt/6 (k1 + 2 k2 + 2 k3 + k4)          y = (x, v), f = (v, a(x))
//
// Idea:    probe the slope four times and mix so that the error terms up to dt^4 cancel. Precise
//          over a few orbits, but it knows nothing of energy: the error has one sign and grows with
//          every orbit, which is why long runs use the symplectic ones.
// Source:  Kutta, Z. Math. Phys. 46, 435 (1901).
// Cost:    four evaluations a step (k1 is left over from the step before); memory: two more vectors
//          per body for the running sums.

#include "sim/integrator.hpp"

namespace orrery {
namespace {

using enum StepVector;

Outcome step(StepWorkspace& space, double dt) {
    space.add(position_sum, start_position, dt / 6, start_velocity);
    space.add(velocity_sum, start_velocity, dt / 6, start_acceleration);
    space.add(position, start_position, dt / 2, start_velocity);
    space.add(velocity, start_velocity, dt / 2, start_acceleration);

    for (const double reach : {dt / 2, dt}) { // k2, then k3
        if (space.evaluate() == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        space.add(position_sum, position_sum, dt / 3, velocity);
        space.add(velocity_sum, velocity_sum, dt / 3, acceleration);
        space.add(position, start_position, reach, velocity);
        space.add(velocity, start_velocity, reach, acceleration);
    }

    if (space.evaluate() == Outcome::cancelled) { // k4
        return Outcome::cancelled;
    }
    space.add(position, position_sum, dt / 6, velocity);
    space.add(velocity, velocity_sum, dt / 6, acceleration);
    return space.evaluate();
}

} // namespace

extern const Integrator rk4{
    .id = "rk4",
    .title = "Runge-Kutta, 4th order",
    .idea = "Four probes of the slope: precise for a while, but its energy drifts",
    .source = "Kutta 1901",
    .order = 4,
    .evaluations = 4,
    .step = step,
};

} // namespace orrery
