#pragma once

#include "sim/base/vector3.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <string>

namespace orrery {

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

// Names the next `count` bodies after those already named; no bodies, no name.
void name_next(Catalogue& catalogue, std::string name, std::size_t count);

} // namespace orrery
