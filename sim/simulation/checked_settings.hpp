#pragma once

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/integrator.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"
#include "sim/system.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// A system's defaults for settings that are left open.
struct SuggestedDefaults {
    double gravity = 1;
    double time_step = 1.0 / 128;
    double softening = 0;
    double step_accuracy = 0; // 0: a fixed step
    double force_error = 0;   // 0: the usual one
    PeriodicBox box = {};
    std::optional<Cosmology> cosmology = {};
};

SuggestedDefaults suggested_by(const System& system);

// Settings whose names were looked up and found fit to run together.
struct CheckedSettings {
    const SolverEntry& algorithm;
    const SolverInfo& info; // of the algorithm, shared as the settings ask
    const Integrator& integrator;
    ForceParameters forces;
    std::vector<int> devices; // in use, as Execution names them; empty for an algorithm of the host
    double step_accuracy;     // of an adaptive step; 0: the step is fixed
};

// Whether the source is a scene in a periodic box that expands, which not every algorithm and
// integrator can follow.
bool names_expanding_scene(const Settings& settings);

// Throws bad_input for an unknown id, a number out of range, an algorithm that cannot run here, or
// a combination that is impossible: a precision, or an integrator's need for jerk, that the
// algorithm cannot serve.
CheckedSettings checked(const Settings& settings, const SuggestedDefaults& scales);

// The errors wanted (the option "error") of those algorithms that have one, where a system suggests
// a smaller one than usual: that, or the least that an algorithm can be asked for.
using SuggestedErrors = std::map<std::string, OptionValue>;
SuggestedErrors suggested_errors(const std::vector<std::string>& algorithms, double error);
// Sets those that are not set. Whether anything was set.
bool take_errors(Settings& settings, const SuggestedErrors& suggested);
// Unsets those that are still as they were taken.
void forget_errors(Settings& settings, const SuggestedErrors& taken);

// The accuracy of an adaptive step where neither settings nor system have one: without softening
// close encounters want a finer step.
double usual_step_accuracy(double softening);

// Whether the system suggests a step that follows the bodies, which a step that was set replaces.
bool fixes_adaptive_step(const Settings& settings, const SuggestedDefaults& suggested);

// The error that settings.algorithm promises with its options and precision, in `box`. Infinite: it
// promises none there.
double promised_error(const Settings& settings, const PeriodicBox& box = {});

// Whether rounding the bodies to single precision costs more than that.
bool rounding_matters(const ForceError& rounding, const Settings& settings);

// The options that are set for an algorithm.
OptionValues options_of(const Settings& settings, const std::string& algorithm);
// The error that its algorithm is asked for, where it is asked for one. It aims at that error; what
// it promises of 99 in 100 bodies is a larger one.
std::optional<double> wanted_error(const Settings& settings);

// "all" as an empty list, "1,0" as its numbers. Throws bad_input for anything else.
std::vector<int> parse_device_list(const std::string& text);
// The same, of GPUs that this machine has; throws bad_input for others.
std::vector<int> device_list(const std::string& text);

// Settings that were saved on another machine or by another version of this program, made fit to
// run here, and a sentence on each thing that had to be changed for that.
struct FittedSettings {
    Settings settings;
    std::vector<std::string> changes;
};

// Takes another algorithm of the same kind for one that is unknown or cannot run here, with the
// options that both have; the standard integrator for an unknown one; and all GPUs for some that
// are not there. Options that the algorithm does not have, or values that it does not take, go.
FittedSettings fitted(const Settings& saved);

// The fastest direct sum that runs here and does what `settings` ask: their precision, their
// integrator's jerk, their scene's periodic box. The standard one where none does.
std::string fastest_direct_sum(const Settings& settings);

} // namespace orrery
