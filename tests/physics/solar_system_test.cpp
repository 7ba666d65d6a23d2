// A hundred years of the solar system, an eighth of a day a step.

#include "tests/physics/orbits.hpp"

#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr std::pair<const char*, const char*> moons[] = {
    {"Moon", "Earth"},     {"Ganymede", "Jupiter"}, {"Callisto", "Jupiter"}, {"Titan", "Saturn"},
    {"Iapetus", "Saturn"}, {"Titania", "Uranus"},   {"Oberon", "Uranus"},    {"Triton", "Neptune"},
    {"Io", "Jupiter"},     {"Europa", "Jupiter"}};

// A planet (with its moons) and everything that circles inside its orbit.
struct PlanetOrbit {
    std::string name;
    std::vector<std::size_t> planet, inside;
    double first = 0, sum = 0, low = 0, high = 0; // semi-major axis
};

struct PointMass {
    double mass = 0;
    Vector3 position, velocity;
};

PointMass centre_of(const System& system, const std::vector<std::size_t>& bodies) {
    PointMass centre;
    for (const std::size_t i : bodies) {
        const double mass = system.bodies.mass[i];
        centre.mass += mass;
        centre.position = centre.position + mass * position(system, i);
        centre.velocity = centre.velocity + mass * velocity(system, i);
    }
    centre.position = 1 / centre.mass * centre.position;
    centre.velocity = 1 / centre.mass * centre.velocity;
    return centre;
}

// The semi-major axis of two masses' ellipse, were they alone (the vis-viva equation).
double semi_major_axis(const PointMass& a, const PointMass& b, double gravity) {
    const double distance = length(a.position - b.position);
    const double speed = length(a.velocity - b.velocity);
    return 1 / (2 / distance - speed * speed / (gravity * (a.mass + b.mass)));
}

std::size_t body_called(const System& system, const std::string& name) {
    const auto& labels = system.catalogue.labels;
    const auto found = std::find_if(labels.begin(), labels.end(),
                                    [&](const Label& label) { return label.text == name; });
    EXPECT_NE(found, labels.end()) << name;
    return found->body;
}

// Ellipses about the Sun alone would wobble by a percent with the Sun's own motion, so each is
// taken about the centre of mass of all that is inside it (Jacobi's coordinates).
std::vector<PlanetOrbit> planet_orbits(const System& system) {
    std::vector<PlanetOrbit> orbits;
    std::vector<std::size_t> inside = {body_called(system, "Sun")};
    for (const char* name :
         {"Mercury", "Venus", "Earth", "Mars", "Jupiter", "Saturn", "Uranus", "Neptune", "Pluto"}) {
        PlanetOrbit orbit{name, {body_called(system, name)}, inside};
        for (const auto& [moon, planet] : moons) {
            if (orbit.name == planet) {
                orbit.planet.push_back(body_called(system, moon));
            }
        }
        inside.insert(inside.end(), orbit.planet.begin(), orbit.planet.end());
        orbits.push_back(std::move(orbit));
    }
    return orbits;
}

TEST(SolarSystem, KeepsItsPlanetsAndTheMoonForAHundredYears) {
    constexpr double days = 36525;
    constexpr double step = 0.125; // Io is round in 14
    constexpr double days_between_looks = 10;
    const System start = make_scene(find_scene("solar_system"), 0, 1);
    Simulation simulation;
    simulation.load(start, exact_settings("yoshida4", step));

    ASSERT_EQ(simulation.evaluate(), Outcome::complete);
    const double start_energy = simulation.conserved().value().energy();

    std::vector<PlanetOrbit> orbits = planet_orbits(start);
    const std::size_t earth = body_called(start, "Earth");
    const std::size_t moon = body_called(start, "Moon");
    double nearest_moon = 1;
    double farthest_moon = 0;
    double energy_error = 0;
    int looks = 0;
    for (double day = 0; day < days; day += days_between_looks, ++looks) {
        const System now = simulation.snapshot();
        for (PlanetOrbit& orbit : orbits) {
            const double axis = semi_major_axis(centre_of(now, orbit.planet),
                                                centre_of(now, orbit.inside), start.units.gravity);
            if (looks == 0) {
                orbit.first = orbit.low = orbit.high = axis;
            }
            orbit.sum += axis;
            orbit.low = std::min(orbit.low, axis);
            orbit.high = std::max(orbit.high, axis);
        }
        const double moon_distance = length(position(now, moon) - position(now, earth));
        nearest_moon = std::min(nearest_moon, moon_distance);
        farthest_moon = std::max(farthest_moon, moon_distance);
        for (double past = 0; past < days_between_looks; past += step) {
            ASSERT_EQ(simulation.step(), Outcome::complete);
        }
        const double energy = simulation.conserved().value().energy();
        energy_error = std::max(energy_error, std::abs(energy / start_energy - 1));
    }

    for (const PlanetOrbit& orbit : orbits) {
        EXPECT_NEAR(orbit.sum / looks / orbit.first, 1, 1e-3) << orbit.name;
        // Jupiter swings Saturn's ellipse by this much and back, in the sky as in the computer.
        const double swing = orbit.name == "Saturn" ? 1.5e-3 : 1e-3;
        EXPECT_GT(orbit.low / orbit.first, 1 - swing) << orbit.name;
        EXPECT_LT(orbit.high / orbit.first, 1 + swing) << orbit.name;
    }
    // Perigees and apogees of the century: 356,400 km and 406,700 km.
    constexpr double kilometres = 149'597'870.7;
    EXPECT_GT(nearest_moon * kilometres, 350'000);
    EXPECT_LT(farthest_moon * kilometres, 412'000);
    EXPECT_LT(energy_error, 2e-7);
}

} // namespace
} // namespace orrery
