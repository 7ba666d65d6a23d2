#pragma once

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <optional>
#include <stop_token>
#include <vector>

namespace orrery {

// What an algorithm makes of a system, in the order of its bodies.
struct Forces {
    std::vector<Vector3> acceleration;
    std::vector<double> potential; // empty where the algorithm gives none
    StepTimings timings;
};

// What `settings` ask of `system`: algorithm and force parameters. Throws bad_input as
// Simulation::load does.
CheckedSettings checked(const Settings& settings, const System& system);

// One evaluation by settings.algorithm in settings.precision; nullopt when stopped.
std::optional<Forces> compute_forces(const System& system, const Settings& settings,
                                     Workers& workers, std::stop_token stop);

// The bodies as a precision rounds them, in double. An
// algorithm's error is measured on these, so that it is not blamed for the rounding of its input.
Bodies<double> rounded_bodies(const Bodies<double>& bodies, Precision precision);

} // namespace orrery
