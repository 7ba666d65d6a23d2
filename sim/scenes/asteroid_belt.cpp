// The asteroid belt as it is today: with Kirkwood's gaps, the triangle of the Hildas, and Jupiter's
// Trojans before and behind him.
//
// Idea:   where a year of an asteroid's is a simple fraction of Jupiter's (3:1 at 2.50 AU, 5:2 at
//         2.82, 7:3 at 2.96, 2:1 at 3.28) his pulls add up, and within 10^5 to 10^6 years Mars or
//         the Sun takes them. So semi-major axes are drawn from the belt's with its gaps, which a
//         histogram shows (the picture does not, since ellipses overlap). Three turns of a Hilda
//         are two of Jupiter's, and it is farthest out only where he is not: opposite of him or 60
//         degrees beside, so that all of them together form a triangle, which turns with him.
// Source: Kirkwood, Meteoric Astronomy (1867); Wisdom, "Chaotic behavior and the origin of the
//         3/1 Kirkwood gap", Icarus 56 (1983); shares and widths after the Minor Planet Center's
//         catalogue, by rule. Planets: Standish, JPL (planets.hpp).
// Units:  AU, day, solar mass; G = k^2. The asteroids share the real belt's mass, 2.4e21 kg, so
//         that they hardly pull on one another.
// State:  eccentricities and inclinations of Rayleigh's distribution, as relaxed belts have; 5 of
//         100 are Hildas and 9 Trojans (rounded up), more of them before Jupiter than behind.
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
constexpr double inner_edge = 2.08, outer_edge = 3.29;
constexpr double typical_eccentricity = 0.07;
constexpr double typical_inclination = 4; // degrees

// Planets that stir the belt, by importance: a scene of very few bodies keeps the first ones.
constexpr std::array<const Planet*, 3> perturbers{&jupiter, &saturn, &mars};

double draw_rayleigh(Random& random) {
    return std::sqrt(-2 * portable::log(random.uniform()));
}

struct Gap {
    double at, half_width;
};
constexpr std::array<Gap, 4> gaps{{{2.502, 0.025}, {2.824, 0.020}, {2.957, 0.012}, {3.30, 0.045}}};

double draw_semi_major_axis(Random& random) {
    for (;;) {
        const double a = inner_edge + (outer_edge - inner_edge) * random.uniform();
        const bool cleared = std::ranges::any_of(gaps, [&](const Gap& gap) {
            // With soft edges.
            return std::abs(a - gap.at) < gap.half_width * (0.6 + 0.6 * random.uniform());
        });
        // The inner belt has fewer.
        if (!cleared && random.uniform() < 0.6 + 0.4 * (a - inner_edge)) {
            return a;
        }
    }
}

// Angles in degrees; its place on the ellipse is `longitude`.
PhasePoint on_orbit(double a, double e, double inclination, double perihelion, double longitude,
                    Random& random) {
    const double node = 360 * random.uniform();
    return orbit_point({.semi_major_axis = a,
                        .eccentricity = e,
                        .inclination = inclination,
                        .ascending_node = node,
                        .argument_of_periapsis = perihelion - node,
                        .mean_anomaly = longitude - perihelion},
                       gaussian_gravity);
}

PhasePoint draw_asteroid(Random& random) {
    const double a = draw_semi_major_axis(random);
    const double e = std::min(typical_eccentricity * draw_rayleigh(random), 0.3);
    const double inclination = typical_inclination * draw_rayleigh(random);
    const double longitude = 360 * random.uniform();
    const double perihelion = 360 * random.uniform();
    return on_orbit(a, e, inclination, perihelion, longitude, random);
}

// 3 L - 2 l - w about 0: Jupiter's longitude, its own, that of its perihelion.
PhasePoint draw_hilda(Random& random) {
    const double a = 3.966 + 0.02 * (2 * random.uniform() - 1);
    const double e = std::min(0.05 + 0.10 * draw_rayleigh(random), 0.3);
    const double longitude = 360 * random.uniform();
    const double aside = 40 * (2 * random.uniform() - 1);
    const double inclination = typical_inclination * draw_rayleigh(random);
    return on_orbit(a, e, inclination, 3 * jupiter.mean_longitude - 2 * longitude + aside,
                    longitude, random);
}

PhasePoint draw_trojan(Random& random) {
    const double side = random.uniform() < 0.62 ? 1 : -1; // before Jupiter, or behind
    // A sum of lots is nearly a normal deviate.
    double lots = random.uniform();
    lots += random.uniform();
    lots += random.uniform();
    const double aside = 12 * (2 * lots - 3);
    const double a = jupiter.semi_major_axis + 0.05 * (2 * random.uniform() - 1);
    const double e = std::min(0.05 * draw_rayleigh(random), 0.2);
    const double perihelion = 360 * random.uniform();
    const double inclination = 1.6 * typical_inclination * draw_rayleigh(random);
    return on_orbit(a, e, inclination, perihelion, jupiter.mean_longitude + side * (60.0 + aside),
                    random);
}

System make(const SceneRequest& wanted) {
    std::vector<NamedBody> planets;
    for (const Planet* planet : perturbers) {
        planets.push_back(
            {std::string(planet->name), heliocentric(*planet), 1 / planet->sun_to_planet});
    }
    System system = swarm_around({"Sun", {}, 1}, planets,
                                 {"planets",
                                  "asteroids",
                                  belt_mass,
                                  draw_asteroid,
                                  {{"Hildas", 0.05, draw_hilda}, {"Trojans", 0.09, draw_trojan}}},
                                 wanted);
    system.units = {.gravity = gaussian_gravity, .length = "AU", .time = "day", .mass = "Msun"};
    system.time_step = 10;
    system.viewpoint = {.distance = 13.5, .azimuth = -60, .elevation = 55};
    return system;
}

} // namespace

extern const Scene asteroid_belt_scene{
    .id = "asteroid_belt",
    .title = "Asteroid belt",
    .idea = "What Jupiter rules: Kirkwood's gaps, the triangle of the Hildas, the Trojans",
    .source = "Wisdom 1983, Icarus 56, 51",
    .standard_bodies = 8192,
    .make = make,
};

} // namespace orrery
