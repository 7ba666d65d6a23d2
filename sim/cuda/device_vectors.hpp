#pragma once

#include "sim/bodies.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

template <class Real>
using DeviceVectors = VectorsOf<DeviceArray<Real>>;

// Puts into the queue: to[k] = from[order[k]].
template <class T>
void gather(DeviceQueue& queue, const char* phase, const DeviceArray<T>& from,
            const std::uint32_t* order, std::size_t count, DeviceArray<T>& to);

// Puts into a stream: indices[numbers[k]] = k, where the body of each number is.
void invert(cudaStream_t stream, const char* name, const std::uint32_t* numbers, std::size_t count,
            std::uint32_t* indices);

// Copies from the host to the current GPU; they are done on return.
template <class Real>
DeviceArray<Real> uploaded(const HostArray<double>& from);
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

    // The next order: what is at order[k] is to be at k. Null: the original order.
    void prepare(DeviceQueue& queue, const std::uint32_t* order);
    // Puts a copy of what there is for each body into the next order.
    template <class T>
    void apply(DeviceQueue& queue, const DeviceArray<T>& from, DeviceArray<T>& to) const {
        gather(queue, "sort", from, next_, count_, to);
    }
    // The next order is the present one.
    void commit() noexcept;

    std::size_t bytes() const { return numbers_.bytes() + next_numbers_.bytes(); }

private:
    std::size_t count_;
    DeviceArray<std::uint32_t> numbers_, next_numbers_;
    const std::uint32_t* next_ = nullptr; // what will be at k is here now
    DeviceArray<std::uint32_t> next_indices_;
};

} // namespace orrery
