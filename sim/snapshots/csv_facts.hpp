#pragma once

#include "sim/system.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace orrery {

// What comments above a table of bodies say of all of them:
//
//   # orrery: time = 1.5
//   # orrery: time step = 0.0078125
//   # orrery: step accuracy = 0.05               the step follows the bodies
//   # orrery: softening = 0.01
//   # orrery: force error = 0.0003                the largest that suits the bodies
//   # orrery: gravity = 0.0002959122082855911
//   # orrery: units = AU, day, Msun                length, time, mass
//   # orrery: bodies = 4096                         so many lines follow the header
//
// Other programs pass over them. Each may be missing; names that are not known are passed over,
// too, for the sake of files from later versions.
struct CsvFacts {
    std::optional<double> time, time_step, step_accuracy, softening, force_error, gravity;
    std::optional<Units> units; // the names
    std::optional<std::size_t> bodies;
};

// Reads the lines above the table's header. Throws bad_input, naming line and column, for a value
// that makes no sense.
CsvFacts read_csv_facts(std::string_view text, const std::filesystem::path& file);

// The lines for a system; without units where they have no names.
std::string csv_facts_text(const System& system);
// Single ones of them, for tables of other things than bodies.
std::string csv_time_text(double time);
std::string csv_units_text(const Units& units);

} // namespace orrery
