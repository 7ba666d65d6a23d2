#pragma once

#include "app/commands/table.hpp"
#include "sim/lessons/bandwidth.hpp"

#include <string>
#include <vector>

namespace orrery {

class Parser;

// What the commands share that time work which only moves data, beside a copy of as many bytes.
struct BandwidthArguments {
    std::vector<std::string> variants{"all"};
    BandwidthPlan plan = {}; // of a row
    std::string json, csv;
};
// --repeat, --budget, --json and --csv.
void add_bandwidth_arguments(Parser& parser, BandwidthArguments& request);

// Appends repeats, milliseconds, gigabytes_per_second and percent_of_copy. `bytes`: read and
// written.
void add_bandwidth(Figures& row, const BandwidthTimes& times, double bytes);

// The page, the document and the CSV of such rows.
Findings bandwidth_findings(const std::vector<Figures>& rows, const BandwidthArguments& request);

} // namespace orrery
