#pragma once

#include "sim/host_array.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace orrery {

enum class Precision { fp32, fp64 };

// One vector per body, as a structure of arrays: the layout that vectorises.
template <class Real>
struct VectorArray {
    HostArray<Real> x, y, z;

    VectorArray() = default;
    explicit VectorArray(std::size_t count) : x(count), y(count), z(count) {}
    std::size_t size() const noexcept { return x.size(); }
    bool empty() const noexcept { return x.empty(); }
    void swap(VectorArray& other) noexcept {
        x.swap(other.x);
        y.swap(other.y);
        z.swap(other.z);
    }
};

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
    VectorArray<To> to;
    to.x = converted<To>(from.x);
    to.y = converted<To>(from.y);
    to.z = converted<To>(from.z);
    return to;
}

template <class To, class From>
Bodies<To> converted(const Bodies<From>& from) {
    Bodies<To> to;
    to.position = converted<To>(from.position);
    to.velocity = converted<To>(from.velocity);
    to.mass = converted<To>(from.mass);
    return to;
}

// A named run of bodies in original order: "bulge", "dark matter", "second galaxy".
struct Component {
    std::string name;
    std::size_t first = 0;
    std::size_t count = 0;
};

// A body with a name, drawn beside it: "Jupiter".
struct Label {
    std::size_t body = 0; // original index
    std::string text;
};

// What never changes while a system evolves; bodies are named by their index in original order.
struct Catalogue {
    std::string title;
    std::vector<Component> components; // cover all bodies, in order, without gaps
    std::vector<Label> labels;
    std::vector<std::int32_t> file_ids; // empty, or one per body as found in the file
    std::vector<float> softenings;      // empty, or one per body as found in the file
};

// G in the system's units, and what one unit of length, time and mass is called ("" for N-body
// units).
struct Units {
    double gravity = 1.0;
    std::string length, time, mass;
};

// Where to look from at first: the camera circles `centre` at `distance`; angles in degrees.
struct Viewpoint {
    double centre[3] = {0, 0, 0};
    double distance = 0; // 0: frame everything
    double azimuth = 30;
    double elevation = 25;
};

// A system ready to be simulated, always in double precision: what a Scene and a Snapshot give.
struct InitialConditions {
    Bodies<double> bodies;
    double time = 0;
    Catalogue catalogue;
    Units units;
    double time_step = 1.0 / 128; // natural for the system
    double softening = 0;         // Plummer softening length
    Viewpoint viewpoint;
};

} // namespace orrery
