// Shining and dark bodies, and the appearance that a scene brings along.
#include "app/state/appearance.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/paths.hpp"
#include "app/state/source_choice.hpp"
#include "sim/scene.hpp"

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace orrery {
namespace {

Catalogue catalogue_of(std::vector<std::string> names) {
    Catalogue catalogue;
    std::size_t first = 0;
    for (std::string& name : names) {
        catalogue.components.push_back({std::move(name), first, 10});
        first += 10;
    }
    return catalogue;
}

TEST(Appearance, LeavesDarkMatterDarkUnlessItIsWantedOrAllThereIs) {
    const Catalogue galaxy = catalogue_of({"first disk", "first halo"});
    EXPECT_GT(lights_of(galaxy, {}, false)[0].luminosity, 0);
    EXPECT_EQ(lights_of(galaxy, {}, false)[1].luminosity, 0);
    EXPECT_GT(lights_of(galaxy, {}, true)[1].luminosity, 0);
    EXPECT_GT(lights_of(catalogue_of({"dark matter"}), {}, false)[0].luminosity, 0);
}

TEST(Appearance, MakesABlackHoleOfEachBodyOfThatNameUnlessTheyAreToBeLights) {
    const Catalogue catalogue = catalogue_of({"stars", "black hole"});
    const std::vector<BodyLight> lights = lights_of(catalogue, {}, false);
    ASSERT_EQ(lights.size(), 11U);
    for (std::size_t k = 1; k < lights.size(); ++k) {
        EXPECT_EQ(lights[k].end, 10 + k);
        EXPECT_EQ(lights[k].kind, BodyLight::Kind::black_hole);
    }
    Look look;
    EXPECT_EQ(hole_runs(drawn_style(look, catalogue, {})).size(), most_holes);
    look.style.hole_size = 0;
    EXPECT_TRUE(hole_runs(drawn_style(look, catalogue, {})).empty());
    // Those of a simulation of galaxies are too many to be seen one by one.
    EXPECT_EQ(lights_of(catalogue_of({"black holes"}), {}, false)[0].kind, BodyLight::Kind::light);
    const System centre = make_scene(find_scene("galactic_centre"), 64, 1);
    EXPECT_NEAR(lights_of(centre.catalogue, centre.units, false)[0].radius, 0.0845F, 0.0005F);
}

TEST(Appearance, SaysWhyAPaletteIsNotInUse) {
    Look look;
    for (const Colouring& colouring : colourings()) {
        colour_by(look, colouring.id);
        const bool numbers = colouring.colour_by == ColourBy::scalar ||
                             colouring.colour_by == ColourBy::density ||
                             colouring.colour_by == ColourBy::values;
        EXPECT_EQ(no_palette_because(look).empty(), numbers) << colouring.id;
    }
    colour_by(look, "natural");
    look.density.slice = SlicePlane::xy;
    EXPECT_EQ(no_palette_because(look), "") << "a slice has colours of its own";
}

TEST(Appearance, NamesTheComponentsThatAreSeen) {
    using Places = std::vector<std::size_t>;
    const Catalogue galaxy = catalogue_of({"first halo", "first disk", "second halo", "bulge"});
    EXPECT_EQ(seen_components(galaxy, {}, false), (Places{1, 3}));
    EXPECT_EQ(seen_components(galaxy, {}, true), (Places{0, 1, 2, 3}));
    EXPECT_EQ(seen_components(catalogue_of({"dark matter"}), {}, false), (Places{0}));
    const Catalogue planets = make_scene(find_scene("solar_system"), 0, 0).catalogue;
    EXPECT_EQ(seen_components(planets, {}, false).size(), planets.components.size());
}

TEST(Appearance, GivesEveryRunOfEverySceneALightThatEndsWhereItEnds) {
    for (const Scene& scene : scenes()) {
        const System system = make_scene(scene, 64, 1);
        const std::vector<BodyLight> lights = lights_of(system.catalogue, system.units, false);
        ASSERT_FALSE(lights.empty()) << scene.id;
        EXPECT_EQ(lights.back().end, system.bodies.size()) << scene.id;
        for (std::size_t i = 1; i < lights.size(); ++i) {
            EXPECT_GT(lights[i].end, lights[i - 1].end) << scene.id;
        }
    }
}

TEST(Appearance, MakesABallOfEveryPlanetAndMoon) {
    const System system = make_scene(find_scene("solar_system"), 0, 1);
    const std::vector<BodyLight> lights = lights_of(system.catalogue, system.units, false);
    ASSERT_EQ(lights.size(), system.bodies.size());
    for (std::size_t i = 0; i < lights.size(); ++i) {
        EXPECT_GT(lights[i].radius, 0) << system.catalogue.labels.at(i).text;
    }
}

TEST(Appearance, MakesPlanetsBallsOfTheirTrueSizes) {
    const System system = make_scene(find_scene("saturn_rings"), 64, 1);
    const BodyLight saturn = lights_of(system.catalogue, system.units, false).front();
    EXPECT_EQ(saturn.kind, BodyLight::Kind::ringed) << "its rings throw a shadow on it";
    EXPECT_NEAR(saturn.radius, 1, 1e-6);
    const System belt = make_scene(find_scene("asteroid_belt"), 64, 1);
    const std::vector<BodyLight> lights = lights_of(belt.catalogue, belt.units, false);
    for (const Label& label : belt.catalogue.labels) {
        if (label.text == "Saturn") {
            EXPECT_EQ(light_of(lights, label.body)->kind, BodyLight::Kind::banded) << "none there";
        }
    }
}

TEST(SceneLooks, ComeWithTheSceneAndLeaveWhatBelongsToTheRoom) {
    Look look;
    look.theme = Theme::projector;
    look.style.colour_by = ColourBy::component;
    take_scene_look(look, "kepler");
    EXPECT_TRUE(look.show_trails);
    EXPECT_EQ(look.style.colour_by, ColourBy::natural);
    EXPECT_EQ(look.theme, Theme::projector);
    take_scene_look(look, "disk_galaxy");
    EXPECT_FALSE(look.show_trails);
}

TEST(SceneLooks, GiveWayWhereTheyAreNotWantedAndToFiles) {
    Look look;
    look.style.colour_by = ColourBy::component;
    Look before = look;
    take_scene_look(look, "talk.orrery");
    EXPECT_TRUE(look == before);
    look.scene_looks = before.scene_looks = false;
    take_scene_look(look, "kepler");
    EXPECT_TRUE(look == before);
}

TEST(Trails, BelongToThrownBodiesWhateverTheLookSays) {
    const Look look;
    Catalogue catalogue;
    catalogue.components = {{"stars", 0, 100}, {"thrown", 100, 1}};
    catalogue.labels = {{3, "a star"}, {100, "thrown 1"}};
    Paths paths;
    paths.begin(catalogue, 101, {}, 1);
    EXPECT_TRUE(paths.have_tails());
    EXPECT_EQ(paths.wanted(look).bodies, (std::vector<std::size_t>{3, 100}));
    for (const double time : {0.0, 1.0, 2.0}) {
        const auto x = static_cast<float>(time);
        paths.add(std::vector<TracePoint>{{.time = time, .places = {{x, 0, 0}, {0, x, 0}}}});
    }
    const std::vector<LinePoint> lines = paths.lines(look, {}, 2);
    ASSERT_EQ(lines.size(), 3U + 1);
    for (const LinePoint& point : lines) {
        EXPECT_EQ(point.place[0], 0) << "not of the other one";
    }
    ASSERT_EQ(paths.places_at(1.5).size(), 2U);
    EXPECT_EQ(paths.places_at(1.5)[1][1], 1);
    EXPECT_TRUE(paths.places_at(-1).empty());
    catalogue.components = {{"stars", 0, 101}};
    paths.begin(catalogue, 101, {}, 1);
    EXPECT_FALSE(paths.have_tails());
    EXPECT_TRUE(paths.wanted(look).bodies.empty());
}

TEST(OrbitEllipses, PassThroughTheBodyAndClose) {
    const glm::dvec3 place{1, 0.2, -0.1};
    const auto orbit = orbit_ellipse(place, {-0.1, 0.8, 0.3}, 1);
    ASSERT_TRUE(orbit);
    const glm::dvec3 there = orbit->centre + std::cos(orbit->anomaly) * orbit->major +
                             std::sin(orbit->anomaly) * orbit->minor;
    EXPECT_LT(glm::length(there - place), 1e-12);
    EXPECT_NEAR(
        glm::length(orbit->centre),
        std::sqrt(glm::dot(orbit->major, orbit->major) - glm::dot(orbit->minor, orbit->minor)),
        1e-12)
        << "the attracting body is in a focus";
    EXPECT_FALSE(orbit_ellipse(place, {0, 9, 0}, 1)) << "unbound";
}

BodyValues two_at(double time, double x) {
    BodyValues values;
    values.time = time;
    values.position = VectorArray<double>(2);
    values.position.x[0] = x;
    return values;
}

TEST(Trails, GrowWithTimeAndGoBackWithIt) {
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 0.1);
    Look look;
    EXPECT_TRUE(paths.wanted(look).bodies.empty());
    look.show_trails = true;
    EXPECT_EQ(paths.wanted(look).bodies.size(), 2U);
    EXPECT_TRUE(paths.lack(look));
    for (int i = 0; i < 5; ++i) {
        paths.add(two_at(i, i));
    }
    EXPECT_FALSE(paths.lack(look));
    const std::size_t points = paths.lines(look, {}, 4).size();
    EXPECT_EQ(points, 2U * (5 + 1)) << "each with one more, where the line before ends";
    paths.add(two_at(2, 7));
    EXPECT_EQ(paths.lines(look, {}, 2).size(), 2U * (3 + 1));
    EXPECT_FLOAT_EQ(paths.lines(look, {}, 2)[3].place[0], 7);
}

TEST(Trails, HaveAGapWhereNothingWasRecorded) {
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 0.1);
    Look look;
    look.show_trails = true;
    paths.add(two_at(0, 0));
    paths.add(two_at(1, 1));
    paths.leap();
    paths.leap();                 // in each frame, as long as there are no trails
    for (int i = 5; i < 8; ++i) { // of the moments 2, 3 and 4 nothing is known
        paths.add(two_at(i, i));
    }
    const std::vector<LinePoint> lines = paths.lines(look, {}, 7);
    ASSERT_EQ(lines.size(), 2U * (5 + 2)) << "each of two bodies' lines ends once within";
    EXPECT_EQ(lines[3].place[0], 5);
    EXPECT_EQ(lines[3].colour[3], 0) << "nothing is drawn from 1 to 5";
    paths.add(two_at(1, 1)); // back to before it, and on
    paths.add(two_at(2, 2));
    EXPECT_EQ(paths.lines(look, {}, 2).size(), 2U * (3 + 1)) << "without a gap";
}

