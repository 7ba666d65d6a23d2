#pragma once

#include "sim/cuda/cuda_check.hpp"

#include <cstddef>
#include <utility>

namespace orrery {

// A CUDA stream of the GPU that is current when it is made; work in it overtakes the computations
// in a DeviceQueue.
class DeviceStream {
public:
    DeviceStream() {
        int lowest = 0;
        int highest = 0;
        cuda_check(cudaDeviceGetStreamPriorityRange(&lowest, &highest),
                   "reading the GPU's properties");
        cuda_check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, highest),
                   "making a CUDA stream");
    }
    DeviceStream(const DeviceStream&) = delete;
    DeviceStream& operator=(const DeviceStream&) = delete;
    ~DeviceStream() { cudaStreamDestroy(stream_); } // what is in it still runs to its end

    cudaStream_t get() const noexcept { return stream_; }
    void wait() const { cuda_check(cudaStreamSynchronize(stream_), "waiting for the GPU"); }

private:
    cudaStream_t stream_ = nullptr;
};

// An array in the memory of a GPU, taken and given back in the order of a stream: unlike
// DeviceArray's, its end makes nobody wait. Not initialised.
template <class T>
class StreamArray {
public:
    StreamArray() = default;
    // From a pool; null: the GPU's own.
    StreamArray(std::size_t count, cudaStream_t stream, cudaMemPool_t pool = nullptr)
        : stream_(stream), count_(count) {
        if (count != 0 && pool != nullptr) {
            cuda_check(cudaMallocFromPoolAsync(&data_, count * sizeof(T), pool, stream),
                       "allocating GPU memory");
        } else if (count != 0) {
            cuda_check(cudaMallocAsync(&data_, count * sizeof(T), stream),
                       "allocating GPU memory for a copy");
        }
    }
    StreamArray(const StreamArray&) = delete;
    StreamArray(StreamArray&& other) noexcept { swap(other); }
    StreamArray& operator=(StreamArray other) noexcept {
        swap(other);
        return *this;
    }
    ~StreamArray() {
        if (data_ != nullptr) {
            cudaFreeAsync(data_, stream_);
        }
    }

    void swap(StreamArray& other) noexcept {
        std::swap(stream_, other.stream_);
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
    }
    // From here on it is given back in the order of another stream, which must outlive it.
    void hand_over(cudaStream_t stream) noexcept { stream_ = stream; }
    T* data() noexcept { return static_cast<T*>(data_); }
    const T* data() const noexcept { return static_cast<const T*>(data_); }
    std::size_t size() const noexcept { return count_; }
    std::size_t bytes() const noexcept { return count_ * sizeof(T); }

private:
    cudaStream_t stream_ = nullptr;
    void* data_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace orrery
