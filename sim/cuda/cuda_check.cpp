#include "sim/cuda/cuda_check.hpp"

#include "sim/base/error.hpp"

#include <string>

namespace orrery {
namespace {

const char* remedy(cudaError_t error) {
    switch (error) {
    case cudaErrorMemoryAllocation:
        return "use fewer bodies, single precision or a CPU algorithm";
    case cudaErrorInsufficientDriver:
    case cudaErrorNoDevice:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
        return "update the NVIDIA driver, or use a CPU algorithm";
    default:
        return "switch to a CPU algorithm; if it happens again, restart Orrery";
    }
}

} // namespace

std::atomic<cudaError_t (*)(const char* doing)> cuda_fault = nullptr;

void cuda_check(cudaError_t result, const char* doing) {
    if (const auto fault = cuda_fault.load(); result == cudaSuccess && fault != nullptr) {
        result = fault(doing);
    }
    if (result == cudaSuccess) {
        return;
    }
    cudaGetLastError(); // so that the next check does not report this one again
    throw failure(result == cudaErrorMemoryAllocation
                      ? std::string("GPU memory does not suffice")
                      : std::string("CUDA reports '") + cudaGetErrorString(result) + "'",
                  doing, remedy(result));
}

} // namespace orrery
