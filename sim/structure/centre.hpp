#pragma once

#include "sim/base/vector3.hpp"
#include "sim/bodies.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// The reference of distances, orbits and shells.
struct Centre {
    Vector3 position = {}, velocity = {};
    double mass = 0;                      // of all bodies
    std::optional<std::size_t> body = {}; // it is this one, which has most of that mass
    double body_mass = 0;
};

// The body that has more than half of the mass; where there is none, the densest core.
Centre find_centre(const Bodies<double>& bodies);

// The densest part of bodies, by a sphere that shrinks about the centre of mass of what it holds.
// `position` and `mass` of as many bodies; a sample does. `within`: the bodies of the last sphere.
struct DensestCore {
    Vector3 position;
    std::vector<std::size_t> within;
};
DensestCore densest_core(const VectorArray<double>& position, std::span<const double> mass);

} // namespace orrery
