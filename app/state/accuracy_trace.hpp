#pragma once

#include "app/state/history.hpp"
#include "sim/simulation/simulation_status.hpp"

namespace orrery {

// What an algorithm costs and how far it errs, with one choice of its options.
struct AccuracyPoint {
    std::string algorithm;
    std::string options = {}; // "order 4, theta 0.5"
    std::size_t work = 0;     // index of what was computed: scene and bodies
    double milliseconds = 0;  // a step
    double error = 0;         // 99 in 100 bodies have a smaller one
};

// Errors over times: a point for each choice of algorithm and options that has run for a few steps
// and whose forces were measured. Curves come from moving an option while it traces.
class AccuracyTrace {
public:
    bool tracing = false; // measures the forces by itself, after each change
    bool raise = false;   // the panel is to come to the front of its tabs

    // Once a frame. True when the forces are to be measured now: while it traces, or where somebody
    // else wants to know.
    bool observe(const SimulationStatus& status, const History& history, bool wanted = false);
    void clear();

    // In the order in which they came.
    const std::vector<AccuracyPoint>& points() const { return points_; }
    // What was computed, in words: "plummer, 16,384 bodies"; the newest last.
    const std::vector<std::string>& works() const { return works_; }

private:
    void add_point(const SimulationStatus& status, double milliseconds);

    std::optional<Settings> forces_; // that were asked for last
    std::size_t bodies_ = 0;
    bool asked_ = false;
    std::vector<AccuracyPoint> points_;
    std::vector<std::string> works_;
};

} // namespace orrery
