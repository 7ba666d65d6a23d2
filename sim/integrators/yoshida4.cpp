// The fourth-order symplectic integrator of Forest & Ruth and of Yoshida: three leapfrogs.
//
//   S4(dt) = S2(w1 dt) S2(w0 dt) S2(w1 dt),   w1 = 1/(2 - 2^(1/3)),   w0 = 1 - 2 w1 = -1.70
//
// Idea:    a symmetric second-order step errs by c dt^3 + O(dt^5). Two steps forwards and a longer
//          one backwards, 2 w1^3 + w0^3 = 0, cancel the cubic term; what is left is of fourth order
//          and still symplectic and reversible. Neighbouring half kicks merge.
// Source:  Forest & Ruth, Physica D 43, 105 (1990); Yoshida, Phys. Lett. A 150, 262 (1990),
//          section 2.
// Cost:    three evaluations a step; no memory beyond the two states. The steps are long (1.35 and
//          -1.70 dt), so its error constant is large: pefrl.cpp is the cure.

#include "sim/integrator.hpp"

namespace orrery {
namespace {

constexpr double cube_root_of_2 = 1.2599210498948731648;
constexpr double outer = 1 / (2 - cube_root_of_2);
constexpr double inner = 1 - 2 * outer;

Outcome step(StepWorkspace& space, double dt) {
    constexpr double drifts[] = {outer, inner, outer};
    constexpr double kicks_after[] = {(outer + inner) / 2, (inner + outer) / 2, outer / 2};

    space.kick(outer / 2 * dt);
    for (int stage = 0; stage < 3; ++stage) {
        space.drift(drifts[stage] * dt);
        if (space.evaluate() == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        space.kick(kicks_after[stage] * dt);
    }
    return Outcome::complete;
}

} // namespace

extern const Integrator yoshida4{
    .id = "yoshida4",
    .title = "Yoshida, 4th order (Forest-Ruth)",
    .idea = "Three leapfrogs, the middle one backwards: their cubic errors cancel",
    .source = "Forest & Ruth 1990; Yoshida 1990",
    .order = 4,
    .evaluations = 3,
    .symplectic = true,
    .time_reversible = true,
    .follows_expansion = true,
    .step = step,
};

} // namespace orrery
