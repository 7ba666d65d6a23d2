// The solar system against JPL's ephemerides.

#include "tests/sim/scenes/scene_testing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {
namespace {

constexpr std::pair<const char*, const char*> moons[] = {
    {"Ganymede", "Jupiter"}, {"Callisto", "Jupiter"}, {"Titan", "Saturn"},
    {"Iapetus", "Saturn"},   {"Titania", "Uranus"},   {"Oberon", "Uranus"},
    {"Triton", "Neptune"},   {"Io", "Jupiter"},       {"Europa", "Jupiter"}};

struct Known {
    const char* name;
    Vector3 equatorial; // heliocentric at J2000.0, AU, mean equator of J2000: JPL Horizons (DE441)
    double tolerance;   // of the approximate elements: Standish's errors in arc seconds
};

// Pluto's and the outer planets' places are good to ten arc minutes, 0.003 of their distance.
constexpr Known known[] = {
    {"Mercury", {-0.1300936053754522, -0.4005937216423254, -0.2004893020167260}, 1e-4},
    {"Venus", {-0.7183022963453890, -0.0462742467021134, 0.0246406384554286}, 1e-4},
    {"Earth", {-0.1771350992727098, 0.8874285223255191, 0.3847428990882070}, 1e-4},
    {"Mars", {1.390715921746287, 0.0014012176268146, -0.0369601671960114}, 3e-4},
    {"Jupiter", {4.001177161126057, 2.736578724021602, 1.075512280824242}, 2e-3},
    {"Saturn", {6.406408859532808, 6.174657792651239, 2.274770783705428}, 3e-3},
    {"Uranus", {14.43185661438178, -12.50626625900741, -5.681690059289029}, 2e-3},
    {"Neptune", {16.81204696805288, -22.98010050574911, -9.824427653612803}, 1e-3},
    {"Pluto", {-9.875352229923580, -27.97886811916350, -5.753691421762491}, 1e-3},
};

Vector3 ecliptic(const Vector3& equatorial) {
    const double obliquity = 23.439291111 * std::numbers::pi / 180;
    const double c = std::cos(obliquity), s = std::sin(obliquity);
    return {equatorial.x, c * equatorial.y + s * equatorial.z, c * equatorial.z - s * equatorial.y};
}

class SolarSystem : public ::testing::Test {
protected:
    Vector3 from(const char* centre, const char* body) const {
        return testing::position(bodies, testing::labelled(system, body)) -
               testing::position(bodies, testing::labelled(system, centre));
    }
    Vector3 speed_from(const char* centre, const char* body) const {
        return testing::velocity(bodies, testing::labelled(system, body)) -
               testing::velocity(bodies, testing::labelled(system, centre));
    }
    double mass(const char* body) const { return bodies.mass[testing::labelled(system, body)]; }
    // A planet with its moons: the sum of their masses and, weighed by these, what `of` says.
    struct Family {
        double mass = 0;
        Vector3 place, speed;
    };
    Family family(const std::string& planet) const {
        std::vector<const char*> members{planet.c_str()};
        for (const auto& [moon, of] : moons) {
            if (planet == of) {
                members.push_back(moon);
            }
        }
        Family all;
        for (const char* const body : members) {
            all.mass += mass(body);
            all.place = all.place + mass(body) * from("Sun", body);
            all.speed = all.speed + mass(body) * speed_from("Sun", body);
        }
        return {all.mass, 1 / all.mass * all.place, 1 / all.mass * all.speed};
    }