// Strokes of body 0, each a pair of its x.
std::vector<std::pair<float, float>> strokes(const std::vector<LinePoint>& lines) {
    std::vector<std::pair<float, float>> strokes;
    for (std::size_t i = 1; i < lines.size() / 2; ++i) {
        if (lines[i].colour[3] != 0 && lines[i - 1].colour[3] != 0) {
            strokes.emplace_back(lines[i - 1].place[0], lines[i].place[0]);
        }
    }
    return strokes;
}

TEST(Trails, AreThereAgainWhenOneComesBackFromThePastAndNeverCutAcross) {
    using Strokes = std::vector<std::pair<float, float>>;
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 0.1);
    Look look;
    look.show_trails = true;
    for (int i = 0; i < 5; ++i) {
        paths.add(two_at(i, i));
    }
    const auto leap_to = [&](double time) {
        paths.leap();
        paths.add(two_at(time, time));
    };
    leap_to(2.5);
    EXPECT_EQ(strokes(paths.lines(look, {}, 2.5)), (Strokes{{0, 1}, {1, 2}, {2, 2.5F}}));
    leap_to(4);
    EXPECT_EQ(strokes(paths.lines(look, {}, 4)).size(), 5U) << "all of it, as it was";
    leap_to(8);
    EXPECT_EQ(strokes(paths.lines(look, {}, 8)).size(), 5U) << "nothing is known from 4 to 8";
    paths.add(std::vector{trace_point(two_at(9, 9))});
    EXPECT_EQ(strokes(paths.lines(look, {}, 9)).back(), (std::pair{8.0F, 9.0F}));
    leap_to(2);
    paths.add(two_at(3, -3)); // something else happens from there on
    EXPECT_EQ(strokes(paths.lines(look, {}, 9)).back(), (std::pair{2.0F, -3.0F}));
}

