#pragma once

#include "sim/cuda/cuda_check.hpp"

#include <cstddef>
#include <span>
#include <utility>

namespace orrery {

// The total size of arrays, or of anything else that has bytes().
template <class... Arrays>
std::size_t total_bytes(const Arrays&... arrays) {
    return (... + arrays.bytes());
}

// How much room to take for `wanted` where there is too little: a sixteenth more, as it varies, and
// half as much more where there was some before, so that what slowly grows seldom has to move.
constexpr std::size_t room_to_grow(std::size_t wanted, std::size_t before) {
    return wanted + wanted / (before == 0 ? 16 : 2);
}

// Memory of the GPU that is current when it is taken; giving it back waits for what still uses it.
struct DeviceMemory {
    static void take(void** to, std::size_t bytes) {
        cuda_check(cudaMalloc(to, bytes), "allocating GPU memory");
    }
    static void give_back(void* memory) { cudaFree(memory); }
};

// Page-locked host memory, which the GPU can copy to and from while the processor goes on.
// Portable: every GPU may.
struct PinnedMemory {
    static void take(void** to, std::size_t bytes) {
        cuda_check(cudaHostAlloc(to, bytes, cudaHostAllocPortable), "taking page-locked memory");
    }
    static void give_back(void* memory) { cudaFreeHost(memory); }
};

// A fixed-size array in memory of such a kind. Not initialised.
template <class T, class Memory>
class CudaArray {
public:
    CudaArray() = default;
    // Throws failure when the memory does not suffice.
    explicit CudaArray(std::size_t count, const Memory& memory = {})
        : memory_(memory), count_(count) {
        if (count != 0) {
            memory_.take(&data_, count * sizeof(T));
        }
    }
    CudaArray(const CudaArray&) = delete;
    CudaArray(CudaArray&& other) noexcept { swap(other); }
    CudaArray& operator=(CudaArray other) noexcept {
        swap(other);
        return *this;
    }
    ~CudaArray() { memory_.give_back(data_); }

    void swap(CudaArray& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
    }

    std::size_t size() const noexcept { return count_; }
    std::size_t bytes() const noexcept { return count_ * sizeof(T); }
    bool empty() const noexcept { return count_ == 0; }
    T* data() noexcept { return static_cast<T*>(data_); }
    const T* data() const noexcept { return static_cast<const T*>(data_); }

    // Makes room for at least `count`, dropping what was there; never shrinks.
    void reserve(std::size_t count) {
        if (count > count_) {
            *this = CudaArray(); // before the new one, so that never both are held
            *this = CudaArray(count);
        }
    }
    // The same for what slowly grows.
    void grow(std::size_t count) {
        if (count > count_) {
            reserve(room_to_grow(count, count_));
        }
    }

protected:
    Memory memory_;

private:
    void* data_ = nullptr;
    std::size_t count_ = 0;
};

template <class T>
using DeviceArray = CudaArray<T, DeviceMemory>;

template <class T>
class PinnedArray : public CudaArray<T, PinnedMemory> {
public:
    using CudaArray<T, PinnedMemory>::CudaArray;
    T& operator[](std::size_t i) noexcept { return this->data()[i]; }
    const T& operator[](std::size_t i) const noexcept { return this->data()[i]; }
};

// Copies into a GPU's memory and waits until all of it is there: from pageable memory, cudaMemcpy
// returns before that, and no queue's stream waits for it. `doing`: for a failure's sentence.
inline void copy_to_gpu(void* to, const void* from, std::size_t bytes, const char* doing) {
    cuda_check(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice), doing);
    cuda_check(cudaStreamSynchronize(cudaStreamLegacy), doing);
}

// The same bytes in the memory of the current GPU.
template <class To, class From>
DeviceArray<To> uploaded(std::span<const From> from, const char* doing) {
    static_assert(sizeof(To) == sizeof(From));
    DeviceArray<To> to(from.size());
    copy_to_gpu(to.data(), from.data(), from.size_bytes(), doing);
    return to;
}

} // namespace orrery
