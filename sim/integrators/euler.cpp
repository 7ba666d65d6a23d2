// Euler's method, to show why not.
//
//   x = x + dt v
//   v = v + dt a            both from the start of the step
//
// Idea:    follow the tangent. On a circle every tangent leads outwards, so orbits spiral out and
//          the energy grows without bound, in proportion to time and to dt.
// Source:  Euler, "Institutionum calculi integralis", vol. 1 (1768), section 650.
// Cost:    one evaluation a step, first order; no memory beyond the two states.

#include "sim/integrator.hpp"

namespace orrery {
namespace {

Outcome step(StepWorkspace& space, double dt) {
    space.drift(dt);
    space.kick(dt);
    return space.evaluate();
}

} // namespace

extern const Integrator euler{
    .id = "euler",
    .title = "Euler",
    .idea = "Follow the tangent: energy grows and orbits spiral out. Shows why not to use it",
    .source = "Euler 1768",
    .order = 1,
    .evaluations = 1,
    .follows_expansion = true,
    .step = step,
};

} // namespace orrery
