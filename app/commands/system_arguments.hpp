#pragma once

#include "sim/bodies.hpp"
#include "sim/settings.hpp"
#include "sim/solver.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <utility>
#include <vector>

namespace orrery {

// What the commands that work on bodies have in common: which bodies, pulled how, moved how.
struct SystemArguments {
    Settings settings;
    bool algorithm_given = false;
    std::vector<std::pair<std::string, std::string>> solver_options; // key and value, as typed
    std::string multi_gpu; // how GPUs share the work of a gpu algorithm; empty: they do not
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

// The settings as typed, solver options resolved. Everything that can be checked without the bodies
// is: throws bad_input for unknown ids and options, numbers out of range, what cannot run here.
Settings complete_settings(const SystemArguments& arguments);

// The same for several algorithms at once: an option goes to those that have it.
Settings complete_settings(const SystemArguments& arguments,
                           const std::vector<const SolverEntry*>& algorithms);

// The system that `settings` name. Throws failure beforehand when this machine's memory cannot hold
// the bodies of a scene.
InitialConditions load_system(const Settings& settings);

const char* precision_name(Precision precision); // "fp32"

} // namespace orrery
