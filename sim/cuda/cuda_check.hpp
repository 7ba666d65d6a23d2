#pragma once

#include <atomic>
#include <cuda_runtime_api.h>

namespace orrery {

// Throws failure when a CUDA call did not succeed; `doing` completes "… failed while": "copying
// positions to the GPU". The hint tells memory, driver and kernel trouble apart.
void cuda_check(cudaError_t result, const char* doing);

// A seam for tests, which have no other way to a GPU that fails: what cuda_check takes a call for
// that did what was asked. Null: it succeeded. Kernels are launched, and memory is taken, by calls
// named after what they do: "integrate", "allocating GPU memory".
extern std::atomic<cudaError_t (*)(const char* doing)> cuda_fault;

} // namespace orrery
