#pragma once

#include <cuda_runtime_api.h>

#include <string>

namespace orrery {

// Throws failure when a CUDA call did not succeed; `doing` completes "… failed while": "copying
// positions to the GPU". The hint tells memory, driver and kernel trouble apart.
void cuda_check(cudaError_t result, const char* doing);

} // namespace orrery
