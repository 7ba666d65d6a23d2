#pragma once

// Keys along the curve, for kernels in which each block has many bodies.

#include "sim/cuda/device_queue.hpp"
#include "sim/tree/hilbert_table.hpp"

namespace orrery {

// The table where the threads of a block read it best; declared __shared__.
struct CurveKeys {
    std::uint16_t entries[TurnedCurve::count * HilbertTable::cells];

    // By all threads of the block, before the first key.
    __device__ void prepare();
    __device__ std::uint64_t operator()(const CurveSpace& space, double x, double y,
                                        double z) const {
        return curve_key(entries, space, x, y, z);
    }
};

__device__ constexpr HilbertTable hilbert_table;

__device__ inline void CurveKeys::prepare() {
    for (unsigned i = threadIdx.x; i < TurnedCurve::count * HilbertTable::cells; i += blockDim.x) {
        entries[i] = hilbert_table.entries[i];
    }
    __syncthreads();
}

// A launch in which each block has a stretch of bodies, and what its threads do with their own.
inline constexpr unsigned key_threads = 512, bodies_of_keys = 8 * key_threads;

inline LaunchShape blocks_of_keys(std::size_t count) {
    return {dim3(static_cast<unsigned>((count + bodies_of_keys - 1) / bodies_of_keys)),
            dim3(key_threads)};
}

template <class Work>
__device__ void for_own_bodies(std::size_t count, const Work& work) {
    const std::size_t first = std::size_t{blockIdx.x} * bodies_of_keys;
    const std::size_t end = min(count, first + bodies_of_keys);
    for (std::size_t i = first + threadIdx.x; i < end; i += key_threads) {
        work(static_cast<unsigned>(i));
    }
}

} // namespace orrery
