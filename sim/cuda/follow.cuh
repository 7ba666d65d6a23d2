#pragma once

// Kernels that wait for one another on the GPU: of such kernels, put into a queue one after the
// other, each has its blocks where they are needed before those of the one before have ended. That
// saves some microseconds a launch.

#include "sim/cuda/device_queue.hpp"

#include <utility>

namespace orrery {

// The first thing that such a kernel does: lets the next one's blocks come, and waits for all that
// the one before has written. Before Hopper there is nothing to wait for.
__device__ inline void follow() {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
#endif
}

// DeviceQueue::launch for a kernel that begins with follow().
template <class... Parameters, class... Arguments>
void launch_following(DeviceQueue& queue, const char* name, const LaunchShape& shape,
                      void (*kernel)(Parameters...), Arguments&&... arguments) {
    queue.begin(name);
    if (shape.blocks.x == 0 || shape.blocks.y == 0) {
        return;
    }
    cudaFuncAttributes compiled{};
    cuda_check(cudaFuncGetAttributes(&compiled, reinterpret_cast<const void*>(kernel)), name);
    constexpr int hopper = 90; // kernels compiled for earlier ones do not wait
    cudaLaunchAttribute follows{};
    follows.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    follows.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = shape.blocks;
    config.blockDim = shape.threads;
    config.dynamicSmemBytes = shape.shared_bytes;
    config.stream = queue.stream();
    config.attrs = &follows;
    config.numAttrs = compiled.ptxVersion >= hopper ? 1 : 0;
    cuda_check(cudaLaunchKernelEx(&config, kernel,
                                  static_cast<Parameters>(std::forward<Arguments>(arguments))...),
               name);
}

} // namespace orrery
