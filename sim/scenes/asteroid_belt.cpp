// The asteroid belt between Mars and Jupiter, as it began: the Kirkwood gaps open within 10^5 to
// 10^6 years.
//
// Idea:   asteroids start evenly spread over semi-major axes 2 to 3.5 AU. Where a year of theirs
//         is a simple fraction of Jupiter's (3:1 at 2.50 AU, 5:2 at 2.82, 7:3 at 2.96, 2:1 at
//         3.28) his pulls add up. A histogram of the semi-major axes shows it (the picture does
//         not, since ellipses overlap): near 2:1 it thins out within a few thousand years, at 3:1
//         eccentricities grow until Mars or the Sun takes the asteroids, which needs some hundred
//         thousand.
// Source: Kirkwood, Meteoric Astronomy (1867); Wisdom, "Chaotic behavior and the origin of the
//         3/1 Kirkwood gap", Icarus 56 (1983). Planets: Standish, JPL (planets.hpp).
// Units:  AU, day, solar mass; G = k^2. The asteroids share the real belt's mass, 2.4e21 kg, so
//         that they hardly pull on one another.
// State:  eccentricities and inclinations of Rayleigh's distribution, as relaxed belts have.
// Step:   10 days. With 40 the orbits still look right, but leapfrog turns the ellipses about as
//         fast as Jupiter does, and spoils the slow resonances.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/planets.hpp"
#include "sim/scenes/portable_math.hpp"
#include "sim/scenes/random.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

namespace orrery {
namespace {

constexpr double belt_mass = 2.4e21 / 1.98841e30;
constexpr double inner_edge = 2.0, outer_edge = 3.5;
constexpr double typical_eccentricity = 0.07;
constexpr double typical_inclination = 4; // degrees

// Planets that stir the belt, by importance: a scene of very few bodies keeps the first ones.
constexpr std::array<const Planet*, 3> perturbers{&jupiter, &saturn, &mars};

double draw_rayleigh(Random& random) {
    return std::sqrt(-2 * portable::log(random.uniform()));
}

PhasePoint draw_asteroid(Random& random) {
    const double a = inner_edge + (outer_edge - inner_edge) * random.uniform();
    const double e = std::min(typical_eccentricity * draw_rayleigh(random), 0.3);
    return orbit_point({.semi_major_axis = a,
                        .eccentricity = e,
                        .inclination = typical_inclination * draw_rayleigh(random),
                        .ascending_node = 360 * random.uniform(),
                        .argument_of_periapsis = 360 * random.uniform(),
                        .mean_anomaly = 360 * random.uniform()},
                       gaussian_gravity);
}

System make(std::size_t count, std::uint64_t seed) {
    std::vector<NamedBody> planets;
    for (const Planet* planet : perturbers) {
        planets.push_back(
            {std::string(planet->name), heliocentric(*planet), 1 / planet->sun_to_planet});
    }
    System system = swarm_around({"Sun", {}, 1}, planets,
                                 {"planets", "asteroids", belt_mass, draw_asteroid}, count, seed);
    system.units = {.gravity = gaussian_gravity, .length = "AU", .time = "day", .mass = "Msun"};
    system.time_step = 10;
    system.viewpoint = {.distance = 9, .azimuth = -60, .elevation = 35};
    return system;
}

} // namespace

extern const Scene asteroid_belt_scene{
    .id = "asteroid_belt",
    .title = "Asteroid belt",
    .idea = "Where Jupiter will clear the Kirkwood gaps, within a million years",
    .source = "Wisdom 1983, Icarus 56, 51",
    .standard_bodies = 8192,
    .make = make,
};

} // namespace orrery
