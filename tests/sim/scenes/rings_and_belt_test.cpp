// Many light bodies about one heavy one: Saturn's rings and the asteroid belt.

#include "tests/sim/scenes/scene_testing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

namespace orrery {
namespace {

testing::Ellipse ellipse_about_first(const System& system, std::size_t body) {
    const Bodies<double>& bodies = system.bodies;
    return testing::ellipse(testing::position(bodies, body) - testing::position(bodies, 0),
                            testing::velocity(bodies, body) - testing::velocity(bodies, 0),
                            system.units.gravity * bodies.mass[0]);
}

double period(const System& system, double semi_major_axis) {
    return 2 * std::numbers::pi *
           std::sqrt(semi_major_axis * semi_major_axis * semi_major_axis / system.units.gravity);
}

constexpr double saturn_radius = 60268; // km

TEST(SaturnRings, AreThinAndCircularAndLeaveTheGapsFree) {
    const System system = testing::made("saturn_rings", 20000);
    const Component& rings = testing::component(system, "rings");
    double mass = 0;
    for (std::size_t i = rings.first; i < rings.first + rings.count; ++i) {
        const testing::Ellipse orbit = ellipse_about_first(system, i);
        const double a = orbit.semi_major_axis * saturn_radius;
        EXPECT_LT(orbit.eccentricity, 1e-3);
        EXPECT_LT(orbit.inclination, 0.1);
        EXPECT_GT(a, 66800);
        EXPECT_LT(a, 140500);
        EXPECT_FALSE(a > 117600 && a < 117900) << "Huygens gap";
        EXPECT_FALSE(a > 133450 && a < 133700) << "Encke gap";
        EXPECT_FALSE(a > 136600 && a < 139800) << "between A and F ring";
        mass += system.bodies.mass[i];
    }
    EXPECT_LT(mass, 1e-7);
}

TEST(SaturnRings, AreBrightestInTheBRing) {
    const System system = testing::made("saturn_rings", 20000);
    const auto radii = testing::sorted_distances(system.bodies, testing::component(system, "rings"),
                                                 testing::Distance::from_axis);
    const auto per_area = [&](double inner, double outer) {
        const auto below = [&](double km) {
            return std::lower_bound(radii.begin(), radii.end(), km / saturn_radius) - radii.begin();
        };
        return static_cast<double>(below(outer) - below(inner)) / (outer * outer - inner * inner);
    };
    const double b_ring = per_area(100000, 117000);
    EXPECT_GT(b_ring, 2 * per_area(123000, 133000)); // A
    EXPECT_GT(b_ring, 8 * per_area(118000, 122000)); // Cassini division
    EXPECT_GT(b_ring, 8 * per_area(75000, 91000));   // C
}

TEST(SaturnRings, HaveMoonsOfTheRightMonth) {
    const System system = testing::made("saturn_rings", 1000);
    // Hours: NASA's Saturnian satellite fact sheet.
    for (const auto& [name, hours] :
         {std::pair{"Mimas", 22.61}, {"Enceladus", 32.89}, {"Rhea", 108.4}, {"Titan", 382.7}}) {
        const double a =
            ellipse_about_first(system, testing::labelled(system, name)).semi_major_axis;
        EXPECT_NEAR(period(system, a), hours, 5e-3 * hours) << name;
    }
    // The outer edge of the B ring turns twice with each of Mimas.
    const double mimas =
        ellipse_about_first(system, testing::labelled(system, "Mimas")).semi_major_axis;
    EXPECT_NEAR(period(system, mimas) / period(system, 117553 / saturn_radius), 2, 0.02);
}

TEST(AsteroidBelt, HasKirkwoodsGapsAndTheMassOfTheRealOne) {
    const System system = testing::made("asteroid_belt", 20'000);
    const Component& asteroids = testing::component(system, "asteroids");
    std::vector<double> axes;
    for (std::size_t i = asteroids.first; i < asteroids.first + asteroids.count; ++i) {
        const testing::Ellipse orbit = ellipse_about_first(system, i);
        EXPECT_LE(orbit.eccentricity, 0.3 + 1e-9);
        axes.push_back(orbit.semi_major_axis);
    }
    const auto around = [&](double a) {
        return std::ranges::count_if(axes, [&](double one) { return std::abs(one - a) < 0.008; });
    };
    const testing::Ellipse jupiter =
        ellipse_about_first(system, testing::labelled(system, "Jupiter"));
    EXPECT_NEAR(period(system, jupiter.semi_major_axis), 4332.6, 10); // days
    for (const double years_a_turn : {1.0 / 3, 2.0 / 5, 1.0 / 2}) {   // of Jupiter's
        const double gap = jupiter.semi_major_axis * std::pow(years_a_turn, 2.0 / 3);
        EXPECT_LT(around(gap), around(gap - 0.06) / 5) << gap;
    }
    double mass = 0;
    for (std::size_t i = asteroids.first; i < system.bodies.size(); ++i) {
        mass += system.bodies.mass[i];
    }
    EXPECT_NEAR(mass, 1.2e-9, 0.05e-9); // solar masses: the real belt's
}

// Longitudes from Jupiter's, in degrees, as the Sun sees them.
std::vector<double> from_jupiter(const System& system, const std::string& component) {
    const auto longitude = [&](std::size_t i) {
        const Vector3 place =
            testing::position(system.bodies, i) - testing::position(system.bodies, 0);
        return std::atan2(place.y, place.x) * 180 / std::numbers::pi;
    };
    const double jupiter = longitude(testing::labelled(system, "Jupiter"));
    const Component& part = testing::component(system, component);
    std::vector<double> apart;
    for (std::size_t i = part.first; i < part.first + part.count; ++i) {
        apart.push_back(std::remainder(longitude(i) - jupiter, 360.0));
    }
    return apart;
}

TEST(AsteroidBelt, HasTrojansBesideJupiterAndHildasThatKeepAway) {
    const System system = testing::made("asteroid_belt", 20'000);
    std::size_t before = 0;
    for (const double apart : from_jupiter(system, "Trojans")) {
        EXPECT_NEAR(std::abs(apart), 60, 50);
        before += apart > 0 ? 1 : 0;
    }
    const auto trojans = static_cast<double>(testing::component(system, "Trojans").count);
    EXPECT_NEAR(static_cast<double>(before) / trojans, 0.62, 0.04);
    // Far out only opposite of Jupiter and 60 degrees beside him.
    const std::vector<double> apart = from_jupiter(system, "Hildas");
    const Component& hildas = testing::component(system, "Hildas");
    for (std::size_t k = 0; k < apart.size(); ++k) {
        const double radius = length(testing::position(system.bodies, hildas.first + k) -
                                     testing::position(system.bodies, 0));
        if (radius > 4.5) {
            const double corner =
                std::min(std::abs(std::abs(apart[k]) - 60), 180 - std::abs(apart[k]));
            EXPECT_LT(corner, 35) << radius;
        }
    }
}

// The belt's outer part under the pull of Sun and planets alone, which is all that counts there:
// leapfrog with the scene's own step.
class OuterBelt {
public:
    // With semi-major axes from 3.1 to 3.5 AU, evenly spread, as if there were no gap yet.
    explicit OuterBelt(const System& system)
        : gravity_(system.units.gravity), step_(system.time_step) {
        const Component& asteroids = testing::component(system, "asteroids");
        for (std::size_t i = 0; i < asteroids.first + asteroids.count; ++i) {
            const bool is_planet = i < planets;
            if (is_planet || i % 4 == 0) {
                // The same ellipse, as much larger.
                const double wanted = 3.1 + 0.4 * static_cast<double>(i - asteroids.first) /
                                                static_cast<double>(asteroids.count);
                const double scale =
                    is_planet ? 1 : wanted / ellipse_about_first(system, i).semi_major_axis;
                const Vector3 sun = testing::position(system.bodies, 0);
                const Vector3 sun_moves = testing::velocity(system.bodies, 0);
                position_.push_back(sun + scale * (testing::position(system.bodies, i) - sun));
                velocity_.push_back(sun_moves +
                                    (1 / std::sqrt(scale)) *
                                        (testing::velocity(system.bodies, i) - sun_moves));
            }
            if (is_planet) {
                mass_[i] = system.bodies.mass[i];
            }
        }
    }

    void advance(double years) {
        const int steps = static_cast<int>(years * 365.25 / step_);
        kick(step_ / 2);
        for (int step = 0; step < steps; ++step) {
            drift();
            kick(step + 1 == steps ? step_ / 2 : step_);
        }
    }

    std::size_t count(double inner, double outer) const {
        std::size_t found = 0;
        for (std::size_t i = planets; i < position_.size(); ++i) {
            const double a = testing::ellipse(position_[i] - position_[0],
                                              velocity_[i] - velocity_[0], gravity_ * mass_[0])
                                 .semi_major_axis;
            found += a > inner && a < outer ? 1 : 0;
        }
        return found;
    }

private:
    static constexpr std::size_t planets = 4; // the Sun among them

    void kick(double dt) {
        for (std::size_t i = 0; i < position_.size(); ++i) {
            for (std::size_t j = 0; j < planets; ++j) {
                if (i != j) {
                    const Vector3 apart = position_[j] - position_[i];
                    const double r2 = dot(apart, apart);
                    velocity_[i] =
                        velocity_[i] + (dt * gravity_ * mass_[j] / (r2 * std::sqrt(r2))) * apart;
                }
            }
        }
    }

    void drift() {
        for (std::size_t i = 0; i < position_.size(); ++i) {
            position_[i] = position_[i] + step_ * velocity_[i];
        }
    }

    double gravity_, step_;
    std::array<double, planets> mass_{};
    std::vector<Vector3> position_, velocity_;
};

TEST(AsteroidBelt, ThinsOutWhereJupiterIsMetEverySecondTurn) {
    OuterBelt belt(testing::made("asteroid_belt", 3000));
    const auto in_gap = [&] { return static_cast<double>(belt.count(3.28, 3.36)); };
    const auto beside = [&] { return static_cast<double>(belt.count(3.12, 3.28)); };
    const double gap_at_start = in_gap(), beside_at_start = beside();
    double gap_later = 0, beside_later = 0;
    belt.advance(1000);
    for (int sample = 0; sample < 10; ++sample) {
        belt.advance(20);
        gap_later += in_gap() / 10;
        beside_later += beside() / 10;
    }
    EXPECT_LT(gap_later, 0.8 * gap_at_start);
    EXPECT_GT(beside_later, 0.95 * beside_at_start);
}

} // namespace
} // namespace orrery
