#pragma once

#include "app/commands/table.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

class Parser;

// What the commands share that time work which only moves data, beside a copy of as many bytes.
struct BandwidthArguments {
    std::vector<std::string> variants{"all"};
    int repeats = 7;
    double budget_seconds = 10; // on a row
    std::string json, csv;
};
// --repeat, --budget, --json and --csv.
void add_bandwidth_arguments(Parser& parser, BandwidthArguments& request);

// Does something `passes` times; seconds of one.
using TimedPasses = std::function<double(int passes)>;

struct BandwidthTimes {
    double seconds = 0, copy_seconds = 0; // medians
    int repeats = 0;                      // samples behind each
};
// Samples of the work and of the copy in turn, so that a change of clocks meets both. Nothing where
// it was stopped before the first.
std::optional<BandwidthTimes> measured_bandwidth(const TimedPasses& work, const TimedPasses& copy,
                                                 const BandwidthArguments& plan,
                                                 const std::stop_token& stop);

// Appends repeats, milliseconds, gigabytes_per_second and percent_of_copy. `bytes`: read and
// written.
void add_bandwidth(Figures& row, const BandwidthTimes& times, double bytes);

// The page, the document and the CSV of such rows.
Findings bandwidth_findings(const std::vector<Figures>& rows, const BandwidthArguments& request);

} // namespace orrery
