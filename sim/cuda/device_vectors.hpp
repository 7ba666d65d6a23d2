#pragma once

#include "sim/bodies.hpp"
#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/vector3.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

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

// Copies between the host and the current GPU; they are done on return.

template <class Real>
DeviceArray<Real> uploaded(const HostArray<double>& from);
template <class Real>
DeviceVectors<Real> uploaded(const VectorArray<double>& from);

// Entry k is what is at places[k]; without `places`, at k. `room` is used where they are put in
// order.
template <class Real>
HostArray<double> downloaded(DeviceQueue& queue, const DeviceArray<Real>& array,
                             const DeviceArray<std::uint32_t>& places, DeviceArray<Real>& room);
template <class Real>
VectorArray<double> downloaded(DeviceQueue& queue, const DeviceVectors<Real>& vectors,
                               const DeviceArray<std::uint32_t>& places, DeviceArray<Real>& room);

// Those of a few bodies, of which number k is at places[k], or at k without `places`.
template <class Real>
std::vector<Vector3> downloaded(DeviceQueue& queue, const DeviceVectors<Real>& vectors,
                                std::span<const std::size_t> bodies,
                                const DeviceArray<std::uint32_t>& places);

} // namespace orrery
