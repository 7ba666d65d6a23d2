#pragma once

#include "app/commands/command.hpp"
#include "app/commands/results.hpp"
#include "app/commands/system_arguments.hpp"
#include "sim/simulation/load_source.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery {

// What the commands have in common that measure the structure of bodies: the box that they are in,
// a table as CSV, and a report.
struct StructureArguments {
    SystemArguments system;
    std::vector<double> box; // edges, or one for all; empty: the system's
    std::string output, json;
};

// SCENE|FILE, --box, --threads, -o and --json. `rows`: what the table has, "a row for each halo".
void add_structure_arguments(Parser& parser, StructureArguments& request, const char* group,
                             const char* rows);

// The bodies, in the box that was typed or is their own. Throws bad_input where a file has no
// bodies, and unless the files can be written.
struct MeasuredBodies {
    Settings settings;
    SnapshotFile from;
    PeriodicBox box;
};
MeasuredBodies load_measured(const StructureArguments& request, const Console& console);

// "id,x,y" and rows as a table, what is no number as an empty cell, below comments with time and
// units as files of bodies have them.
std::string csv_table(const System& system, const std::string& header,
                      const std::vector<std::vector<double>>& rows);

// In words: "in a periodic box of 100 x 100 x 100", "in open space".
std::string box_text(const PeriodicBox& box);
Json box_json(const PeriodicBox& box); // the edges; null: open

} // namespace orrery
