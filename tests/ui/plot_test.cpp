// The plots of a scene, and the bodies that a range chooses, without a window.
#include "app/plot/plot.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/scene.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace orrery {
namespace {

class Plots : public testing::Test {
protected:
    Plots() { add_default_actions(app_); }

    bool does(const std::string& words) {
        return app_.actions.run(spoken_command(app_.actions, words));
    }

    SimulationThread simulation_;
    AppState app_{.simulation = simulation_, .settings = {}};
};

PlotReading read_system(const System& system, const char* scene, const PlotView& view) {
    static Workers workers(2);
    return read_plot(system.bodies,
                     {.load = 1,
                      .view = view,
                      .show = true,
                      .catalogue = std::make_shared<const Catalogue>(system.catalogue),
                      .source = scene,
                      .gravity = system.units.gravity},
                     workers);
}

PlotView plot_of(PlotKind kind, BodyQuantity quantity = BodyQuantity::distance,
                 const char* component = "") {
    return {.kind = kind, .quantity = quantity, .component = component};
}

PlotReading read_scene(const char* scene, std::size_t count, const PlotView& view) {
    return read_system(make_scene(find_scene(scene), count, 1), scene, view);
}

TEST_F(Plots, AreChosenByTheirNames) {
    for (const PlotChoice& choice : plot_choices()) {
        EXPECT_TRUE(does(std::string("plot ") + choice.id));
        EXPECT_EQ(&plot_choice(app_.view.plot), &choice);
    }
    EXPECT_TRUE(does("plot component asteroids"));
    EXPECT_EQ(app_.view.plot.component, "asteroids");
    EXPECT_TRUE(does("plot component all"));
    EXPECT_EQ(app_.view.plot.component, "");
    EXPECT_THROW(does("plot smell"), Error);
}

TEST_F(Plots, HaveARangeOfTheirQuantityChosenByWords) {
    does("plot semi-major axis");
    EXPECT_TRUE(does("brush 2.6 2.4"));
    ASSERT_TRUE(app_.view.plot.brush);
    EXPECT_EQ(app_.view.plot.brush->quantity, BodyQuantity::semi_major_axis);
    EXPECT_EQ(app_.view.plot.brush->range, (BrushRange{2.4, 2.6}));
    does("plot phase space");
    EXPECT_EQ(app_.view.plot.brush->range.low, 2.4) << "it is still about the ellipses";
    EXPECT_TRUE(does("brush 1 2 -0.5 0.5"));
    EXPECT_EQ(app_.view.plot.brush->other, BodyQuantity::radial_speed);
    EXPECT_TRUE(does("brush nothing"));
    EXPECT_FALSE(app_.view.plot.brush);
    EXPECT_THROW(does("brush 1"), Error);
    EXPECT_THROW(does("brush red blue"), Error);
    does("plot lagrange radii");
    does("brush 1 2");
    EXPECT_FALSE(app_.view.plot.brush);
    EXPECT_EQ(app_.toasts.size(), 1U) << "says why not";
}

TEST_F(Plots, ComeWithTheScene) {
    show_scene(app_, "asteroid_belt");
    EXPECT_EQ(std::string(plot_choice(app_.view.plot).id), "semi-major axis");
    EXPECT_EQ(app_.view.plot.component, "asteroids");
    EXPECT_TRUE(app_.get<PlotStatus>().raise);
    app_.view.plot.brush = PlotBrush{};
    show_scene(app_, "cold_sphere");
    EXPECT_EQ(app_.view.plot.kind, PlotKind::lagrange);
    EXPECT_FALSE(app_.view.plot.brush);
    for (const Scene& scene : scenes()) {
        show_scene(app_, scene.id);
        EXPECT_EQ(plot_choice(app_.view.plot).kind, app_.view.plot.kind) << scene.id;
    }
}

PlotReading read_web(const System& system, PlotKind kind) {
    static Workers workers(2);
    return read_plot(system.bodies,
                     {.view = plot_of(kind),
                      .show = true,
                      .catalogue = std::make_shared<const Catalogue>(system.catalogue),
                      .space = {system.box, system.cosmology},
                      .units = system.units,
                      .force_cells = 16,
                      .time = system.time},
                     workers);
}

TEST(PlotReadings, OfTheWebsPowerAreLinearTheoryWhereItHolds) {
    const System system = make_scene(find_scene("cosmic_web"), 32768, 1);
    const PlotReading reading = read_web(system, PlotKind::power);
    ASSERT_EQ(reading.problem, "");
    ASSERT_EQ(reading.lines.size(), 4U);
    const PlotLine &measured = reading.lines[0], &on_mesh = reading.lines[1],
                   &theory = reading.lines[2];
    EXPECT_TRUE(theory.theory);
    EXPECT_EQ(theory.of, "z 49.0");
    ASSERT_EQ(measured.error.size(), measured.y.size());
    double expected = 0, found = 0, corrected = 0;
    const double bodies = reading.marks.front().value; // their Nyquist wave number
    for (std::size_t k = 0; k < measured.x.size(); ++k) {
        EXPECT_LE(on_mesh.y[k], measured.y[k] * (1 + 1e-9)) << "the window takes power away";
        if (measured.x[k] < 0.2 * bodies || measured.x[k] > 0.7 * bodies) {
            continue; // few waves there; and the lattice's own
        }
        const auto after = std::ranges::upper_bound(theory.x, measured.x[k]) - theory.x.begin();
        expected += theory.y[static_cast<std::size_t>(after)];
        found += measured.y[k];
        ++corrected;
    }
    ASSERT_GT(corrected, 3);
    EXPECT_NEAR(found / expected, 1, 0.15);
    ASSERT_EQ(reading.marks.size(), 3U);
    EXPECT_NEAR(reading.marks[1].value / bodies, 0.5, 1e-9) << "16 cells for 32 bodies";
    EXPECT_NEAR(reading.marks[2].value / bodies, 2, 1e-9) << "64 cells are measured on";
}

TEST(PlotReadings, OfPowerNeedABox) {
    const System system = make_scene(find_scene("plummer"), 100, 1);
    EXPECT_NE(read_web(system, PlotKind::power).problem, "");
}

// Clumps of 20, 40 and 80 bodies on a lattice of others.
System three_clumps() {
    System system = make_scene(find_scene("cosmic_web"), 4096, 1);
    std::size_t body = 0;
    for (const std::size_t count : {20U, 40U, 80U}) {
        for (std::size_t k = 0; k < count; ++k, ++body) {
            const double small = 1e-3 * static_cast<double>(k);
            system.bodies.position.x[body] = static_cast<double>(count) + small;
            system.bodies.position.y[body] = 50;
            system.bodies.position.z[body] = 50;
        }
    }
    return system;
}

TEST(PlotReadings, OfTheMassFunctionCountHaloesFromTheHeaviestOn) {
    const System system = three_clumps();
    const PlotReading reading = read_web(system, PlotKind::haloes);
    ASSERT_EQ(reading.problem, "");
    const PlotLine& measured = reading.lines.front();
    ASSERT_EQ(measured.y, (std::vector<double>{1, 2, 3}));
    const double mass = system.bodies.mass[0];
    EXPECT_GE(measured.x[0], 80 * mass * (1 - 1e-9)); // a neighbour may be a friend, too
    EXPECT_LE(measured.x[2], 30 * mass);
    ASSERT_EQ(reading.lines.size(), 2U);
    EXPECT_TRUE(std::ranges::is_sorted(reading.lines[1].y, std::greater<>()));
    const PlotReading lattice =
        read_web(make_scene(find_scene("cosmic_web"), 512, 1), PlotKind::haloes);
    EXPECT_NE(lattice.problem, "") << "nothing has fallen together yet";
}

TEST(PlotReadings, OfTheBeltShowWhereJupiterPulls) {
    const PlotReading reading =
        read_scene("asteroid_belt", 3000,
                   plot_of(PlotKind::histogram, BodyQuantity::semi_major_axis, "asteroids"));
    EXPECT_EQ(std::accumulate(reading.histogram.bodies.begin(), reading.histogram.bodies.end(),
                              reading.histogram.outside),
              2577U); // the others are Hildas, Trojans, planets and the Sun
    EXPECT_EQ(reading.about, "Sun");
    EXPECT_NEAR(reading.histogram.axis.low, 2.05, 0.1);
    EXPECT_NEAR(reading.histogram.axis.high, 3.3, 0.1);
    ASSERT_EQ(reading.marks.size(), 5U);
    EXPECT_EQ(reading.marks[1].text, "3:1");
    EXPECT_NEAR(reading.marks[1].value, 2.5, 0.02);
}

TEST(PlotReadings, ChooseBodiesOfTheComponentAlone) {
    PlotView view = plot_of(PlotKind::histogram, BodyQuantity::semi_major_axis, "asteroids");
    view.brush = PlotBrush{.quantity = BodyQuantity::semi_major_axis, .range = {2, 2.75}};
    const PlotReading reading = read_scene("asteroid_belt", 3000, view);
    ASSERT_EQ(reading.chosen_bodies->size(), 3000U);
    EXPECT_NEAR(static_cast<double>(reading.of_chosen.bodies), 1300, 100);
    EXPECT_NEAR(reading.of_chosen.mass_share, 0.5, 0.04);
    EXPECT_EQ(std::count(reading.chosen_bodies->begin(), reading.chosen_bodies->begin() + 4, 0), 4)
        << "Sun and planets";
    std::size_t counted = reading.chosen.outside;
    for (const std::uint32_t bodies : reading.chosen.bodies) {
        counted += bodies;
    }
    EXPECT_EQ(counted, reading.of_chosen.bodies);
}

TEST(PlotReadings, OfModelsHaveTheoryBeside) {
    struct Case {
        const char* scene;
        PlotKind kind;
        const char* component;
        double tolerance;
    };
    for (const Case& each : {Case{"plummer", PlotKind::density, "", 0.35},
                             Case{"hernquist", PlotKind::density, "", 0.45},
                             Case{"plummer", PlotKind::rotation, "", 0.15},
                             Case{"disk_galaxy", PlotKind::rotation, "disk", 0.15},
                             Case{"disk_galaxy", PlotKind::density, "disk", 0.5}}) {
        const PlotReading reading =
            read_scene(each.scene, 20'000, plot_of(each.kind, {}, each.component));
        ASSERT_GE(reading.lines.size(), 2U) << each.scene;
        const PlotLine& measured = reading.lines.front();
        const auto theory = std::ranges::find(reading.lines, true, &PlotLine::theory);
        ASSERT_NE(theory, reading.lines.end());
        // In the middle of the points, where there are bodies enough.
        for (std::size_t k = measured.x.size() / 3; k < 2 * measured.x.size() / 3; ++k) {
            const auto at = std::lower_bound(theory->x.begin(), theory->x.end(), measured.x[k]);
            if (at != theory->x.end()) {
                const double wanted = theory->y[static_cast<std::size_t>(at - theory->x.begin())];
                EXPECT_NEAR(measured.y[k] / wanted, 1, each.tolerance)
                    << each.scene << " at " << measured.x[k];
            }
        }
    }
}

TEST(PlotReadings, SayWhyThereAreNoEllipses) {
    const PlotReading reading =
        read_scene("plummer", 500, plot_of(PlotKind::histogram, BodyQuantity::eccentricity));
    EXPECT_NE(reading.problem.find("orbit"), std::string::npos);
}

TEST(PlotReadings, OfEveryScenePlotEverything) {
    for (const Scene& scene : scenes()) {
        const System system = make_scene(scene, 300, 1);
        for (const PlotChoice& choice : plot_choices()) {
            const PlotReading reading =
                read_system(system, scene.id, plot_of(choice.kind, choice.quantity));
            for (const PlotLine& line : reading.lines) {
                EXPECT_EQ(line.x.size(), line.y.size()) << scene.id << ", " << choice.id;
            }
            EXPECT_EQ(reading.chosen_bodies, nullptr);
        }
    }
}

TEST(LagrangeRadiiOverTime, StayInOrderAndAreThinnedOut) {
    std::vector<LagrangeRadii> all;
    for (const double time : {1.0, 3.0, 2.0, 3.0}) {
        add_radii(all, {.time = time});
    }
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1].time, 2);
    for (int k = 0; k < 5000; ++k) {
        add_radii(all, {.time = 10.0 + k});
    }
    EXPECT_LE(all.size(), 2000U);
    EXPECT_GE(all.back().time, 5000);
}

