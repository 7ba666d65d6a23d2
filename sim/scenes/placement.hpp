#pragma once

#include "sim/base/vector3.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

namespace orrery {

class Random;

struct PhasePoint {
    Vector3 position;
    Vector3 velocity;
};

PhasePoint phase_point(const Bodies<double>& bodies, std::size_t i);
void place(Bodies<double>& bodies, std::size_t i, const PhasePoint& point, double mass);

// Brings the centre of mass of bodies [first, first + count) to rest at the origin, to rounding.
// Their total mass must be positive.
void rest_at_origin(Bodies<double>& bodies, std::size_t first, std::size_t count);
void rest_at_origin(Bodies<double>& bodies);

// Bodies of equal mass, 1 in all, with one name. Each is drawn from random numbers of its own;
// together they rest at the origin.
System equal_bodies(std::size_t count, std::uint64_t seed, const char* name,
                    const std::function<PhasePoint(Random&)>& draw);

// Names the next `count` bodies after those already named; no bodies, no name.
void name_next(Catalogue& catalogue, std::string name, std::size_t count);

} // namespace orrery
