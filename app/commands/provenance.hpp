#pragma once

#include "app/commands/chosen_system.hpp"
#include "app/commands/results.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orrery {

// Where a report comes from: program, machine, command line, source and every setting, with where
// that came from; enough to run it again. docs/json.md names the keys.
Json provenance(const ChosenSystem& system);

// The same for a report about several algorithms and systems: `settings` has no algorithm then, and
// `source` neither mark nor number of bodies.
Json provenance(const ChosenSettings& chosen);

// The same for a report about bodies that nothing moved: without `settings` and `origins`.
Json provenance_of_bodies(const Settings& settings, const SnapshotFile& bodies);

// The program, the machine, the date and the command line: of a report about no system.
Json provenance_of_program();

// The names of the GPUs that the algorithm runs on; none where it runs on the processor.
std::vector<std::string> gpus_in_use(const Settings& settings);

// Every option of the algorithm with the value in force; choices by their names.
Json options_json(const Settings& settings);

// A report about forces begins with how they are computed, and of which bodies.
Json forces_json(const ChosenSystem& of);

// The command line, quoted so that a shell reads the same words.
std::string command_line();
std::string quoted_for_shell(const std::string& word);

// "2031-05-17T12:34:56Z"
std::string date_now();

// The line above a text report: machine, version and when it was begun.
std::string report_heading(const std::string& date);

// A checksum of all positions, velocities and masses, and the time, to the last bit: what two runs
// that did the same have in common. Of many ranks each gives its share. Collective.
std::string state_mark(const System& system, Communicator& ranks = one_process());

// A run of 'orrery simulate', as its report tells it, to do the same again.
struct RepeatedRun {
    SavedSettings saved;
    std::optional<FileMark> mark = {}; // of the file that it began with
    std::optional<double> until = {};  // one of the two
    std::optional<std::size_t> steps = {};
    std::string state = {}; // state_mark of its end; "" where it was interrupted
};

// They throw bad_input, naming the file, for what is no such report.
RepeatedRun read_repeated_run(const std::string& file);
RepeatedRun repeated_run(const Json& report, const std::string& file);

// Prints to standard error whether the run ended in the state that the report tells of, or why the
// two are not compared: `typed` are the flags that made it another run.
void tell_whether_same(const RepeatedRun& repeated, const std::string& state,
                       const std::vector<std::string>& typed, const Console& console);

} // namespace orrery
