#pragma once

#include "app/state/orbit_ellipse.hpp"
#include "render/over_picture.hpp"
#include "sim/state/state_reading.hpp"

#include <vector>

namespace orrery {

// Kepler's solution: the ellipses of two bodies about their common centre of mass, whatever an
// integrator makes of them. `two`: place, velocity and mass of each. None where they are not bound,
// or where that centre moves, so that no orbit closes.
std::vector<OrbitEllipse> exact_orbits(const BodyValues& two, double gravity);

// Dashed, in a colour of no body.
void add_dashed(std::vector<LinePoint>& lines, const std::vector<OrbitEllipse>& orbits);

} // namespace orrery
