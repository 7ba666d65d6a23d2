#pragma once

#include <cuda_runtime_api.h>
#include <string_view>

namespace orrery {

// Throws failure when a CUDA call did not succeed; `doing` completes "… failed while": "copying
// positions to the GPU". The hint tells memory, driver and kernel trouble apart.
void cuda_check(cudaError_t result, const char* doing);

// A seam for tests, which have no other way to a GPU that fails: while one of these exists,
// cuda_check takes a call that did what was asked as failed with `error`. Kernels are launched, and
// memory is taken, by calls named after what they do: "integrate", "allocating GPU memory". Without
// one it costs a load and a branch a call. One at a time; threads may meet it, but not outlive it.
class CudaFault {
public:
    enum class Lasting { one_call, all_calls }; // all: nothing works from then on, as without a GPU

    // Strikes calls named `doing` ("": any), after letting `passing` of those through.
    CudaFault(std::string_view doing, cudaError_t error, Lasting lasting = Lasting::one_call,
              int passing = 0);
    CudaFault(const CudaFault&) = delete;
    CudaFault& operator=(const CudaFault&) = delete;
    ~CudaFault();

    bool has_struck() const;
};

} // namespace orrery
