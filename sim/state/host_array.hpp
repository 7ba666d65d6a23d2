#pragma once

#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>

namespace orrery {

// A fixed-size array in host memory for SIMD work: starts on a 64-byte boundary, and its storage is
// padded to whole 64-byte lines of zeros and one line more, so that a vector load that begins at
// any element, as the first body of a cell, stays inside it. Kernels may read the padding (for
// bodies: zero mass at the origin) but must leave it zero.
template <class T>
class HostArray {
    static_assert(std::is_trivially_copyable_v<T>);

public:
    static constexpr std::size_t alignment = 64;

    HostArray() = default;
    // `count` zeroed elements. Throws std::bad_alloc.
    explicit HostArray(std::size_t count);
    HostArray(const HostArray& other);
    HostArray(HostArray&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    HostArray& operator=(HostArray other) noexcept {
        swap(other);
        return *this;
    }
    ~HostArray() = default;

    void swap(HostArray& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(count_, other.count_);
    }

    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    // Elements that may be read, padding included.
    std::size_t padded_size() const noexcept { return padded(count_); }
    std::size_t bytes() const noexcept { return padded_size() * sizeof(T); }
    T* data() noexcept { return data_.get(); }
    const T* data() const noexcept { return data_.get(); }
    T& operator[](std::size_t i) noexcept { return data_.get()[i]; }
    const T& operator[](std::size_t i) const noexcept { return data_.get()[i]; }
    T* begin() noexcept { return data(); }
    T* end() noexcept { return data() + count_; }
    const T* begin() const noexcept { return data(); }
    const T* end() const noexcept { return data() + count_; }

private:
    struct Free {
        void operator()(T* pointer) const noexcept { std::free(pointer); }
    };

    static constexpr std::size_t padded(std::size_t count) noexcept {
        return count == 0 ? 0 : bytes_for(count) / sizeof(T);
    }
    static constexpr std::size_t bytes_for(std::size_t count) noexcept {
        return (count * sizeof(T) + alignment - 1) / alignment * alignment + alignment;
    }

    std::unique_ptr<T[], Free> data_;
    std::size_t count_ = 0;
};

template <class T>
HostArray<T>::HostArray(std::size_t count) : count_(count) {
    if (count == 0) {
        return;
    }
    if (count > (static_cast<std::size_t>(-1) - 2 * alignment) / sizeof(T)) {
        throw std::bad_alloc();
    }
    const std::size_t bytes = bytes_for(count);
    void* memory = std::aligned_alloc(alignment, bytes);
    if (memory == nullptr) {
        throw std::bad_alloc();
    }
    std::memset(memory, 0, bytes);
    data_.reset(static_cast<T*>(memory));
}

template <class T>
HostArray<T>::HostArray(const HostArray& other) : HostArray(other.count_) {
    if (count_ != 0) {
        std::memcpy(data_.get(), other.data_.get(), count_ * sizeof(T));
    }
}

} // namespace orrery
