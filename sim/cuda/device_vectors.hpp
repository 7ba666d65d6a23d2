#pragma once

#include "sim/bodies.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

// One vector per body in the memory of a GPU.
template <class Real>
struct DeviceVectors {
    DeviceArray<Real> x, y, z;

    DeviceVectors() = default;
    explicit DeviceVectors(std::size_t count) : x(count), y(count), z(count) {}
    void swap(DeviceVectors& other) noexcept {
        x.swap(other.x);
        y.swap(other.y);
        z.swap(other.z);
    }
    std::size_t bytes() const { return x.bytes() + y.bytes() + z.bytes(); }
    bool empty() const { return x.empty(); }
};

// Puts into the queue: to[k] = from[order[k]].
template <class T>
void gather(DeviceQueue& queue, const char* phase, const DeviceArray<T>& from,
            const std::uint32_t* order, std::size_t count, DeviceArray<T>& to);

// Copies from the host to the current GPU; they are done on return.
template <class Real>
DeviceArray<Real> uploaded(const HostArray<double>& from);
template <class Real>
DeviceVectors<Real> uploaded(const VectorArray<double>& from);

} // namespace orrery