TEST_F(Plots, ShowSpeedsInKilometresASecondAndMassesWithoutAFactor) {
    const System galaxy = make_scene(find_scene("disk_galaxy"), 512, 1);
    app_.units = galaxy.units;
    ASSERT_EQ(galaxy.units.length, "kpc");
    const auto axes = [&](const PlotView& view) {
        return axes_of(app_, read_system(galaxy, "disk_galaxy", view));
    };
    const PlotAxes rotation = axes(plot_of(PlotKind::rotation));
    EXPECT_EQ(rotation.y.title, "Speed, km/s");
    EXPECT_NEAR(rotation.y.factor, 977.8, 0.1);
    const std::vector<PlotTick> ticks = ticks_of(rotation.y, 4, rotation.y.factor);
    ASSERT_GT(ticks.size(), 2U);
    EXPECT_EQ(ticks[1].text, "100") << "round in km/s";
    EXPECT_NEAR(ticks[1].value, 100 / rotation.y.factor, 1e-9) << "in the scene's own units";
    EXPECT_EQ(axes(plot_of(PlotKind::density)).y.title, "Density, Msun/kpc³");
}

TEST(PlotTicks, AreRoundAndNotTooMany) {
    const auto texts = [](const PlotAxis& axis, int most) {
        std::string all;
        for (const PlotTick& tick : ticks_of(axis, most)) {
            all += tick.text + " ";
        }
        return all;
    };
    EXPECT_EQ(texts({0, 1, false}, 5), "0 0.2 0.4 0.6 0.8 1 ");
    EXPECT_EQ(texts({2, 3.5, false}, 3), "2 2.5 3 3.5 ");
    EXPECT_EQ(texts({1e-6, 10, true}, 4), "10⁻⁶ 10⁻⁴ 0.01 1 ");
    EXPECT_EQ(texts({0.4, 6, true}, 8), "0.5 1 2 5 ");
}

} // namespace
} // namespace orrery
