// The Sun, eight planets, the Moon and Pluto at noon on 1 January 2000.
//
// Idea:   real orbits: Kepler's ellipses from published elements, all bodies then pulling on one
//         another. Two time scales: the Moon takes 27 days, Pluto 248 years.
// Source: planets: Standish, JPL (planets.hpp). Moon: mean elements relative to the Earth at
//         J2000.0, ecliptic, from JPL Solar System Dynamics, "Planetary satellite mean elements"
//         (a = 384,400 km, e = 0.0554, i = 5.16 deg). Her true orbit is pushed about by the Sun
//         by up to a degree or two.
// Units:  AU, day, solar mass; G = k^2 with Gauss' constant k = 0.01720209895.
// Frame:  ecliptic and equinox of J2000; the centre of mass at rest at the origin.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/planets.hpp"

#include <string>

namespace orrery {
namespace {

constexpr double kilometres_per_au = 149597870.7;
constexpr double noon_of_2000 = 2451545;   // J2000.0 as a Julian date
constexpr double earth_to_moon = 81.30056; // mass ratio, DE405

constexpr OrbitalElements moon{
    .semi_major_axis = 384400 / kilometres_per_au,
    .eccentricity = 0.0554,
    .inclination = 5.16,
    .ascending_node = 125.08,
    .argument_of_periapsis = 318.15,
    .mean_anomaly = 135.27,
};

// Earth and Moon on either side of their centre of mass, which the table gives.
void add_earth_and_moon(std::vector<NamedBody>& bodies, const PhasePoint& centre, double mass) {
    const PhasePoint apart = orbit_point(moon, gaussian_gravity * mass);
    const auto add = [&](const char* name, double place, double share) {
        bodies.push_back(
            {name,
             {centre.position + place * apart.position, centre.velocity + place * apart.velocity},
             share * mass});
    };
    const double earth_share = earth_to_moon / (earth_to_moon + 1);
    const double moon_share = 1 / (earth_to_moon + 1);
    add("Earth", -moon_share, earth_share);
    add("Moon", earth_share, moon_share);
}

System make(std::size_t, std::uint64_t) {
    std::vector<NamedBody> bodies = {{"Sun", {}, 1}};
    for (const Planet& planet : planets) {
        const PhasePoint point = heliocentric(planet);
        const double mass = 1 / planet.sun_to_planet;
        if (&planet == &earth) {
            add_earth_and_moon(bodies, point, mass);
        } else {
            bodies.push_back({std::string(planet.name), point, mass});
        }
    }
    System system = named_bodies(bodies);
    for (std::size_t i = 0; i < bodies.size(); ++i) {
        system.catalogue.labels.push_back({i, bodies[i].name});
    }
    rest_at_origin(system.bodies);
    system.units = {.gravity = gaussian_gravity,
                    .length = "AU",
                    .time = "day",
                    .mass = "Msun",
                    .epoch = noon_of_2000};
    system.time_step = 0.5;
    system.viewpoint = {.distance = 8, .azimuth = -60, .elevation = 40};
    return system;
}

} // namespace

extern const Scene solar_system_scene{
    .id = "solar_system",
    .title = "Solar system",
    .idea = "Sun, planets, Moon and Pluto on 1 January 2000, from published elements",
    .source = "Standish, JPL, approximate positions of the planets, table 1",
    .standard_bodies = planets.size() + 2,
    .fixed_bodies = planets.size() + 2,
    .make = make,
    .random = false,
};

} // namespace orrery
