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

Outcome step(StepWorkspace& space, double dt) {
    space.add(StepVector::position_sum, StepVector::start_position, dt / 6,
              StepVector::start_velocity);
    space.add(StepVector::velocity_sum, StepVector::start_velocity, dt / 6,
              StepVector::start_acceleration);
    space.add(StepVector::position, StepVector::start_position, dt / 2, StepVector::start_velocity);
    space.add(StepVector::velocity, StepVector::start_velocity, dt / 2,
              StepVector::start_acceleration);

    for (const double reach : {dt / 2, dt}) { // k2, then k3
        if (space.evaluate() == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        space.add(StepVector::position_sum, StepVector::position_sum, dt / 3, StepVector::velocity);
        space.add(StepVector::velocity_sum, StepVector::velocity_sum, dt / 3,
                  StepVector::acceleration);
        space.add(StepVector::position, StepVector::start_position, reach, StepVector::velocity);
        space.add(StepVector::velocity, StepVector::start_velocity, reach,
                  StepVector::acceleration);
    }

    if (space.evaluate() == Outcome::cancelled) { // k4
        return Outcome::cancelled;
    }
    space.add(StepVector::position, StepVector::position_sum, dt / 6, StepVector::velocity);
    space.add(StepVector::velocity, StepVector::velocity_sum, dt / 6, StepVector::acceleration);
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
