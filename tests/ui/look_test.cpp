// A look survives as TOML, and hostile TOML does not survive as a look.
#include "app/state/app_state.hpp"
#include "app/state/shown_state.hpp"

#include "sim/base/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace orrery {
namespace {

// Nothing in it is as in Look{}.
Look unlike_the_first() {
    Look look;
    look.style.sprite = BodyStyle::Sprite::discs;
    look.style.size = 1.7F;
    look.style.brightness = 0.3F;
    look.style.exposure = -1.25F;
    look.style.bloom = false;
    look.style.bloom_strength = 0.11F;
    look.style.colour_by = ColourBy::density;
    look.style.scalar_low = 1e-12F;
    look.style.scalar_high = 3.0e10F;
    look.style.logarithmic = false;
    look.style.contrast = 3.5F;
    look.style.colour_map = "viridis";
    look.scalar = BodyScalar::acceleration;
    look.automatic_range = false;
    look.layer = Layer::stage;
    look.theme = Theme::projector;
    look.reference = "cpu.simd";
    look.scene_looks = false;
    look.show_dark = true;
    look.show_trails = true;
    look.trail_length = 3;
    look.show_orbits = true;
    look.show_path_ahead = true;
    look.show_velocities = true;
    look.show_grid = true;
    look.show_axes = true;
    look.show_box = false;
    look.show_neighbours = true;
    look.physical_view = true;
    look.fade_lines = true;
    look.line_glow = 0.4F;
    look.race_overlay = true;
    look.turn_with_orbit = true;
    look.keep_frame_rate = false;
    look.stars = 0.3F;
    look.show_scale_bar = true;
    look.show_labels = false;
    look.show_legend = false;
    look.chart_corner = true;
    look.chart_growth = true;
    look.stage_number = StageNumber::energy;
    look.show_code = true;
    look.tree = {.boxes = true, .levels = {2, 7}, .walk = true, .cut = TreeCut::plane};
    look.density = {.width = 0.5F, .error = 1e-4F, .slice = SlicePlane::xz};
    look.haloes = {.rings = true, .named = 25, .linking = 0.17F};
    look.web_flight = true;
    look.plot = {.kind = PlotKind::histogram,
                 .quantity = BodyQuantity::eccentricity,
                 .component = "asteroids",
                 .logarithmic = true,
                 .large = true,
                 .brush = PlotBrush{.quantity = BodyQuantity::semi_major_axis,
                                    .range = {2.4, 2.6},
                                    .other = BodyQuantity::x_speed,
                                    .other_range = {-1, 1.0 / 3}}};
    look.rotation = -6;
    look.travel_speed = 0.5F;
    look.turn_speed = 2;
    look.reduced_motion = true;
    look.camera = pose_from_angles({1.0 / 3, -2, 1e-9}, 7.1, 33, -12);
    look.stored_views[0] = pose_from_angles({0, 0, 0}, 1, 0, 90);
    look.drift = 1.5F;
    look.keep_in_frame = true;
    look.keyframes = {{pose_from_angles({1, 2, 3}, 4, 5, 6), 0}, {CameraPose{}, 2.5}};
    look.stored_views[8] = pose_from_angles({1e6, 0, 0}, 1e-3, 359, 1);
    return look;
}

std::string with(std::string text, const std::string& old, const std::string& now) {
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    return text.replace(at, old.size(), now);
}

TEST(Looks, ComeBackToTheLastBit) {
    const Look look = unlike_the_first();
    EXPECT_FALSE(look == Look{});
    EXPECT_TRUE(look_from_toml(look_to_toml(look), "some.orrery") == look);
    EXPECT_TRUE(look_from_toml(look_to_toml({}), "some.orrery") == Look{});
}

TEST(Looks, LeaveAsItWasWhatTheyDoNotSay) {
    const Look before = unlike_the_first();
    const Look after = look_from_toml("[look]\nsize = 2.5\n", "some.orrery", before);
    EXPECT_EQ(after.style.size, 2.5F);
    Look expected = before;
    expected.style.size = 2.5F;
    EXPECT_TRUE(after == expected);
}

TEST(Annotations, ThatNeverWentAnywhereAreNothing) {
    using enum Annotation::Kind;
    EXPECT_FALSE(finished({arrow, {{0, 0}, {0.001F, 0}}}));
    EXPECT_TRUE(finished({arrow, {{0, 0}, {0.1F, 0}}}));
    EXPECT_TRUE(finished({line, {{0, 0}, {0.1F, 0}, {0, 0}}})) << "once round and back";
    EXPECT_FALSE(finished({words, {{0, 0}}, "  "}));
    EXPECT_TRUE(finished({words, {{0, 0}}, "the core"}));
}

TEST(Looks, AreRefusedWithTheLineOfWhatIsWrong) {
    const std::string good = look_to_toml(unlike_the_first());
    const struct {
        std::string text, said;
    } cases[] = {
        {"", "look"},
        {"[look]\nstyle = \"cubes\"\n", "unknown style 'cubes'"},
        {"[look]\nquantity = 3\n", "quantity"},
        {"[look]\nsize = -1\n", "size"},
        {"[look]\ncolour_map = \"mud\"\n", "unknown colour map 'mud'"},
        {"[look]\ntree_to = 99\n", "tree_to"},
        {"[look]\nplot = \"smell\"\n", "unknown plot 'smell'"},
        {with(good, "quantity = \"semi-major axis\"", "quantity = \"smell\""), "smell"},
        {with(good, "from = 2.4", "from = 9"), "ends before it begins"},
        {"[look]\nsmell = 1\n", "smell"},
        {"[look]\n[look.camera]\ncentre = [0, 0]\n", "centre"},
        {"[look]\n[[look.views]]\nslot = 10\n", "slot"},
        {with(good, "orientation_w = ", "orientation_w = 1"), "not a rotation"},
        {with(good, "distance = 7.1", "distance = 0"), "distance"},
        {good + "\n[[look.views]]\n", "slot"},
    };
    for (const auto& [text, said] : cases) {
        try {
            look_from_toml(text, "some.orrery");
            ADD_FAILURE() << "was taken:\n" << text;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find(said), std::string::npos) << error.what();
            EXPECT_NE(std::string(error.what()).find("some.orrery"), std::string::npos);
        }
    }
}

} // namespace
} // namespace orrery
