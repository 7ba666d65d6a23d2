// The Sun, eight planets, Pluto and ten large moons at noon on 1 January 2000.
//
// Idea:   real orbits: Kepler's ellipses from published elements, all bodies then pulling on one
//         another. Two time scales: Io takes 1.8 days, Pluto 248 years.
// Source: planets: Standish, JPL (planets.hpp). Moon: mean elements relative to the Earth at
//         J2000.0, ecliptic, from JPL Solar System Dynamics, "Planetary satellite mean elements"
//         (a = 384,400 km, e = 0.0554, i = 5.16 deg). Her true orbit is pushed about by the Sun
//         by up to a degree or two.
// Moons:  large ones with at least fourteen steps of the scene in a month, on circles of their true
//         radius in the plane of the planet's equator (Iapetus and Triton in planes of their own,
//         Triton against his planet's rotation); where on these they are is not the almanac's.
//         Radii and masses: JPL Solar System Dynamics, "Planetary satellite physical parameters";
//         poles: Archinal et al., Celest. Mech. Dyn. Astron. 130, 22 (2018), turned to the
//         ecliptic.
// Units:  AU, day, solar mass; G = k^2 with Gauss' constant k = 0.01720209895.
// Frame:  ecliptic and equinox of J2000; the centre of mass at rest at the origin.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/planets.hpp"

#include <array>
#include <string>
#include <vector>

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

// The plane of a planet's equator, in degrees to the ecliptic.
struct Equator {
    double inclination, ascending_node;
};
constexpr Equator of_jupiter{2.2165, 337.8178}, of_saturn{28.0522, 169.5275},
    of_uranus{82.2782, 347.6467}, of_neptune{28.0264, 49.2351};

constexpr double kilograms_of_sun = 1.98841e30;

struct Satellite {
    const char* name;
    const Planet& planet;
    double kilometres, kilograms;
    Equator plane;
};

// Uranus rotates backwards, and his moons with him.
constexpr Equator backwards(const Equator& plane) {
    return {180 - plane.inclination, plane.ascending_node + 180};
}

constexpr std::array<Satellite, 9> satellites{{
    {"Ganymede", jupiter, 1070400, 1.4819e23, of_jupiter},
    {"Callisto", jupiter, 1882700, 1.0759e23, of_jupiter},
    {"Titan", saturn, 1221870, 1.3452e23, of_saturn},
    {"Iapetus", saturn, 3560840, 1.8056e21, {17.28, 139}},
    {"Titania", planets[6], 436300, 3.40e21, backwards(of_uranus)},
    {"Oberon", planets[6], 583500, 3.08e21, backwards(of_uranus)},
    {"Triton", planets[7], 354759, 2.139e22, {129.81, 221}},
    {"Io", jupiter, 421800, 8.932e22, of_jupiter},
    {"Europa", jupiter, 671100, 4.800e22, of_jupiter},
}};

PhasePoint moved(const PhasePoint& centre, double times, const PhasePoint& apart) {
    return {centre.position + times * apart.position, centre.velocity + times * apart.velocity};
}

// A planet with its moons about their centre of mass, which the table gives.
void add_planet(std::vector<NamedBody>& bodies, const Planet& planet) {
    const PhasePoint centre = heliocentric(planet);
    const double mass = 1 / planet.sun_to_planet;
    std::vector<NamedBody> moons; // relative to the planet
    if (&planet == &earth) {
        moons.push_back(
            {"Moon", orbit_point(moon, gaussian_gravity * mass), mass / (earth_to_moon + 1)});
    }
    for (const Satellite& satellite : satellites) {
        if (&satellite.planet == &planet) {
            const double phase = 137.5 * static_cast<double>(&satellite - satellites.begin());
            moons.push_back(
                {satellite.name,
                 orbit_point({.semi_major_axis = satellite.kilometres / kilometres_per_au,
                              .eccentricity = 0,
                              .inclination = satellite.plane.inclination,
                              .ascending_node = satellite.plane.ascending_node,
                              .argument_of_periapsis = 0,
                              .mean_anomaly = phase},
                             gaussian_gravity * mass),
                 satellite.kilograms / kilograms_of_sun});
        }
    }
    NamedBody body{std::string(planet.name), centre, mass};
    for (const NamedBody& each : moons) {
        body.point = moved(body.point, -each.mass / mass, each.point);
        body.mass -= each.mass;
    }
    bodies.push_back(body);
    for (NamedBody& each : moons) {
        each.point = moved(body.point, 1, each.point);
        bodies.push_back(each);
    }
}

System make(const SceneRequest&) {
    std::vector<NamedBody> bodies = {{"Sun", {}, 1}};
    for (const Planet& planet : planets) {
        add_planet(bodies, planet);
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
    system.time_step = 0.125;
    system.viewpoint = {.distance = 8, .azimuth = -60, .elevation = 40};
    return system;
}

} // namespace

extern const Scene solar_system_scene{
    .id = "solar_system",
    .title = "Solar system",
    .idea = "Sun, planets, Pluto and ten moons on 1 January 2000, from published elements",
    .source = "Standish, JPL, approximate positions of the planets, table 1",
    .standard_bodies = planets.size() + satellites.size() + 2,
    .fixed_bodies = planets.size() + satellites.size() + 2,
    .make = make,
    .random = false,
    .steps_per_second = 240, // a month
};

} // namespace orrery
