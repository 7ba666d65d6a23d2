#pragma once

#include "sim/cuda/device_array.hpp"

#include <span>

namespace orrery {

// The same bytes in the memory of the current GPU. `doing`: for a failure's sentence.
template <class To, class From>
DeviceArray<To> uploaded(std::span<const From> from, const char* doing) {
    static_assert(sizeof(To) == sizeof(From));
    DeviceArray<To> to(from.size());
    cuda_check(cudaMemcpy(to.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice),
               doing);
    return to;
}

} // namespace orrery
