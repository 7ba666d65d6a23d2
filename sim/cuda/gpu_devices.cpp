#include "sim/cuda/cuda_check.hpp"
#include "sim/machine/devices.hpp"
#include "sim/step_timings.hpp"

#include <nvtx3/nvToolsExt.h>

namespace orrery {
namespace {

std::string version(int number) {
    return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

std::string why_no_gpu() {
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) {
        return "there is no NVIDIA driver on this machine";
    }
    int devices = 0;
    const cudaError_t result = cudaGetDeviceCount(&devices);
    if (result == cudaSuccess && devices > 0) {
        return "";
    }
    cudaGetLastError();
    if (result == cudaErrorInsufficientDriver) {
        return "the NVIDIA driver supports CUDA " + version(driver) + " only; this build needs " +
               version(CUDART_VERSION) + " (update the driver)";
    }
    if (result == cudaErrorNoDevice || devices == 0) {
        return "CUDA offers no GPU (is CUDA_VISIBLE_DEVICES empty?)";
    }
    return std::string("CUDA does not start: ") + cudaGetErrorString(result);
}

} // namespace

std::string gpu_unavailable() {
    static const std::string reason = why_no_gpu();
    return reason;
}

std::vector<GpuDevice> gpu_devices() {
    if (!gpu_unavailable().empty()) {
        return {};
    }
    int count = 0;
    cuda_check(cudaGetDeviceCount(&count), "counting GPUs");
    int previous = 0;
    cuda_check(cudaGetDevice(&previous), "asking for the current GPU");
    std::vector<GpuDevice> devices;
    for (int index = 0; index < count; ++index) {
        cudaDeviceProp properties{};
        cuda_check(cudaGetDeviceProperties(&properties, index), "reading a GPU's properties");
        int kilohertz = 0;
        cuda_check(cudaDeviceGetAttribute(&kilohertz, cudaDevAttrClockRate, index),
                   "asking for a GPU's clock");
        GpuDevice device{index,
                         properties.name,
                         properties.major,
                         properties.minor,
                         properties.multiProcessorCount,
                         kilohertz * 1e-6,
                         properties.totalGlobalMem,
                         0};
        cuda_check(cudaSetDevice(index), "choosing a GPU");
        std::size_t total = 0;
        cuda_check(cudaMemGetInfo(&device.free_bytes, &total), "asking for a GPU's free memory");
        devices.push_back(std::move(device));
    }
    cuda_check(cudaSetDevice(previous), "choosing a GPU");
    return devices;
}

ProfilerRange::ProfilerRange(const char* name) {
    nvtxRangePushA(name);
}

ProfilerRange::~ProfilerRange() {
    nvtxRangePop();
}

} // namespace orrery
