// The GPUs that a build without CUDA finds: none.

#include "sim/probe/probe_parts.hpp"

namespace orrery {

std::vector<std::string> gpu_names() {
    return {};
}

std::string gpu_driver() {
    return "";
}

void probe_gpu(int, const ProbeOptions&, ProbeSteps, MachinePeaks&) {}

void probe_links(const std::vector<int>&, const ProbeOptions&, ProbeSteps, MachinePeaks&) {}

} // namespace orrery
