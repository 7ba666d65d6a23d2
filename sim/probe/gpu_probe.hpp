#pragma once

#include "sim/probe/probe.hpp"

namespace orrery {

// Names of the GPUs that CUDA offers, and its driver's version; empty without CUDA. Cheap: makes no
// context.
std::vector<std::string> gpu_names();
std::string gpu_driver();

// Bandwidth and arithmetic rates of one GPU. Incomplete once `stop` asks.
ProcessorPeaks probe_gpu(int gpu, const ProbeOptions& options, const ProbeProgress& progress,
                         const std::stop_token& stop);

// Copies between the host and each of `gpus`, and between each two of them, both ways; added to
// `peaks`.
void probe_links(const std::vector<int>& gpus, const ProbeOptions& options,
                 const ProbeProgress& progress, const std::stop_token& stop, MachinePeaks& peaks);

} // namespace orrery
