#pragma once

#include "sim/cuda/device_array.hpp"

#include <cstddef>

namespace orrery {

// Makes room for at least `wanted`, with the first `kept` as they are when the stream gets here.
template <class T>
void grow_keeping(DeviceArray<T>& array, std::size_t kept, std::size_t wanted,
                  cudaStream_t stream) {
    if (wanted <= array.size()) {
        return;
    }
    DeviceArray<T> larger(wanted + wanted / 16);
    cuda_check(cudaMemcpyAsync(larger.data(), array.data(), kept * sizeof(T),
                               cudaMemcpyDeviceToDevice, stream),
               "moving to more GPU memory");
    array.swap(larger); // giving back what was there waits for the copy
}

} // namespace orrery
