#pragma once

#include "sim/system.hpp"

#include <string>

namespace orrery {

// Figures of a body with their units, in the language of the window, as one says them: a factor in
// a unit's name goes into the number, and speeds among planets, stars and galaxies are in km/s.
// "1.07 × 10⁸ Msun"; in units without names the number alone.
std::string spoken_mass(double mass, const Units& units);
// "185 km/s"
std::string spoken_speed(double speed, const Units& units);
// "6.82e-3 kpc/Myr²"
std::string spoken_acceleration(double acceleration, const Units& units);
// "978 Myr"
std::string spoken_time(double time, const Units& units);

} // namespace orrery
