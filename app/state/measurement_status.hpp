#pragma once

#include "app/chart/charts.hpp"
#include "sim/probe/machine_peaks.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// What the machine panel shows of the measured memory.
struct MachineView {
    std::size_t processor = 1; // 0: the CPU, then the GPUs that were measured, as far as there are
    Access access = Access::rows;
    int width = 4; // bytes of an element
};

// Measuring the machine's peaks, while it lasts.
struct MeasurementStatus {
    bool under_way = false;
    double fraction = 0;
    std::string doing;
};

// A force error that was asked for, to be told wherever one looks.
struct AskedForceError {
    bool is_due = false;
};

// What can be measured beside the simulation. What is under way already, ends instead.
struct MeasureMachine {}; // its peaks
struct RunLadder {};      // each algorithm for a second
struct RunScaling {};     // every algorithm with more and more bodies
struct ExportChart {
    std::string format; // "svg", "png" …
};

// How the cost of every algorithm grows with the bodies, as far as it has been measured.
struct ScalingStatus {
    bool under_way = false;
    std::string doing;                   // "Barnes-Hut tree, 8,192 bodies"
    std::vector<ScalingLine> lines = {}; // their titles and colours are those of the moment
};

} // namespace orrery
