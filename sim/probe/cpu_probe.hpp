#pragma once

#include "sim/probe/probe.hpp"

namespace orrery {

struct CpuFigures {
    ProcessorPeaks peaks;
    double processor_share = 1; // MachinePeaks::processor_share
};

// Bandwidth and arithmetic rates of the CPU, all its cores at once. Incomplete once `stop` asks.
CpuFigures probe_cpu(const ProbeOptions& options, const ProbeProgress& progress,
                     const std::stop_token& stop);

} // namespace orrery
