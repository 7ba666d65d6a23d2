#pragma once

#include <string>

// What can be measured beside the simulation. What is under way already, ends instead.

namespace orrery {

struct MeasureMachine {}; // its peaks
struct RunLadder {};      // each algorithm for a second
struct RunScaling {};     // every algorithm with more and more bodies
struct ExportChart {
    std::string format; // "svg", "png" …
};

} // namespace orrery
