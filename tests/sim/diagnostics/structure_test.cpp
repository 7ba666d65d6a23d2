// Measurements of scenes, against theory.
#include "sim/scene.hpp"
#include "sim/structure/body_quantity.hpp"
#include "sim/structure/closed_forms.hpp"
#include "sim/structure/histogram.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

namespace orrery {
namespace {

constexpr double pi = std::numbers::pi;

struct Measured {
    System system;
    Centre centre;
    RadialShells shells;
};

Measured measured(const char* scene, std::size_t count, Workers& workers) {
    Measured all{make_scene(find_scene(scene), count, 1), {}, {}};
    const Bodies<double>& bodies = all.system.bodies;
    all.centre = find_centre(bodies);
    all.shells = radial_shells(bodies, 0, bodies.size(), all.centre,
                               radial_range(bodies, all.centre, workers), workers);
    return all;
}

// A body on its ellipse about a heavier one that moves.
Bodies<double> ellipse(double a, double e, double anomaly, double gravity, double heavy,
                       double light) {
    Bodies<double> bodies(2);
    const double p = a * (1 - e * e);
    const double r = p / (1 + e * std::cos(anomaly));
    const double speed = std::sqrt(gravity * (heavy + light) / p);
    const Vector3 place{r * std::cos(anomaly), r * std::sin(anomaly), 0};
    const Vector3 way{-speed * std::sin(anomaly), speed * (e + std::cos(anomaly)), 0};
    bodies.mass[0] = heavy;
    bodies.mass[1] = light;
    bodies.position.x[0] = 5;
    bodies.velocity.y[0] = -2;
    bodies.position.x[1] = 5 + place.x;
    bodies.position.y[1] = place.y;
    bodies.velocity.x[1] = way.x;
    bodies.velocity.y[1] = way.y - 2;
    return bodies;
}

TEST(BodyQuantities, AreTheElementsOfAnEllipse) {
    Workers workers(2);
    const double a = 3.1, e = 0.4, gravity = 0.7;
    for (const double anomaly : {0.1, 1.5, 3.0, 4.4}) {
        const Bodies<double> bodies = ellipse(a, e, anomaly, gravity, 10, 0.5);
        const Centre centre = find_centre(bodies);
        ASSERT_EQ(centre.body, 0U);
        const RadialShells shells =
            radial_shells(bodies, 0, 2, centre, radial_range(bodies, centre, workers), workers);
        const auto value = [&](BodyQuantity quantity) {
            return quantity_of(quantity, bodies, 0, 2, centre, shells, gravity, workers).at(1);
        };
        EXPECT_NEAR(value(BodyQuantity::semi_major_axis), a, 1e-5);
        EXPECT_NEAR(value(BodyQuantity::eccentricity), e, 1e-6);
        const double p = a * (1 - e * e);
        EXPECT_NEAR(value(BodyQuantity::angular_momentum), std::sqrt(gravity * 10.5 * p), 1e-5);
        EXPECT_NEAR(value(BodyQuantity::distance), p / (1 + e * std::cos(anomaly)), 1e-5);
        EXPECT_NEAR(value(BodyQuantity::radial_speed),
                    std::sqrt(gravity * 10.5 / p) * e * std::sin(anomaly), 1e-5);
        const float of_centre =
            quantity_of(BodyQuantity::semi_major_axis, bodies, 0, 1, centre, shells, 1, workers)[0];
        EXPECT_TRUE(std::isnan(of_centre));
    }
}

TEST(BodyQuantities, HaveNamesOfTheirOwnAndUnits) {
    std::set<std::string> ids;
    for (const QuantityInfo& info : body_quantities()) {
        EXPECT_EQ(&quantity_info(info.quantity), &info);
        ids.insert(info.id);
    }
    EXPECT_EQ(ids.size(), body_quantities().size());
    const Units units{.gravity = 1, .length = "kpc", .time = "Myr", .mass = "Msun"};
    EXPECT_EQ(unit_of(BodyQuantity::angular_momentum, units), "kpc²/Myr");
    EXPECT_EQ(unit_of(BodyQuantity::speed, {}), "N-body units");
    EXPECT_EQ(unit_of(BodyQuantity::eccentricity, units), "");
}

TEST(DensestCore, IsWhereMostBodiesAreNotInTheirMiddle) {
    const System dense = make_scene(find_scene("plummer"), 3000, 1);
    VectorArray<double> position(4000);
    HostArray<double> mass(4000);
    for (std::size_t k = 0; k < 4000; ++k) {
        const bool core = k < 3000;
        position.x[k] = core ? dense.bodies.position.x[k] : 40.0 + 0.02 * static_cast<double>(k);
        position.y[k] = core ? dense.bodies.position.y[k] : 0.0;
        position.z[k] = core ? dense.bodies.position.z[k] : 0.0;
        mass[k] = 1;
    }
    EXPECT_LT(length(densest_core(position, {mass.data(), mass.size()}).position), 0.3);
}

TEST(RadialShells, HaveTheProfileOfAPlummerSphere) {
    Workers workers(2);
    const Measured all = measured("plummer", 40'000, workers);
    EXPECT_FALSE(all.centre.body);
    EXPECT_LT(length(all.centre.position), 0.1);
    const PlummerModel model;
    std::size_t compared = 0;
    for (const RadialPoint& point : radial_profile(all.shells)) {
        if (point.radius > 0.3 && point.radius < 8) {
            EXPECT_NEAR(point.density / model.density(point.radius), 1, 0.25) << point.radius;
            EXPECT_NEAR(point.within / model.mass_within(point.radius), 1, 0.15) << point.radius;
            ++compared;
        }
    }
    EXPECT_GT(compared, 12U);
    for (const double share : lagrange_shares) {
        const double radius = all.shells.radius_of_share(share);
        EXPECT_NEAR(radius / model.radius_of_share(0.999 * share), 1, 0.03) << share;
        EXPECT_NEAR(all.shells.mass_within(radius), share, 1e-3);
    }
}

TEST(RadialShells, HaveTheCuspOfAHernquistSphere) {
    Workers workers(2);
    const Measured all = measured("hernquist", 40'000, workers);
    const HernquistModel model;
    for (const double share : lagrange_shares) {
        EXPECT_NEAR(all.shells.radius_of_share(share) / model.radius_of_share(0.99 * share), 1,
                    0.06);
    }
    for (const double radius : {0.2, 1.0, 5.0, 50.0}) {
        EXPECT_NEAR(all.shells.potential(radius) * (1 + radius), -1, 0.05) << radius;
    }
}

TEST(RadialShells, DoNotDependOnTheNumberOfWorkers) {
    Workers one(1), several(4);
    const Measured first = measured("plummer", 70'000, one);
    const Measured second = measured("plummer", 70'000, several);
    EXPECT_EQ(first.shells.mass, second.shells.mass);
    EXPECT_EQ(first.shells.radius_of_share(0.5), second.shells.radius_of_share(0.5));
}

TEST(RadialShells, OfBodiesInOnePlaceAreNone) {
    Workers workers(1);
    Bodies<double> bodies(3);
    const Centre centre = find_centre(bodies);
    const RadialShells shells =
        radial_shells(bodies, 0, 3, centre, radial_range(bodies, centre, workers), workers);
    EXPECT_EQ(shells.size(), 0U);
    EXPECT_EQ(shells.radius_of_share(0.5), 0);
    EXPECT_TRUE(radial_profile(shells).empty());
    EXPECT_EQ(find_centre(Bodies<double>()).mass, 0);
}

TEST(RadialShells, TellHowFastTheSunsPlanetsGo) {
    Workers workers(1);
    const Measured all = measured("asteroid_belt", 3000, workers);
    ASSERT_EQ(all.centre.body, 0U);
    const double gravity = all.system.units.gravity;
    int compared = 0;
    for (const RadialPoint& point : radial_profile(all.shells)) {
        if (point.radius > 2.2 && point.radius < 3.3) {
            EXPECT_NEAR(point.streaming / std::sqrt(gravity * point.within / point.radius), 1,
                        0.05);
            ++compared;
        }
    }
    EXPECT_GT(compared, 0);
}

TEST(Histograms, CountEveryBodyOnce) {
    Workers workers(2);
    std::vector<float> values(100'000);
    for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = static_cast<float>(i % 1000) / 1000;
    }
    values[7] = std::numeric_limits<float>::quiet_NaN();
    values[8] = 2;
    const Histogram linear = histogram(values, {0, 1, false}, 10, workers);
    EXPECT_EQ(linear.outside, 2U);
    EXPECT_EQ(std::accumulate(linear.bodies.begin(), linear.bodies.end(), 2U), values.size());
    EXPECT_NEAR(linear.bodies[4], 10'000, 150);
    EXPECT_EQ(linear.low_end(5), 0.5);
    const Histogram logarithmic = histogram(values, {1e-3, 1, true}, 3, workers);
    EXPECT_NEAR(logarithmic.bodies[0], 900, 120) << "0.001 to 0.01";
    EXPECT_NEAR(logarithmic.bodies[2], 90'000, 150);

    const PhaseMap map =
        phase_map(values, values, {.x = {0, 1}, .y = {0, 1}, .columns = 4, .rows = 4}, workers);
    EXPECT_EQ(map.bodies[0 * 4 + 1], 0U) << "only the diagonal";
    EXPECT_NEAR(map.bodies[2 * 4 + 2], 25'000, 150);
}

TEST(PlotAxes, EndRoundAndStayWhileTheySuit) {
    std::vector<float> values;
    for (int i = 0; i < 1000; ++i) {
        values.push_back(2.0F + 1.5F * static_cast<float>(i) / 1000);
    }
    const PlotAxis axis = fitting_axis(values, false, nullptr);
    EXPECT_NEAR(axis.low, 2, 1e-9);
    EXPECT_NEAR(axis.high, 3.5, 1e-9);
    values.push_back(3.6F);
    EXPECT_EQ(fitting_axis(values, false, &axis), axis);
    for (float& value : values) {
        value *= 10;
    }
    EXPECT_GT(fitting_axis(values, false, &axis).high, 30);
    const PlotAxis logarithmic = fitting_axis(values, true, &axis);
    EXPECT_TRUE(logarithmic.logarithmic);
    EXPECT_NEAR(logarithmic.value(logarithmic.place(25)), 25, 1e-9);
    EXPECT_LT(fitting_axis(std::vector<float>{}, true, nullptr).low, 1);
    const PlotAxis alike = fitting_axis(std::vector<float>(9, 4.0F), false, nullptr);
    EXPECT_LT(alike.low, 4);
    EXPECT_GT(alike.high, 4);
}

TEST(Brushes, MarkWhatLiesBetween) {
    Workers workers(2);
    const std::vector<float> values{1, 2, 3, std::numeric_limits<float>::quiet_NaN(), 5};
    const std::vector<double> mass{1, 1, 1, 1, 4};
    std::vector<std::uint8_t> marks(values.size(), 1);
    keep_marked_between(values, {2, 5}, marks, workers);
    EXPECT_EQ(marks, (std::vector<std::uint8_t>{0, 1, 1, 0, 1}));
    EXPECT_EQ(marked(marks, mass).bodies, 3U);
    EXPECT_DOUBLE_EQ(marked(marks, mass).mass_share, 6.0 / 8);
    EXPECT_EQ(marked({}, {}).mass_share, 0);
}

TEST(ClosedForms, AreThoseOfTheTextbooks) {
    EXPECT_NEAR(PlummerModel().radius_of_share(0.5), 1.3048, 1e-4);
    EXPECT_NEAR(HernquistModel().radius_of_share(0.5), 1 + std::sqrt(2), 1e-12);
    // The largest speed in an exponential disk: 0.88 sqrt(pi G Sigma_0 h), at 2.15 scale lengths.
    const ExponentialDisk disk{.mass = 2, .scale = 3};
    const double surface = disk.mass / (2 * pi * disk.scale * disk.scale);
    EXPECT_NEAR(disk.circular_speed(2.15 * disk.scale, 1) / std::sqrt(pi * surface * disk.scale),
                0.88, 0.003);
    EXPECT_NEAR(disk.circular_speed(3000, 1), std::sqrt(2.0 / 3000), 1e-4) << "a point from afar";
    EXPECT_NEAR(free_fall_factor(0.5 / pi * (pi / 2 + 1) * 2), 0.5, 1e-6);
    EXPECT_EQ(free_fall_factor(1.2), 0);
    EXPECT_EQ(free_fall_factor(-1), 1);
    EXPECT_NEAR((Resonance{3, 1}.semi_major_axis(5.204)), 2.50, 0.005);
    EXPECT_NEAR((Resonance{2, 1}.semi_major_axis(5.204)), 3.28, 0.005);
}

} // namespace
} // namespace orrery
