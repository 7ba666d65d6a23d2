#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_stream.hpp"
#include "sim/gauss/gauss_sum.hpp"
#include "sim/machine/workers.hpp"

#include <cstddef>
#include <optional>
#include <span>

namespace orrery {

// A GPU's stream, memory that is kept between calls, and page-locked memory through which bodies
// go there and densities come back.
//
// Idea:   the driver takes a tenth of a millisecond and more for each array, and copies from
//         ordinary memory at a few gigabytes a second; a pool and staging by all workers take
//         nearly nothing.
class GpuGaussMemory {
public:
    // Of the current GPU.
    GpuGaussMemory();
    GpuGaussMemory(const GpuGaussMemory&) = delete;
    GpuGaussMemory& operator=(const GpuGaussMemory&) = delete;
    ~GpuGaussMemory();

    int device() const { return device_; }
    void activate() const; // its GPU, for the calling thread
    cudaStream_t stream() const { return stream_.get(); }
    cudaMemPool_t pool() const { return pool_; }
    // For a copy of so many bytes; what is on its way must have arrived.
    std::byte* staging(std::size_t bytes) {
        staging_.grow(bytes);
        return staging_.data();
    }

private:
    int device_ = 0;
    DeviceStream stream_;
    cudaMemPool_t pool_ = nullptr;
    PinnedArray<std::byte> staging_;
};

// What is kept there, made at the first call, and made anew for another GPU; none is named: that of
// before or, at first, the current one.
GpuGaussMemory& gpu_memory(GaussWork& work, std::optional<int> device);

// An array from its pool, in the order of its stream.
template <class T>
class GpuArray : public StreamArray<T> {
public:
    GpuArray() = default;
    GpuArray(std::size_t count, const GpuGaussMemory& memory)
        : StreamArray<T>(count, memory.stream(), memory.pool()) {}
};

// A copy of a few numbers. `doing`: for a failure's sentence.
template <class T>
GpuArray<T> copied(std::span<const T> from, const GpuGaussMemory& memory, const char* doing) {
    GpuArray<T> to(from.size(), memory);
    // From ordinary memory, what is copied has been read on return.
    cuda_check(cudaMemcpyAsync(to.data(), from.data(), from.size_bytes(), cudaMemcpyHostToDevice,
                               memory.stream()),
               doing);
    return to;
}

} // namespace orrery
