#pragma once

#include "sim/scenes/placement.hpp"
#include "sim/unit_names.hpp"

#include <array>
#include <string_view>

namespace orrery {

// One line of the table: the ellipse about the Sun at J2000.0 (JD 2451545.0 TDB), referred
// to the mean ecliptic and equinox of J2000; AU and degrees.
struct Planet {
    std::string_view name;
    double semi_major_axis, eccentricity, inclination;
    double mean_longitude, longitude_of_perihelion, ascending_node;
    double sun_to_planet; // mass ratio, moons included
};

// Elements:    E. M. Standish, "Keplerian elements for approximate positions of the major planets",
//              JPL Solar System Dynamics Group, table 1 (valid 1800 to 2050 AD). Positions good to
//              15 to 600 arc seconds. "Earth" is the centre of mass of Earth and Moon.
// Mass ratios: JPL DE405 (Standish 1998); Pluto with Charon.
inline constexpr std::array<Planet, 9> planets{{
    {"Mercury", 0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593,
     6023600.0},
    {"Venus", 0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255,
     408523.71},
    {"Earth", 1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0.0, 328900.561400},
    {"Mars", 1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891, 3098708.0},
    {"Jupiter", 5.20288700, 0.04838624, 1.30439695, 34.39644051, 14.72847983, 100.47390909,
     1047.3486},
    {"Saturn", 9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448,
     3497.898},
    {"Uranus", 19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.95427630, 74.01692503,
     22902.98},
    {"Neptune", 30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574,
     19412.24},
    {"Pluto", 39.48211675, 0.24882730, 17.14001206, 238.92903833, 224.06891629, 110.30393684,
     135200000.0},
}};

inline constexpr const Planet& earth = planets[2];
inline constexpr const Planet& mars = planets[3];
inline constexpr const Planet& jupiter = planets[4];
inline constexpr const Planet& saturn = planets[5];

// Relative to the Sun; AU and AU per day.
inline PhasePoint heliocentric(const Planet& planet) {
    return orbit_point(
        {.semi_major_axis = planet.semi_major_axis,
         .eccentricity = planet.eccentricity,
         .inclination = planet.inclination,
         .ascending_node = planet.ascending_node,
         .argument_of_periapsis = planet.longitude_of_perihelion - planet.ascending_node,
         .mean_anomaly = planet.mean_longitude - planet.longitude_of_perihelion},
        gaussian_gravity * (1 + 1 / planet.sun_to_planet));
}

} // namespace orrery
