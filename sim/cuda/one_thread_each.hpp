#pragma once

#include "sim/cuda/device_queue.hpp"

#include <cstddef>

namespace orrery {

// Of a block, in kernels that have one thread for each body or cell.
inline constexpr unsigned block_threads = 256;

inline LaunchShape one_thread_each(std::size_t count) {
    return {dim3(static_cast<unsigned>((count + block_threads - 1) / block_threads)),
            dim3(block_threads)};
}

} // namespace orrery