TEST(Trails, LieBehindBodiesThatGoBackwardsToo) {
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 0.1);
    Look look;
    look.show_trails = true;
    paths.add(two_at(1, 1));
    paths.add(two_at(2, 2));
    paths.set_backwards(true);
    for (int i = 1; i >= -3; --i) {
        paths.add(two_at(i, i));
    }
    EXPECT_EQ(strokes(paths.lines(look, {}, -3)),
              (std::vector<std::pair<float, float>>{{2, 1}, {1, 0}, {0, -1}, {-1, -2}, {-2, -3}}));
    EXPECT_EQ(paths.places_at(-1.5)[0][0], -1);
    paths.set_backwards(false);
    EXPECT_TRUE(strokes(paths.lines(look, {}, -3)).empty());
}

TEST(Trails, OfAnyLengthHaveRoom) {
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 100);
    Look look;
    look.show_trails = true;
    for (int i = 0; i < 20'000; ++i) {
        if (i == 15'000) {
            paths.leap();
        }
        paths.add(two_at(i, i));
    }
    const auto drawn = strokes(paths.lines(look, {}, 20'000));
    EXPECT_LT(drawn.size(), 6'000U);
    EXPECT_GT(drawn.size(), 3'000U);
    EXPECT_FALSE(std::ranges::any_of(drawn, [](const auto& stroke) {
        return stroke.first < 15'000 && stroke.second >= 15'000;
    })) << "the gap stays";
}

TEST(Trails, DoNotCrossAPeriodicBoxWhereABodyGoesThroughItsFace) {
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 0.1);
    Look look;
    look.show_trails = true;
    for (int i = 0; i < 6; ++i) {
        paths.add(two_at(i, (7 + i) % 10)); // 7 8 9 0 1 2
    }
    const std::vector<LinePoint> lines = paths.lines(look, {}, 5, {{10, 10, 10}});
    EXPECT_EQ(lines.size(), 2U * (6 + 1) + 1) << "one line of them in two parts";
    for (std::size_t i = 1; i < lines.size(); ++i) {
        if (lines[i].colour[3] != 0) { // else a line ends before it
            EXPECT_LT(std::abs(lines[i].place[0] - lines[i - 1].place[0]), 5) << i;
        }
    }
}

TEST(Trails, AreAsFineAsTheStepsHoweverSeldomAPictureIsDrawn) {
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 0.1);
    Look look;
    look.show_trails = true;
    paths.add(two_at(0, 0));
    std::vector<TracePoint> way;
    for (int i = 1; i <= 50; ++i) {
        way.push_back(trace_point(two_at(i, i)));
    }
    paths.add(std::move(way));
    paths.add(two_at(50, 50)); // the same moment once more, as the picture has it
    EXPECT_EQ(paths.lines(look, {}, 50).size(), 2U * (51 + 1));
    EXPECT_EQ(paths.lines(look, {}, 20).size(), 2U * (21 + 1)) << "no farther than is drawn";
}

BodyValues kepler_pair() {
    BodyValues two;
    two.position = VectorArray<double>(2);
    two.velocity = VectorArray<double>(2);
    two.mass = HostArray<double>(2);
    two.mass[0] = 0.75;
    two.mass[1] = 0.25;
    two.position.x[0] = -0.25 * 1.5; // at the apoapsis, eccentricity 1/2, half axis 1
    two.position.x[1] = 0.75 * 1.5;
    const double speed = std::sqrt(1.0 / 3);
    two.velocity.y[0] = -0.25 * speed;
    two.velocity.y[1] = 0.75 * speed;
    return two;
}

TEST(ExactOrbits, AreTheTwoEllipsesAboutTheCommonCentre) {
    const std::vector<OrbitEllipse> orbits = exact_orbits(kepler_pair(), 1);
    ASSERT_EQ(orbits.size(), 2U);
    for (const auto& [orbit, half_axis] :
         {std::pair(orbits[0], 0.25), std::pair(orbits[1], 0.75)}) {
        EXPECT_NEAR(glm::length(orbit.major), half_axis, 1e-12);
        EXPECT_NEAR(glm::length(orbit.minor), half_axis * std::sqrt(0.75), 1e-12);
        EXPECT_NEAR(glm::length(orbit.centre), half_axis / 2, 1e-12) << "the centre is a focus";
    }
    std::vector<LinePoint> lines;
    add_dashed(lines, orbits);
    double farthest = 0;
    for (const LinePoint& point : lines) {
        farthest = std::max(farthest, std::hypot(double{point.place[0]}, double{point.place[1]}));
    }
    EXPECT_NEAR(farthest, 0.75 * 1.5, 1e-3) << "the light body's apoapsis";
}

TEST(ExactOrbits, TellWhereTheBodiesAreAtAnyTime) {
    const std::vector<OrbitEllipse> orbits = exact_orbits(kepler_pair(), 1);
    ASSERT_EQ(orbits.size(), 2U);
    const double period = 2 * std::numbers::pi; // half axis and masses are 1
    const auto expect_at = [&](double time, double x) {
        EXPECT_NEAR(orbits[1].at_time(time).x, x, 1e-9) << time;
        EXPECT_NEAR(orbits[1].at_time(time).y, 0, 1e-9) << time;
        EXPECT_NEAR(orbits[0].at_time(time).x, -x / 3, 1e-9) << "the common centre stays";
    };
    expect_at(0, 0.75 * 1.5);
    expect_at(period / 2, -0.75 * 0.5);
    expect_at(-3 * period, 0.75 * 1.5);
    const double later = 0.3; // by Kepler's equation, backwards: mean anomaly from the place
    const glm::dvec3 from_centre = orbits[1].at_time(later) - orbits[1].centre;
    const double cosine =
        glm::dot(from_centre, orbits[1].major) / glm::dot(orbits[1].major, orbits[1].major);
    const double anomaly = 2 * std::numbers::pi - std::acos(cosine);
    EXPECT_NEAR(std::remainder(anomaly - 0.5 * std::sin(anomaly) - std::numbers::pi - later,
                               2 * std::numbers::pi),
                0, 1e-9);
}

TEST(ExactOrbits, AreFoundOnNeedlesToo) {
    OrbitEllipse needle{};
    needle.eccentricity = 0.9989;
    needle.major = {1, 0, 0};
    needle.minor = {0, std::sqrt(1 - needle.eccentricity * needle.eccentricity), 0};
    needle.mean_motion = 1;
    needle.anomaly = needle.time = 0;
    for (int k = -2000; k <= 2000; ++k) {
        const double mean = std::numbers::pi * k / 2001;
        const glm::dvec3 place = needle.at_time(mean) - needle.centre;
        const double found = std::atan2(place.y / needle.minor.y, place.x);
        EXPECT_NEAR(found - needle.eccentricity * std::sin(found), mean, 1e-9) << mean;
    }
}

TEST(ExactOrbits, AreNoneOfBodiesThatFlyApartOrAlong) {
    BodyValues two = kepler_pair();
    two.velocity.y[1] = 9;
    EXPECT_TRUE(exact_orbits(two, 1).empty());
    two = kepler_pair();
    two.velocity.z[0] += 0.1;
    two.velocity.z[1] += 0.1;
    EXPECT_TRUE(exact_orbits(two, 1).empty()) << "their centre moves";
    EXPECT_TRUE(exact_orbits(two_at(0, 0), 1).empty());
}

TEST(Trails, StayWithTheirBodiesWhenOthersComeAndGo) {
    Paths paths;
    paths.begin(catalogue_of({"heavy"}), 2, {}, 0.1);
    Look look;
    look.show_trails = true;
    for (int i = 0; i < 5; ++i) {
        paths.add(two_at(i, i));
    }
    const auto second = paths.lines(look, {}, 4)[7].place;
    const auto first_went = [](std::size_t body) {
        return body == 0 ? std::nullopt : std::optional(body - 1);
    };
    paths.change_bodies(catalogue_of({"heavy"}), 1, first_went);
    const std::vector<LinePoint> lines = paths.lines(look, {}, 4);
    ASSERT_EQ(lines.size(), 5U + 1);
    EXPECT_EQ(lines[1].place, second);
    const auto all_stay = [](std::size_t body) { return std::optional(body); };
    paths.change_bodies(catalogue_of({"heavy"}), 2, all_stay);
    EXPECT_EQ(paths.lines(look, {}, 4).size(), 5U + 1) << "the new one has been nowhere yet";
}

TEST(GuideLines, HaveAGridOfRoundNumbersWhereTheCameraLooks) {
    const GuideGrid grid = grid_for(pose_from_angles({12.4, -7.8, 3}, 23, 30, 40));
    EXPECT_DOUBLE_EQ(grid.spacing, 2);
    EXPECT_DOUBLE_EQ(grid.x, 12);
    EXPECT_DOUBLE_EQ(grid.y, -8);
    EXPECT_DOUBLE_EQ(round_length(0.49), 0.2);
    EXPECT_DOUBLE_EQ(round_length(73), 50);
}

TEST(GuideLines, SampleAtMostAFewHundredBodiesAndDrawOnlyThoseThatShine) {
    GuideLines guides;
    Look look;
    EXPECT_TRUE(guides.wanted(look, 1'000'000).bodies.empty());
    look.show_velocities = true;
    EXPECT_LE(guides.wanted(look, 1'000'000).bodies.size(), 300U);
    EXPECT_LT(guides.wanted(look, 1'000'000).bodies.back(), 1'000'000U);
    const ReadRequest request = guides.wanted(look, 2);
    ASSERT_EQ(request.bodies.size(), 2U);
    BodyValues values = two_at(1, 1);
    values.velocity = VectorArray<double>(2);
    values.velocity.x[0] = values.velocity.y[1] = 1;
    guides.add(std::move(values), request);
    const CameraPose pose = pose_from_angles({0, 0, 0}, 10, 0, 60);
    std::vector<LinePoint> all, lit;
    guides.append(all, look, {}, grid_for(pose), pose);
    BodyLight dark, shining;
    dark.end = 1;
    dark.luminosity = 0;
    shining.end = 2;
    guides.append(lit, look, {dark, shining}, grid_for(pose), pose);
    EXPECT_FALSE(all.empty());
    EXPECT_EQ(2 * lit.size(), all.size());
}

TEST(Stars, AreTheSameForASeedAndNoneWhereTheyAreOff) {
    EXPECT_TRUE(star_points({0, 0, 0}, 1, 0, 7).empty());
    EXPECT_EQ(star_points({1, 0, 0}, 2, 0.5F, 7), star_points({1, 0, 0}, 2, 0.5F, 7));
    EXPECT_NE(star_points({1, 0, 0}, 2, 0.5F, 7), star_points({1, 0, 0}, 2, 0.5F, 8));
    EXPECT_EQ(Look().stars, 0) << "the empty sky stays empty unless it is asked for";
}

} // namespace
} // namespace orrery
