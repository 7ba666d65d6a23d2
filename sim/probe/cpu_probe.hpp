#pragma once

#include "sim/probe/probe.hpp"

namespace orrery {

// Bandwidth and arithmetic rates of the CPU, all its cores at once. Incomplete once `stop` asks.
ProcessorPeaks probe_cpu(const ProbeOptions& options, const ProbeProgress& progress,
                         const std::stop_token& stop);

} // namespace orrery
