#pragma once

#include "sim/cuda/device_array.hpp"

#include <cstddef>

namespace orrery {

// A CUDA stream of the GPU that is current when it is made; work in it overtakes the computations
// in a DeviceQueue, or lets them overtake it.
class DeviceStream {
public:
    enum class Urgency { before_computations, after_them };
    explicit DeviceStream(Urgency urgency = Urgency::before_computations) {
        int lowest = 0;
        int highest = 0;
        cuda_check(cudaDeviceGetStreamPriorityRange(&lowest, &highest),
                   "reading the GPU's properties");
        const int own = urgency == Urgency::before_computations ? highest : lowest;
        cuda_check(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking, own),
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

// Memory of a GPU, taken and given back in the order of a stream, so that no thread waits for its
// end.
struct StreamMemory {
    cudaStream_t stream = nullptr;
    cudaMemPool_t pool = nullptr; // null: the GPU's own

    void take(void** to, std::size_t bytes) const {
        cuda_check(pool != nullptr ? cudaMallocFromPoolAsync(to, bytes, pool, stream)
                                   : cudaMallocAsync(to, bytes, stream),
                   pool != nullptr ? "allocating GPU memory" : "allocating GPU memory for a copy");
    }
    void give_back(void* memory) const {
        if (memory != nullptr) {
            cudaFreeAsync(memory, stream);
        }
    }
};

template <class T>
class StreamArray : public CudaArray<T, StreamMemory> {
public:
    StreamArray() = default;
    StreamArray(std::size_t count, cudaStream_t stream, cudaMemPool_t pool = nullptr)
        : CudaArray<T, StreamMemory>(count, {stream, pool}) {}
    // From here on it is given back in the order of another stream, which must outlive it.
    void hand_over(cudaStream_t stream) noexcept { this->memory_.stream = stream; }
};

} // namespace orrery
