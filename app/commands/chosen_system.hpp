#pragma once

#include "app/commands/command.hpp"
#include "app/commands/system_arguments.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/solver.hpp"
#include "sim/system.hpp"

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// The origin of a setting.
enum class Origin {
    standard,     // the program's, always the same
    automatic,    // chosen by the program to suit the machine or the system
    session,      // the file's
    report,       // that of --again
    command_line, // typed
};
const char* origin_name(Origin origin); // "command line"

// Settings that a command goes on from instead of the program's own.
struct SavedSettings {
    Settings settings;
    Origin origin = Origin::session;
    std::string file; // which they are from
};

// Settings that a command runs with, and why.
struct ChosenSettings {
    Settings settings;
    std::map<std::string, Origin, std::less<>> origins; // by key: "time_step"
    std::vector<std::string> typed;                     // flags: "--dt"
    std::string saved_in;                               // file that settings were taken from
    std::vector<std::string> notes; // sentences on what the user did not ask for like that
    // Where no algorithm was named: those that may be the fastest here, the likeliest first, which
    // is the one in the settings. Options that were typed are set for all of them.
    std::vector<std::string> candidates;
};

// Saved settings or the program's own, and over them what was typed. Everything that can be checked
// without the bodies is: throws bad_input for unknown ids and options, numbers out of range, what
// cannot run here, and what would have no effect. What was saved by another machine or version is
// made to fit, with a note.
// `bodies`: how many there will be, where that is known already; 0: many. Unset: as many as the
// settings say.
ChosenSettings choose_settings(const SystemArguments& arguments,
                               const std::optional<SavedSettings>& saved = {},
                               std::optional<std::size_t> bodies = {});

// The same for several algorithms at once: an option goes to those that have it.
ChosenSettings choose_settings(const SystemArguments& arguments,
                               const std::vector<const SolverEntry*>& algorithms,
                               const std::optional<SavedSettings>& saved = {});

// Takes the likeliest of the candidates that many processes can share, and drops them.
void take_algorithm_of_ranks(Settings& settings, std::vector<std::string>& candidates);

// The program's own settings and what was typed, for those who compute nothing: no algorithm is
// chosen or checked.
Settings typed_settings(const SystemArguments& arguments);

// Throws bad_input for a number of bodies that a scene cannot have.
void require_count(const std::string& source, std::size_t bodies);

// The settings of the session that was typed; none for any other source.
std::optional<SavedSettings> session_settings(const SystemArguments& arguments);

// Prints to standard error the notes and what was taken from where: "from run.orrery: cpu.tree
// (theta=0.9), pefrl, fp64, seed 7; from the command line: --dt"; nothing where everything is as
// typed or as always.
void tell(const ChosenSettings& chosen, const Console& console);

// Says that --dt replaces the adaptive step of a scene or file, of that accuracy.
std::string fixed_step_note(const std::string& source, std::optional<double> accuracy);

// The algorithm and those of its options in force that are not the standard ones: "cpu.tree
// (theta=0.9, leaf=8)".
std::string algorithm_text(const Settings& settings);

// Bodies and the settings that they are computed with.
struct ChosenSystem {
    ChosenSettings chosen;
    System system;
    std::optional<FileMark> mark; // of a file
};

// Chooses settings and reads or makes the bodies; a file is read once. A session's own settings are
// taken, unless there are `saved` ones. Tells what was taken from where. Throws bad_input where a
// file has fewer bodies than asked for, failure where memory cannot hold them. `sharers`: the ranks
// that each have a share of the bodies, as load_source_file makes it; else all of them have all.
ChosenSystem choose_system(const SystemArguments& arguments, const Console& console,
                           const std::optional<SavedSettings>& saved = {},
                           Communicator& sharers = one_process());

// The system that `settings` name. Throws failure beforehand when this machine's memory cannot hold
// the bodies of a scene, and bad_input for more bodies than a file has. `sharers`: as above; so
// many of them are on this machine.
SnapshotFile load_system(const Settings& settings, Communicator& sharers = one_process(),
                         std::size_t sharers_here = 1);

// Remarks on what the file left out, and on what of it could not be kept.
void tell_remarks(const System& system, const Settings& settings, const Console& console);

// The first settings.bodies of a file's bodies; 0: all of them. Throws bad_input where there are
// not so many.
System first_bodies(const System& file, const Settings& settings);

// Puts options, key and value as typed, into the settings of those algorithms that have them. An
// option that means something only beside a value of another one brings that along; the returned
// sentences say so. Throws bad_input for an option that none has, for a value that it cannot take,
// and for options that contradict each other.
std::vector<std::string>
set_solver_options(Settings& settings, const std::vector<const SolverEntry*>& algorithms,
                   const std::vector<std::pair<std::string, std::string>>& typed);

} // namespace orrery
