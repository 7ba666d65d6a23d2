// Saturn's rings and the moons that shepherd and sculpt them.
//
// Idea:   every ring particle is a moon of its own on an almost circular orbit, the inner ones
//         faster. Radii are drawn from the rings' brightness, gaps included. The moons are at
//         their true distances, so that the outer edge of the B ring goes round twice for each
//         turn of Mimas, which keeps the Cassini division clear.
// Source: rings, gaps and moons: NASA Planetary Data System, ring-moon systems node, and Jacobson
//         et al., AJ 132 (2006); mass of the rings 0.41 Mimas: Iess et al., Science 364 (2019).
// Units:  Saturn's equatorial radius (60,268 km), hour, Saturn's mass; G = 2.246. Saturn is a
//         point: his flattening, which makes the orbits precess, is left out.
// State:  eccentricities and inclinations of a few 1e-4: far thicker than the real 10 metres,
//         thin enough to keep the gaps. The particles share the rings' true mass.

#include "sim/scene.hpp"
#include "sim/scenes/placement.hpp"
#include "sim/scenes/random.hpp"

#include <array>
#include <cmath>

namespace orrery {
namespace {

constexpr double saturn_radius = 60268;       // km
constexpr double saturn_gravity = 37931206.2; // G M, km^3 / s^2
constexpr double saturn_mass = 5.6834e26;     // kg
constexpr double rings_mass = 1.54e19 / saturn_mass;
constexpr double gravity =
    saturn_gravity * 3600 * 3600 / (saturn_radius * saturn_radius * saturn_radius);
constexpr double typical_eccentricity = 2e-4;
constexpr double typical_inclination = 0.01; // degrees

// A stretch of ring between two radii (km) with the same optical depth, which bodies stand for.
struct Ringlet {
    double inner, outer, depth;
};

constexpr std::array<Ringlet, 14> ringlets{{
    {66900, 74491, 0.02},   // D ring
    {74491, 77800, 0.08},   // C ring, and its gaps
    {77950, 87450, 0.15},   //   Colombo gap
    {87770, 91980, 0.25},   //   Maxwell gap
    {91980, 99000, 1.1},    // B ring
    {99000, 104100, 1.7},   //
    {104100, 110000, 2.0},  //
    {110000, 117500, 2.2},  //
    {117930, 119900, 0.12}, // Cassini division, after the Huygens gap
    {120100, 122050, 0.15}, //
    {122050, 128000, 0.8},  // A ring
    {128000, 133423, 0.55}, //
    {133748, 136487, 0.6},  //   beyond the Encke gap
    {139900, 140400, 0.35}, // F ring
}};

struct Moon {
    const char* name;
    double semi_major_axis; // km
    double mass;            // kg
    double eccentricity;
};

// The largest first: a scene of very few bodies keeps the first of them.
constexpr std::array<Moon, 10> moons{{
    {"Titan", 1221870, 1.3452e23, 0.0288},
    {"Mimas", 185539, 3.75e19, 0.0196},
    {"Rhea", 527108, 2.307e21, 0.001},
    {"Dione", 377396, 1.0955e21, 0.0022},
    {"Tethys", 294619, 6.175e20, 0.0001},
    {"Enceladus", 237948, 1.080e20, 0.0047},
    {"Janus", 151460, 1.898e18, 0.0068},
    {"Pandora", 141720, 1.371e17, 0.0042},
    {"Prometheus", 139380, 1.595e17, 0.0022},
    {"Pan", 133584, 4.95e15, 0.0},
}};

constexpr double area(const Ringlet& ringlet) {
    return ringlet.outer * ringlet.outer - ringlet.inner * ringlet.inner;
}

constexpr double total_weight = [] {
    double sum = 0;
    for (const Ringlet& ringlet : ringlets) {
        sum += ringlet.depth * area(ringlet);
    }
    return sum;
}();

// Evenly over the area of each ringlet, which is chosen by its share of the whole; km.
double draw_ring_radius(Random& random) {
    double weight = total_weight * random.uniform();
    const Ringlet* chosen = ringlets.begin();
    while (chosen + 1 != ringlets.end() && weight > chosen->depth * area(*chosen)) {
        weight -= chosen->depth * area(*chosen);
        ++chosen;
    }
    return std::sqrt(chosen->inner * chosen->inner + weight / chosen->depth);
}

PhasePoint draw_orbit(double radius, double eccentricity, double inclination, Random& random) {
    return orbit_point({.semi_major_axis = radius / saturn_radius,
                        .eccentricity = eccentricity,
                        .inclination = inclination,
                        .ascending_node = 360 * random.uniform(),
                        .argument_of_periapsis = 360 * random.uniform(),
                        .mean_anomaly = 360 * random.uniform()},
                       gravity);
}

PhasePoint draw_particle(Random& random) {
    const double radius = draw_ring_radius(random);
    const double eccentricity = 2 * typical_eccentricity * random.uniform();
    const double inclination = 2 * typical_inclination * random.uniform();
    return draw_orbit(radius, eccentricity, inclination, random);
}

System make(const SceneRequest& wanted) {
    std::vector<NamedBody> companions;
    for (const Moon& moon : moons) {
        Random random(wanted.seed, companions.size() + 1);
        companions.push_back({moon.name,
                              draw_orbit(moon.semi_major_axis, moon.eccentricity, 0, random),
                              moon.mass / saturn_mass});
    }
    System system = swarm_around({"Saturn", {}, 1}, companions,
                                 {"moons", "rings", rings_mass, draw_particle}, wanted);
    system.units = {
        .gravity = gravity, .length = "Saturn radii", .time = "h", .mass = "Saturn masses"};
    system.time_step = 0.05;
    system.softening = 1e-4;
    // The F ring, 2.33, is whole from every elevation: it needs 2.33 / sin(45 degrees / 2) = 6.1.
    system.viewpoint = {.distance = 6.2, .azimuth = -70, .elevation = 22};
    return system;
}

} // namespace

extern const Scene saturn_rings_scene{
    .id = "saturn_rings",
    .title = "Saturn's rings",
    .idea = "Every ring particle is its own moonlet; real moons, real gaps",
    .source = "NASA PDS ring-moon systems node; Jacobson et al. 2006, AJ 132, 2520",
    .standard_bodies = 16384,
    .make = make,
};

} // namespace orrery
