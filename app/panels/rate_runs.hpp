#pragma once

#include "app/state/history.hpp"

#include <string>
#include <vector>

namespace orrery {

// Interactions per second while one algorithm ran without a break.
struct RateRun {
    std::string algorithm;
    std::vector<double> moments; // seconds before the plots' clock, negative; at least two
    std::vector<double> rates;   // the median of the steps since the moment before
};

// The last seconds cut where the algorithm changed, oldest first. Runs meet without a gap, so that
// a switch shows as a jump. Steps that count no interactions are left out.
std::vector<RateRun> rate_runs(const History& history);

} // namespace orrery
