#pragma once

#include "app/commands/chosen_system.hpp"

#include <nlohmann/json_fwd.hpp>

#include <optional>
#include <string>
#include <vector>

namespace orrery {

// Where a report comes from: program, machine, command line, source and every setting, with where
// that came from; enough to run it again. docs/json.md names the keys.
nlohmann::ordered_json provenance(const ChosenSystem& system);

// The same for a report about several algorithms and systems: `settings` has no algorithm then, and
// `source` neither mark nor number of bodies.
nlohmann::ordered_json provenance(const ChosenSettings& chosen);

// The same for a report about bodies that nothing moved: without `settings` and `origins`.
nlohmann::ordered_json provenance_of_bodies(const Settings& settings, const SnapshotFile& bodies);

// The program, the machine, the date and the command line: of a report about no system.
nlohmann::ordered_json provenance_of_program();

// Every option of the algorithm with the value in force; choices by their names.
nlohmann::ordered_json options_json(const Settings& settings);

// The command line, quoted so that a shell reads the same words.
std::string command_line();
std::string quoted_for_shell(const std::string& word);

// "2031-05-17T12:34:56Z"
std::string date_now();

// The line above a text report: machine, version and when it was begun.
std::string report_heading(const std::string& date);

// What a report says of a run, to do the same again.
struct ReportedRun {
    SavedSettings saved;
    std::optional<FileMark> mark; // of the file that it began with
};

// Throws bad_input, naming `file`, for a report that does not say it.
ReportedRun reported_run(const nlohmann::ordered_json& report, const std::string& file);

} // namespace orrery
