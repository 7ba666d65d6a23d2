#pragma once

#include "sim/bodies.hpp"
#include "sim/settings.hpp"
#include "sim/solver.hpp"

#include <CLI/App.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orrery {

// What the commands that work on bodies have in common: which bodies, pulled how, moved how.
struct SystemArguments {
    Settings settings;
    std::vector<std::pair<std::string, std::string>> solver_options; // key and value, as typed
};

// SCENE|FILE, --seed, and --bodies where `one_count` (bench takes several instead). `standard` is
// the scene used where none is given.
void add_source_arguments(CLI::App& parser, SystemArguments& arguments, const std::string& standard,
                          bool one_count = true);

// --algorithm (where `one_algorithm`), --precision, --softening, --threads, --option and its short
// forms.
void add_force_arguments(CLI::App& parser, SystemArguments& arguments, bool one_algorithm = true);

// --integrator, --dt, --adaptive.
void add_motion_arguments(CLI::App& parser, SystemArguments& arguments);

// The settings with everything checked that does not need the bodies: ids, availability, solver
// options and their ranges. Throws bad_input, or failure for an algorithm that cannot run here.
Settings checked_settings(const SystemArguments& arguments);

// The same for several algorithms at once: an option goes to those that have it.
Settings checked_settings(const SystemArguments& arguments,
                          const std::vector<const SolverEntry*>& algorithms);

// The system that `settings` name. Throws failure beforehand when this machine's memory cannot hold
// the bodies of a scene.
InitialConditions load_system(const Settings& settings);

// The softening in force: what the settings ask for, else what the system suggests.
double softening_of(const Settings& settings, const InitialConditions& system);

const char* precision_name(Precision precision); // "fp32"

} // namespace orrery
