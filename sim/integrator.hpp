#pragma once

#include "sim/phase_space.hpp"

#include <span>
#include <string_view>

namespace orrery {

// An integrator is one described constant. `step` advances position, velocity and acceleration (and
// jerk) from the start fields by `dt`, which may be negative; at entry the start fields are
// complete. At exit `acceleration` must belong to `position` if ends_with_acceleration is set;
// otherwise the simulation evaluates it afresh.
struct Integrator {
    const char* id;    // "leapfrog"
    const char* title; // "Leapfrog (kick-drift-kick)"
    const char* idea;  // one line
    const char* source;
    int order;
    int evaluations; // of the solver, per step
    bool symplectic;
    bool time_reversible;
    bool needs_jerk;
    bool ends_with_acceleration;
    Outcome (*step)(PhaseSpace& space, double dt);
};

// Every integrator, the default first: sim/integrators/integrators.cpp.
std::span<const Integrator> integrators();

// Throws bad_input for an unknown id.
const Integrator& find_integrator(std::string_view id);

} // namespace orrery
