// What a build without CUDA finds of GPUs: none.

#include "sim/probe/gpu_probe.hpp"

namespace orrery {

std::vector<std::string> gpu_names() {
    return {};
}

std::string gpu_driver() {
    return "";
}

ProcessorPeaks probe_gpu(int, const ProbeOptions&, const ProbeProgress&, const std::stop_token&) {
    return {};
}

void probe_links(const std::vector<int>&, const ProbeOptions&, const ProbeProgress&,
                 const std::stop_token&, MachinePeaks&) {}

} // namespace orrery
