#pragma once

#include "sim/state/step_workspace.hpp"

#include <span>
#include <string_view>

namespace orrery {

// An integrator is one described constant. `step` advances position, velocity and acceleration (and
// jerk) from the start fields by `dt`, which may be negative. At entry the start fields are
// complete; at exit acceleration (and jerk) belong to position and velocity, so that every state
// has its energy and the next step can begin without an evaluation.
struct Integrator {
    const char* id;    // "leapfrog"
    const char* title; // "Leapfrog (kick-drift-kick)"
    const char* idea;  // one line
    const char* source;
    int order;
    int evaluations; // of the solver, per step
    bool symplectic = false;
    bool time_reversible = false;
    bool needs_jerk = false;
    Outcome (*step)(StepWorkspace& space, double dt);
};

// Every integrator, the default first: sim/integrators/integrators.cpp.
std::span<const Integrator> integrators();

// Adds an integrator from outside; to be called in main before anything looks at the list. Throws
// failure if it comes later or an integrator has its id.
void register_integrator(const Integrator& integrator);

// Throws bad_input for an unknown id.
const Integrator& find_integrator(std::string_view id);

} // namespace orrery
