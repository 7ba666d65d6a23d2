#pragma once

#include "sim/bodies.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace orrery {

// An array in a GPU's memory that readers may hold. Not initialised.
template <class T>
class SharedDeviceArray {
public:
    SharedDeviceArray() = default; // empty
    explicit SharedDeviceArray(std::size_t count) { reserve(count); }

    T* data() noexcept { return block_ != nullptr ? block_->data() : nullptr; }
    const T* data() const noexcept { return block_ != nullptr ? block_->data() : nullptr; }
    std::size_t size() const noexcept { return block_ != nullptr ? block_->size() : 0; }
    std::size_t bytes() const noexcept { return size() * sizeof(T); }
    bool empty() const noexcept { return size() == 0; }
    void swap(SharedDeviceArray& other) noexcept { block_.swap(other.block_); }

    // Makes it one to be written to, of at least so many, dropping what was there.
    void reserve(std::size_t count) {
        if (count > size() || held()) {
            block_.reset(); // before the new one, so that never both are held
            block_ = std::make_shared<DeviceArray<T>>(count);
        }
    }
    // By readers.
    bool held() const noexcept { return block_.use_count() > 1; }
    std::shared_ptr<const T> hold() const { return {block_, data()}; }

private:
    std::shared_ptr<DeviceArray<T>> block_;
};

// A vector for each body, as columns of one array, each on a boundary of 256 bytes.
template <class Real>
class DeviceVectors {
public:
    struct Column {
        Real* first = nullptr;
        std::size_t count = 0;

        Real* data() noexcept { return first; }
        const Real* data() const noexcept { return first; }
        std::size_t bytes() const noexcept { return count * sizeof(Real); }
    };
    Column x, y, z;

    DeviceVectors() = default;
    explicit DeviceVectors(std::size_t count) : block_(3 * stride(count)) {
        Real* const first = block_.data();
        x = {first, count};
        y = {first + stride(count), count};
        z = {first + 2 * stride(count), count};
    }

    bool empty() const noexcept { return x.count == 0; }
    std::size_t bytes() const noexcept { return block_.bytes(); }
    void swap(DeviceVectors& other) noexcept { std::swap(*this, other); }

    // Numbers from a column to the next.
    static constexpr std::size_t stride(std::size_t count) { return (count + 63) / 64 * 64; }
    // What readers hold is not written to again: it is left to them.
    void leave_if_held() noexcept {
        if (block_.held()) {
            *this = {};
        }
    }
    bool held() const noexcept { return block_.held(); }
    std::shared_ptr<const Real> hold() const { return block_.hold(); }

private:
    SharedDeviceArray<Real> block_;
};

// Puts into the queue: to[k] = from[order[k]].
template <class T>
void gather(DeviceQueue& queue, const char* phase, const T* from, const std::uint32_t* order,
            std::size_t count, T* to);

// Puts into a stream: indices[numbers[k]] = k, where the body of each number is.
void invert(cudaStream_t stream, const char* name, const std::uint32_t* numbers, std::size_t count,
            std::uint32_t* indices);

// Copies from the host to the current GPU; they are done on return.
template <class Real>
SharedDeviceArray<Real> uploaded(const HostArray<double>& from);
template <class Real>
DeviceVectors<Real> uploaded(const VectorArray<double>& from);

// Which body is where in the memory of a GPU, and how they get into another order. Bodies have
// numbers: their indices in original order.
class DeviceOrder {
public:
    explicit DeviceOrder(std::size_t count) : count_(count) {}

    // Entry k is the number of the body at k; null: every body is at its number.
    const std::uint32_t* numbers() const { return numbers_.data(); }
    bool original() const { return numbers_.empty(); }
    bool held() const noexcept { return numbers_.held(); } // by readers
    std::shared_ptr<const std::uint32_t> hold() const { return numbers_.hold(); }

    // The next order: what is at order[k] is to be at k. Null: the original order.
    void prepare(DeviceQueue& queue, const std::uint32_t* order);
    // Puts a copy of what there is for each body into the next order.
    template <class Array>
    void apply(DeviceQueue& queue, const Array& from, Array& to) const {
        gather(queue, "sort", from.data(), next_, count_, to.data());
    }
    // The next order is the present one.
    void commit() noexcept;
    // Where to write the numbers of another order.
    std::uint32_t* rewrite() {
        numbers_.reserve(count_);
        return numbers_.data();
    }

    std::size_t bytes() const { return numbers_.bytes() + next_numbers_.bytes(); }

private:
    std::size_t count_;
    SharedDeviceArray<std::uint32_t> numbers_, next_numbers_;
    const std::uint32_t* next_ = nullptr; // what will be at k is here now
    DeviceArray<std::uint32_t> next_indices_;
};

} // namespace orrery
