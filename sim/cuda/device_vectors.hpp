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

// Copies between the host and the current GPU; they are done on return.

template <class Real>
DeviceArray<Real> uploaded(const HostArray<double>& from);
template <class Real>
DeviceVectors<Real> uploaded(const VectorArray<double>& from);

// The first `count` of the array, each at its number in `numbers`; without those, as they lie.
template <class Real>
HostArray<double> downloaded(const DeviceArray<Real>& array, std::size_t count,
                             std::span<const std::uint32_t> numbers);

// Those of a few bodies, of which number k is at places[k], or at k without `places`.
template <class Real>
std::vector<Vector3> downloaded(DeviceQueue& queue, const DeviceVectors<Real>& vectors,
                                std::span<const std::size_t> bodies,
                                const DeviceArray<std::uint32_t>& places);

} // namespace orrery
