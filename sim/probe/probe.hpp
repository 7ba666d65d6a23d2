#pragma once

#include "sim/probe/machine_peaks.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

struct ProbeOptions {
    bool quick = false;                           // under three seconds; a coarser sweep
    std::optional<std::vector<int>> devices = {}; // GPUs, as CUDA counts; unset: all
    int threads = 0;                              // of the CPU; 0: one per core
};

// `fraction` from 0 to 1; `doing`: "memory, 4 bytes down columns".
using ProbeProgress = std::function<void(double fraction, std::string_view doing)>;

// Measures this machine; nothing else should compute meanwhile. Takes under 10 s on a small CPU and
// under 20 s with GPUs. nullopt when stopped, within a tenth of a second. Throws bad_input for a
// GPU that is not there, failure when a driver or memory refuses.
std::optional<MachinePeaks> probe_machine(const ProbeOptions& options,
                                          const ProbeProgress& progress,
                                          const std::stop_token& stop);

// The machine that the figures belong to: processor, threads, GPUs, driver. Peaks measured under
// another identity are not this machine's.
std::string probe_identity();

} // namespace orrery
