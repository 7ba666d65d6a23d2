// Euler's method with the new velocity moving the body: semi-implicit Euler.
//
//   v = v + dt a(x)
//   x = x + dt v            the velocity just computed
//
// Idea:    one changed symbol against Euler's method turns a spiral into a closed orbit: kick, then
//          drift, is a symplectic map. It is leapfrog with its kicks half a step late, hence only
//          first order, and not its own mirror image in time.
// Source:  de Vogelaere, Notre Dame report 4 (1956); Hairer, Lubich, Wanner, "Geometric Numerical
//          Integration", 2nd ed. (2006), section I.1.4. It is what "The CUDA Handbook" (2013),
//          ch. 14, and many a game use.
// Cost:    one evaluation a step, first order; no memory beyond the two states.

#include "sim/integrator.hpp"

namespace orrery {
namespace {

Outcome step(StepWorkspace& space, double dt) {
    space.kick(dt);
    space.drift(dt);
    return space.evaluate();
}

} // namespace

extern const Integrator symplectic_euler{
    .id = "symplectic_euler",
    .title = "Symplectic Euler",
    .idea = "Euler's method, but the new velocity moves the body: orbits stay closed",
    .source = "de Vogelaere 1956; The CUDA Handbook, ch. 14",
    .order = 1,
    .evaluations = 1,
    .symplectic = true,
    .follows_expansion = true,
    .step = step,
};

} // namespace orrery
