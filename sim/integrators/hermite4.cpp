// Hermite's fourth-order predictor-corrector, the workhorse of star-cluster codes.
//
//   predict   x_p = x0 + dt v0 + dt^2/2 a0 + dt^3/6 j0,   v_p = v0 + dt a0 + dt^2/2 j0
//   evaluate  a1, j1 at (x_p, v_p)
//   correct   v1 = v0 + dt/2 (a0 + a1) + dt^2/12 (j0 - j1)
//             x1 = x0 + dt/2 (v0 + v1) + dt^2/12 (a0 - a1)
//
// Idea:    the pair loop that gives a force gives its time derivative, the jerk, for little more.
//          Two ends with value and slope each make Hermite's cubic, so fourth order comes from one
//          predicted point.
// Source:  Makino & Aarseth, Publ. Astron. Soc. Japan 44, 141 (1992), section 2; the corrector's
//          form: Hut, Makino, McMillan, Astrophys. J. 443, L93 (1995).
// Cost:    two evaluations with jerk a step: at the prediction, and again at the corrected state,
//          which makes the scheme stabler and gives every state its own acceleration (PECE).
//          Memory: two more vectors per body.

#include "sim/integrator.hpp"

namespace orrery {
namespace {

using enum StepVector;

void predict(StepWorkspace& space, double dt) {
    const double dt2 = dt * dt;
    space.add(position, start_position, dt, start_velocity);
    space.add(position, position, dt2 / 2, start_acceleration);
    space.add(position, position, dt2 * dt / 6, start_jerk);
    space.add(velocity, start_velocity, dt, start_acceleration);
    space.add(velocity, velocity, dt2 / 2, start_jerk);
}

void correct(StepWorkspace& space, double dt) {
    const double dt2 = dt * dt;
    space.add(velocity, start_velocity, dt / 2, start_acceleration);
    space.add(velocity, velocity, dt / 2, acceleration);
    space.add(velocity, velocity, dt2 / 12, start_jerk);
    space.add(velocity, velocity, -dt2 / 12, jerk);
    space.add(position, start_position, dt / 2, start_velocity);
    space.add(position, position, dt / 2, velocity);
    space.add(position, position, dt2 / 12, start_acceleration);
    space.add(position, position, -dt2 / 12, acceleration);
}

Outcome step(StepWorkspace& space, double dt) {
    predict(space, dt);
    if (space.evaluate() == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    correct(space, dt);
    return space.evaluate();
}

} // namespace

extern const Integrator hermite4{
    .id = "hermite4",
    .title = "Hermite, 4th order (with jerk)",
    .idea = "Predict with force and jerk, evaluate, correct: the workhorse of star cluster codes",
    .source = "Makino & Aarseth 1992; Hut, Makino, McMillan 1995",
    .order = 4,
    .evaluations = 2,
    .needs_jerk = true,
    .step = step,
};

} // namespace orrery
