#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// One band of the stack of milliseconds: a phase of the step, or a work of the window.
struct PhaseBand {
    std::string name;
    std::vector<double> milliseconds; // at each of the stack's moments
    double lately = 0;                // mean of the last half second
};

// The last seconds, frame by frame: what the newest step spent, and what the window did.
struct PhaseStack {
    std::vector<double> moments;  // seconds before the plots' clock, negative
    std::vector<PhaseBand> bands; // from the bottom up: the step's phases, then the window's works

    // The highest pile but for the few worst, so that one hiccup does not flatten the rest; at
    // least a tenth of a millisecond.
    double usual_height() const;
};

PhaseStack phase_stack(const History& history);

// What the window does for every frame, as opposed to a phase of the simulation's step.
bool is_window_work(std::string_view band);

// The spans of each of several GPUs in the newest step, side by side.
struct DeviceTimeline {
    struct Row {
        std::size_t member = 0;
        std::string name; // "GPU 0"; "GPU 0 (2)" where it counts as a second one
        std::vector<StepTimings::DeviceSpan> spans;
    };

    std::vector<Row> rows;           // in the group's order
    std::vector<std::string> phases; // in the order they began
    double milliseconds = 0;         // when the last GPU was done
};

// Without rows where the newest step ran on the CPU or on one GPU.
DeviceTimeline device_timeline(const History& history);

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
