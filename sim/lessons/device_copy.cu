// The copy that the lessons on bandwidth are measured by.

#include "sim/lessons/device_copy.cuh"

#include "sim/cuda/one_thread_each.hpp"

namespace orrery {
namespace device_copy {

__global__ void copy(const float* from, float* to, std::size_t count) {
    const std::size_t i = 4 * own_wide_index();
    if (i + 4 <= count) {
        *reinterpret_cast<float4*>(to + i) = *reinterpret_cast<const float4*>(from + i);
        return;
    }
    for (std::size_t j = i; j < count; ++j) { // the last one to three
        to[j] = from[j];
    }
}

} // namespace device_copy

void launch_copy(DeviceQueue& queue, const float* from, float* to, std::size_t count) {
    queue.launch("copy", one_thread_each((count + 3) / 4), device_copy::copy, from, to, count);
}

std::vector<float> downloaded(const DeviceArray<float>& from) {
    std::vector<float> values(from.size());
    cuda_check(cudaMemcpy(values.data(), from.data(), from.bytes(), cudaMemcpyDeviceToHost),
               "copying from a GPU");
    return values;
}

} // namespace orrery
