#pragma once

#include "sim/cuda/cuda_check.hpp"

#include <cstddef>
#include <utility>

namespace orrery {

// How much room to take for `wanted` where there is too little: half as much more where there was
// some before, so that what slowly grows seldom has to move.
constexpr std::size_t room_to_grow(std::size_t wanted, std::size_t before) {
    return before == 0 ? wanted : wanted + wanted / 2;
}

// A fixed-size array in the memory of the GPU that was current when it was made. Not initialised.
template <class T>
class DeviceArray {
public:
    DeviceArray() = default;
    // Throws failure when the GPU's memory does not suffice.
    explicit DeviceArray(std::size_t count) : count_(count) {
        if (count != 0) {
            cuda_check(cudaMalloc(&data_, count * sizeof(T)), "allocating GPU memory");
        }
    }
    DeviceArray(const DeviceArray&) = delete;
    DeviceArray(DeviceArray&& other) noexcept { swap(other); }
    DeviceArray& operator=(DeviceArray other) noexcept {
        swap(other);
        return *this;
    }
    ~DeviceArray() { cudaFree(data_); } // waits for what still uses it

    void swap(DeviceArray& other) noexcept {
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
            *this = DeviceArray(); // before the new one, so that never both are held
            *this = DeviceArray(count);
        }
    }
    // The same for what slowly grows.
    void grow(std::size_t count) {
        if (count > count_) {
            reserve(room_to_grow(count, count_));
        }
    }

private:
    void* data_ = nullptr;
    std::size_t count_ = 0;
};

// Page-locked host memory, which the GPU can copy to and from while the processor goes on.
// Portable: every GPU may.
template <class T>
class PinnedArray {
public:
    PinnedArray() = default;
    explicit PinnedArray(std::size_t count) : count_(count) {
        if (count != 0) {
            cuda_check(cudaHostAlloc(&data_, count * sizeof(T), cudaHostAllocPortable),
                       "taking page-locked memory");
        }
    }
    PinnedArray(const PinnedArray&) = delete;
    PinnedArray(PinnedArray&& other) noexcept { swap(other); }
    PinnedArray& operator=(PinnedArray other) noexcept {
        swap(other);
        return *this;
    }
    ~PinnedArray() { cudaFreeHost(data_); }

    void swap(PinnedArray& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
    }

    std::size_t size() const noexcept { return count_; }
    T* data() noexcept { return static_cast<T*>(data_); }
    const T* data() const noexcept { return static_cast<const T*>(data_); }
    // Makes room for at least `count`, dropping what was there; never shrinks.
    void grow(std::size_t count) {
        if (count > count_) {
            const std::size_t room = room_to_grow(count, count_);
            *this = PinnedArray(); // before the new one, so that never both are held
            *this = PinnedArray(room);
        }
    }
    T& operator[](std::size_t i) noexcept { return data()[i]; }
    const T& operator[](std::size_t i) const noexcept { return data()[i]; }

private:
    void* data_ = nullptr;
    std::size_t count_ = 0;
};

} // namespace orrery
