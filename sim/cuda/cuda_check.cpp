#include "sim/cuda/cuda_check.hpp"

#include "sim/base/error.hpp"

#include <atomic>
#include <cassert>
#include <mutex>
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

// What a CudaFault asks for.
struct Fault {
    std::string doing;
    cudaError_t error = cudaSuccess;
    CudaFault::Lasting lasting = CudaFault::Lasting::one_call;
    int passing = 0;
    bool has_struck = false;
};
std::atomic<bool> fault_set = false;
std::mutex fault_mutex; // guards `fault`
Fault fault;

cudaError_t faulty(const char* doing) {
    const std::lock_guard lock(fault_mutex);
    const bool all = fault.lasting == CudaFault::Lasting::all_calls;
    const bool struck_before = fault.has_struck;
    const bool meant = fault.doing.empty() || fault.doing == doing;
    if (struck_before ? !all : !meant || fault.passing-- > 0) {
        return cudaSuccess;
    }
    fault.has_struck = true;
    return fault.error;
}

} // namespace

CudaFault::CudaFault(std::string_view doing, cudaError_t error, Lasting lasting, int passing) {
    assert(!fault_set);
    const std::lock_guard lock(fault_mutex);
    fault = {std::string(doing), error, lasting, passing};
    fault_set = true;
}

CudaFault::~CudaFault() {
    fault_set = false;
}

bool CudaFault::has_struck() const {
    const std::lock_guard lock(fault_mutex);
    return fault.has_struck;
}

void cuda_check(cudaError_t result, const char* doing) {
    if (result == cudaSuccess && fault_set.load(std::memory_order_relaxed)) {
        result = faulty(doing);
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