    const System system = testing::made("solar_system", 0);
    const Bodies<double>& bodies = system.bodies;
};

TEST_F(SolarSystem, HasEveryPlanetWhereItWasAtNoonOfTheFirstOfJanuary2000) {
    for (const Known& planet : known) {
        const Vector3 place = ecliptic(planet.equatorial);
        const bool earth = std::string_view(planet.name) == "Earth"; // the almanac's is she alone
        const Vector3 here = earth ? from("Sun", "Earth") : family(planet.name).place;
        const double error = length(here - place);
        EXPECT_LT(error / length(place), planet.tolerance) << planet.name;
    }
}

TEST_F(SolarSystem, MovesTheEarthAsJplDoes) {
    // JPL Horizons, ecliptic of J2000, AU per day. The Earth's own speed, the Moon's tug included.
    const Vector3 truth{-1.720762506872895e-2, -3.158782144324866e-3, 1.049888594613343e-7};
    EXPECT_LT(length(speed_from("Sun", "Earth") - truth), 1e-3 * length(truth));
}

TEST_F(SolarSystem, HasEllipsesOfTheRightSizeAndShape) {
    struct Orbit {
        const char* name;
        double a, e, inclination;
    };
    // Standish's table; without the Earth, whose ellipse the Moon's tug distorts.
    for (const Orbit& orbit : {Orbit{"Mercury", 0.38709927, 0.20563593, 7.00497902},
                               {"Venus", 0.72333566, 0.00677672, 3.39467605},
                               {"Mars", 1.52371034, 0.09339410, 1.84969142},
                               {"Jupiter", 5.20288700, 0.04838624, 1.30439695},
                               {"Saturn", 9.53667594, 0.05386179, 2.48599187},
                               {"Uranus", 19.18916464, 0.04725744, 0.77263783},
                               {"Neptune", 30.06992276, 0.00859048, 1.77004347},
                               {"Pluto", 39.48211675, 0.24882730, 17.14001206}}) {
        const Family planet = family(orbit.name);
        const testing::Ellipse ellipse =
            testing::ellipse(planet.place, planet.speed, system.units.gravity * (1 + planet.mass));
        EXPECT_NEAR(ellipse.semi_major_axis, orbit.a, 1e-12 * orbit.a) << orbit.name;
        EXPECT_NEAR(ellipse.eccentricity, orbit.e, 1e-12) << orbit.name;
        EXPECT_NEAR(ellipse.inclination, orbit.inclination, 1e-10) << orbit.name;
    }
}

TEST_F(SolarSystem, TakesAYearForTheEarth) {
    const double a = testing::ellipse(from("Sun", "Mars"), speed_from("Sun", "Mars"),
                                      system.units.gravity * (1 + mass("Mars")))
                         .semi_major_axis;
    const double year = 2 * std::numbers::pi / std::sqrt(system.units.gravity); // at 1 AU, days
    EXPECT_NEAR(year, 365.2568983, 1e-6);                                       // Gauss
    EXPECT_NEAR(year * a * std::sqrt(a), 686.98, 0.02);                         // Mars
}

// Days that a moon takes, and its orbit's inclination to the ecliptic: JPL Solar System Dynamics.
TEST_F(SolarSystem, LetsLargeMoonsCircleTheirPlanetsInTheirTimes) {
    struct Month {
        const char *moon, *planet;
        double days, inclination;
    };
    for (const Month& month : {Month{"Ganymede", "Jupiter", 7.155, 2.2},
                               {"Callisto", "Jupiter", 16.69, 2.2},
                               {"Titan", "Saturn", 15.95, 28.1},
                               {"Iapetus", "Saturn", 79.32, 17.3},
                               {"Titania", "Uranus", 8.706, 97.7},
                               {"Oberon", "Uranus", 13.463, 97.7},
                               {"Triton", "Neptune", 5.877, 129.8},
                               {"Io", "Jupiter", 1.769, 2.2},
                               {"Europa", "Jupiter", 3.551, 2.2}}) {
        const double attraction = system.units.gravity * (mass(month.planet) + mass(month.moon));
        const testing::Ellipse ellipse = testing::ellipse(
            from(month.planet, month.moon), speed_from(month.planet, month.moon), attraction);
        const double a = ellipse.semi_major_axis;
        EXPECT_NEAR(2 * std::numbers::pi * std::sqrt(a * a * a / attraction), month.days,
                    2e-3 * month.days)
            << month.moon;
        EXPECT_NEAR(ellipse.inclination, month.inclination, 0.1) << month.moon;
    }
}

TEST_F(SolarSystem, BindsTheMoonToTheEarth) {
    const double attraction = system.units.gravity * (mass("Earth") + mass("Moon"));
    const testing::Ellipse ellipse =
        testing::ellipse(from("Earth", "Moon"), speed_from("Earth", "Moon"), attraction);
    EXPECT_LT(ellipse.energy, 0);
    EXPECT_NEAR(ellipse.semi_major_axis, 0.00257, 1e-5);
    EXPECT_NEAR(ellipse.eccentricity, 0.0554, 1e-10);
    EXPECT_NEAR(mass("Earth") / mass("Moon"), 81.3, 0.01);
    // JPL Horizons, geocentric, ecliptic. Mean elements leave out the Sun's pull: some degrees.
    const Vector3 truth{-1.949281649686695e-3, -1.838126040073046e-3, 2.424579738820632e-4};
    EXPECT_LT(length(from("Earth", "Moon") - truth), 0.06 * length(truth));
}

} // namespace
} // namespace orrery
