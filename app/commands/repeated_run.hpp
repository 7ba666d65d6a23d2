#pragma once

#include "app/commands/provenance.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace orrery {

// A run of 'orrery simulate', as its report tells it.
struct RepeatedRun {
    ReportedRun run;
    std::optional<double> until; // one of the two
    std::optional<std::size_t> steps;
    std::string state; // state_mark of its end; "" where it was interrupted
    std::string file;  // the report
};

// Throws bad_input, naming the file, for what is no such report.
RepeatedRun read_repeated_run(const std::string& file);

// Prints to standard error whether the run ended in the state that the report tells of, or why the
// two are not compared: `typed` are the flags that made it another run.
void tell_whether_same(const RepeatedRun& repeated, const std::string& state,
                       const std::vector<std::string>& typed, const Console& console);

} // namespace orrery
