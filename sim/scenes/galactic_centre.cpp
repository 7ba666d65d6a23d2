// The stars around the black hole in the centre of the Milky Way.
//
// Idea:   the S stars are on the orbits that were measured of them, at the beginning of 2020; S2
//         goes round in 16 years. Around them is a cusp of old stars that nobody has resolved, each
//         on a Kepler orbit of its own: the density of a cluster that has relaxed around a black
//         hole goes with r^(-7/4), and eccentricities are thermal, n(e) ~ e.
// Source: orbits, mass and distance of the hole: Gillessen et al., ApJ 837, 30 (2017), table 3 and
//         section 4 (4.28 million suns, 8.32 kpc); the cusp: Bahcall and Wolf, ApJ 209, 214 (1976).
// Units:  AU, year, solar mass; G = 4 pi^2. x points north, y east, z away from us, as in the
//         orbits' own elements; angles of the plane of the sky.
// State:  S stars weigh ten suns each, old ones one. Those that come closer to the hole than 400 AU
//         are left out of the cusp, S stars below 100 AU out of the list: a step of a hundredth of
//         a year would not follow them.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace orrery {
namespace {

// The Gaussian constant of AU, days and solar masses, in Julian years.
constexpr double gravity = 2.9591220828559e-4 * 365.25 * 365.25;
constexpr double hole_mass = 4.28e6;
constexpr double distance = 8320; // parsecs: an arc second there is as many AU
constexpr double begins = 2020;
constexpr double least_periapsis = 400, widest = 9000; // of the cusp, AU

struct Star {
    const char* name;
    double semi_major_axis; // arc seconds
    double eccentricity;
    double inclination, ascending_node, argument_of_periapsis; // degrees
    double periapsis_passed;                                   // year
};

// The most famous first: a scene of very few bodies keeps the first of them.
constexpr std::array<Star, 17> stars{{
    {"S2", 0.1255, 0.8839, 134.18, 226.94, 65.51, 2002.33},
    {"S38", 0.1416, 0.8201, 171.1, 101.06, 17.99, 2003.19},
    {"S55", 0.1078, 0.7209, 150.1, 325.5, 331.5, 2009.34},
    {"S1", 0.595, 0.556, 119.14, 342.04, 122.3, 2001.80},
    {"S4", 0.3570, 0.3905, 80.33, 258.84, 290.8, 1957.4},
    {"S8", 0.4047, 0.8031, 74.37, 315.43, 346.70, 1983.64},
    {"S9", 0.2724, 0.644, 82.41, 156.60, 150.6, 1976.71},
    {"S12", 0.2987, 0.8883, 33.56, 230.1, 317.9, 1995.59},
    {"S13", 0.2641, 0.4250, 24.70, 74.5, 245.2, 2004.86},
    {"S17", 0.3559, 0.397, 96.83, 191.62, 326.0, 1991.19},
    {"S18", 0.2379, 0.471, 110.67, 49.11, 349.46, 1993.86},
    {"S19", 0.520, 0.750, 71.96, 344.60, 155.2, 2005.39},
    {"S21", 0.2190, 0.764, 58.8, 259.64, 166.4, 2027.40},
    {"S29", 0.428, 0.728, 105.8, 161.96, 346.5, 2025.96},
    {"S31", 0.449, 0.5497, 109.03, 137.16, 308.0, 2018.07},
    {"S39", 0.370, 0.9236, 89.36, 159.03, 23.3, 2000.06},
    {"S60", 0.3877, 0.7179, 126.87, 170.54, 29.37, 2023.89},
}};

PhasePoint place_of(const Star& star) {
    const double a = star.semi_major_axis * distance;
    const double period = std::sqrt(a * a * a / hole_mass);
    return orbit_point({.semi_major_axis = a,
                        .eccentricity = star.eccentricity,
                        .inclination = star.inclination,
                        .ascending_node = star.ascending_node,
                        .argument_of_periapsis = star.argument_of_periapsis,
                        .mean_anomaly = 360 * (begins - star.periapsis_passed) / period},
                       gravity * hole_mass);
}

// Bodies within a of the hole grow as a^(3 - 7/4).
PhasePoint draw_old_star(Random& random) {
    for (;;) {
        const double a = widest * portable::power(random.uniform(), 0.8);
        const double e = std::sqrt(random.uniform());
        const double tilt = 2 * random.uniform() - 1; // cosine of the inclination
        const double half = portable::arcsin(std::sqrt((1 - tilt) / 2)); // of the inclination
        const OrbitalElements orbit{.semi_major_axis = a,
                                    .eccentricity = e,
                                    .inclination = half * 2 * 57.29577951308232,
                                    .ascending_node = 360 * random.uniform(),
                                    .argument_of_periapsis = 360 * random.uniform(),
                                    .mean_anomaly = 360 * random.uniform()};
        if (a * (1 - e) > least_periapsis) {
            return orbit_point(orbit, gravity * hole_mass);
        }
    }
}

System make(const SceneRequest& wanted) {
    std::vector<NamedBody> companions;
    for (const Star& star : stars) {
        companions.push_back({star.name, place_of(star), 10});
    }
    const double old =
        static_cast<double>(std::max(wanted.count, stars.size() + 2) - stars.size() - 1);
    System system = swarm_around({"Sgr A*", {}, hole_mass}, companions,
                                 {"S stars", "old stars", old, draw_old_star}, wanted);
    system.catalogue.components.front().name = "black hole";
    system.units = {.gravity = gravity, .length = "AU", .time = "yr", .mass = "Msun"};
    system.time_step = 0.01;
    system.softening = 0.5;
    system.viewpoint = {.distance = 4200, .azimuth = -62, .elevation = 16};
    return system;
}

} // namespace

extern const Scene galactic_centre_scene{
    .id = "galactic_centre",
    .title = "Galactic centre",
    .idea = "Stars around the black hole of the Milky Way, on the orbits that were measured",
    .source = "Gillessen et al. 2017, ApJ 837, 30; Bahcall and Wolf 1976, ApJ 209, 214",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
