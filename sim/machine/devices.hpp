#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// An NVIDIA GPU that CUDA offers, after CUDA_VISIBLE_DEVICES.
struct GpuDevice {
    int index = 0;    // as CUDA counts
    std::string name; // "NVIDIA H200"
    int capability_major = 0, capability_minor = 0;
    int multiprocessors = 0;
    double clock_gigahertz = 0;
    std::size_t memory_bytes = 0;
    std::size_t free_bytes = 0;
};

// The GPUs that can be computed on; empty where gpu_unavailable() says why.
std::vector<GpuDevice> gpu_devices();

// Empty, or in one clause why no GPU can be computed on: no CUDA in this build, no driver, a driver
// older than the toolkit, no GPU. The answer is kept: it may be asked for each frame.
std::string gpu_unavailable();

} // namespace orrery
