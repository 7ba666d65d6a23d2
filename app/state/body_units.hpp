#pragma once

#include "sim/system.hpp"

#include <string>

namespace orrery {

// What numbers are shown in: they times `factor`, and behind them `name`, translated; "" where
// units have no names.
struct ShownUnit {
    double factor = 1;
    std::string name;
};
ShownUnit speed_unit(const Units& units); // km/s among planets, stars and galaxies
ShownUnit mass_unit(const Units& units);  // "Msun" where masses are in "10^10 Msun"
// Days become years where they are many. The name is that behind `time`: "day", "days".
ShownUnit time_unit(double time, const Units& units);

// Figures of a body with their units, in the language of the window, as one says them: a factor in
// a unit's name goes into the number, and speeds among planets, stars and galaxies are in km/s.
// "1.07 × 10⁸ Msun"; in units without names the number alone.
std::string spoken_mass(double mass, const Units& units);
// "185 km/s"
std::string spoken_speed(double speed, const Units& units);
std::string acceleration_unit(const Units& units);
// "6.82e-3 kpc/Myr²"
std::string spoken_acceleration(double acceleration, const Units& units);
// "978 Myr", "14.8 years"
std::string spoken_time(double time, const Units& units);
// "1 Saturn radius", "20 kpc"
std::string spoken_length(double length, const Units& units);

} // namespace orrery
