#pragma once

#include "sim/probe/machine_peaks.hpp"

#include <cstddef>
#include <string>

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

} // namespace orrery
