#pragma once

#include "sim/simulation/properties.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

class Parser;
struct GaussMethod;

// A setting as it was typed, to be put into whatever settings the command begins with.
struct TypedSetting {
    std::string flag; // "--dt"; "" of what comes along with another one
    std::string key;  // as reports call it: "time_step"
    SettingValue value;
};

// What a command takes where no algorithm is named: nothing, as it has several; the fastest direct
// sum, as it is about exact forces; or what is fastest here.
enum class UnnamedAlgorithm { several, direct_sum, fastest };

// What the commands that work on bodies have in common: which bodies, pulled how, moved how. Only
// what was typed; app/commands/chosen_system.hpp makes settings of it.
struct SystemArguments {
    std::string source; // as typed, or the command's standard scene
    bool source_given = false;
    std::vector<TypedSetting> typed;
    std::vector<std::pair<std::string, std::string>> solver_options; // key and value, as typed
    std::vector<std::string> own_flags; // of the command, that replace what was saved: "--until"
    UnnamedAlgorithm unnamed = UnnamedAlgorithm::direct_sum;
    bool seed_samples = false; // the seed is of use without random numbers of a scene, too

    bool given(std::string_view flag) const;
};

// Throws bad_input for what is neither a scene nor a file. As the first word after `orrery` it is
// most likely a mistyped command, so those are suggested too.
void require_source(const std::string& source);

// SCENE|FILE, --seed, and --bodies where `one_count` (bench takes several instead). `standard` is
// the scene used where none is given.
void add_source_arguments(Parser& parser, SystemArguments& arguments, const std::string& standard,
                          bool one_count = true);

// --algorithm (unless there are several), --precision, --softening, --threads, --option and its
// short forms.
void add_force_arguments(Parser& parser, SystemArguments& arguments, UnnamedAlgorithm unnamed);

// --threads, of what computes in double.
void add_threads_argument(Parser& parser, SystemArguments& arguments, const char* group);

// --precision and --threads, of what computes no forces.
void add_computing_arguments(Parser& parser, SystemArguments& arguments, const char* group);

// --integrator, --dt, --adaptive, --backwards, --forwards.
void add_motion_arguments(Parser& parser, SystemArguments& arguments);

const char* precision_name(Precision precision); // "fp32"

// --bodies, --repeat and --budget of benchmarks. What is said: how many bodies by default; what is
// repeated, by default as often as `repeats` is; what a budget means.
void add_bodies_argument(Parser& parser, std::vector<std::size_t>& counts, const char* standard);
void add_repeat_argument(Parser& parser, int& repeats, const char* samples);
void add_budget_argument(Parser& parser, double& seconds, const char* meaning);

// --json, into which `what` is written: "the rows".
void add_json_argument(Parser& parser, std::string& json, const std::string& what);

// --format, for a file of bodies whose name does not say it.
void add_format_argument(Parser& parser, std::string& format);

// -o FILE for a table of results, whose form is told, and --json for the report of how it was made.
void add_result_arguments(Parser& parser, std::string& output, const std::string& form,
                          std::string& json);

// The Gauss transform of that name, `cells`, or id, `cpu.gauss.cells`. Throws bad_input for an
// unknown name, or where it cannot run here.
const GaussMethod& gauss_method_called(const std::string& name);
// The short names, as the type of an option: "automatic|direct|cells|...".
std::string gauss_method_names();

// --language: sets `language` to the id of one that there is, or "auto". Throws bad_input for what
// is none.
void add_language_argument(Parser& parser, std::string& language, const char* meaning);

} // namespace orrery
