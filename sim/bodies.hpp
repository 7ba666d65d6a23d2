#pragma once

#include "sim/state/host_array.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

enum class Precision { fp32, fp64 };

// One vector per body, as a structure of arrays: the layout that vectorises.
template <class Array>
struct VectorsOf {
    Array x, y, z;

    VectorsOf() = default;
    explicit VectorsOf(std::size_t count) : x(count), y(count), z(count) {}
    VectorsOf(Array xs, Array ys, Array zs)
        : x(std::move(xs)), y(std::move(ys)), z(std::move(zs)) {}
    std::size_t size() const noexcept { return x.size(); }
    bool empty() const noexcept { return x.empty(); }
    std::size_t bytes() const noexcept { return x.bytes() + y.bytes() + z.bytes(); }
    void swap(VectorsOf& other) noexcept {
        x.swap(other.x);
        y.swap(other.y);
        z.swap(other.z);
    }
};

template <class Real>
using VectorArray = VectorsOf<HostArray<Real>>;

// A system of bodies at one instant: what scenes make, files hold and simulations advance.
// All arrays have one entry per body.
template <class Real>
struct Bodies {
    VectorArray<Real> position;
    VectorArray<Real> velocity;
    HostArray<Real> mass;

    Bodies() = default;
    explicit Bodies(std::size_t count) : position(count), velocity(count), mass(count) {}
    std::size_t size() const noexcept { return mass.size(); }
};

// The space that bodies are in: open, or a box that repeats itself along its three edges.
struct PeriodicBox {
    std::array<double, 3> lengths = {}; // of the edges; open: 0

    bool is_periodic() const { return lengths[0] > 0 && lengths[1] > 0 && lengths[2] > 0; }
    bool operator==(const PeriodicBox&) const = default;
};

template <class To, class From>
HostArray<To> converted(const HostArray<From>& from) {
    HostArray<To> to(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) {
        to[i] = static_cast<To>(from[i]);
    }
    return to;
}

template <class To, class From>
VectorArray<To> converted(const VectorArray<From>& from) {
    return {converted<To>(from.x), converted<To>(from.y), converted<To>(from.z)};
}

template <class To, class From>
Bodies<To> converted(const Bodies<From>& from) {
    Bodies<To> to;
    to.position = converted<To>(from.position);
    to.velocity = converted<To>(from.velocity);
    to.mass = converted<To>(from.mass);
    return to;
}

} // namespace orrery
