#pragma once

#include <functional>
#include <optional>
#include <stop_token>

namespace orrery {

// Does something `passes` times; seconds of one.
using TimedPasses = std::function<double(int passes)>;

// How long work is timed that only moves data, beside a copy of as many bytes.
struct BandwidthPlan {
    int repeats = 7;            // samples of each
    double budget_seconds = 10; // none begins after that
};

struct BandwidthTimes {
    double seconds = 0, copy_seconds = 0; // medians
    int repeats = 0;                      // samples behind each
};

// Samples of the work and of the copy in turn, so that a change of clocks meets both. Nothing where
// it was stopped before the first.
std::optional<BandwidthTimes> measured_bandwidth(const TimedPasses& work, const TimedPasses& copy,
                                                 const BandwidthPlan& plan,
                                                 const std::stop_token& stop);

} // namespace orrery
