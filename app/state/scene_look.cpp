#include "app/state/scene_look.hpp"

#include "app/state/source_choice.hpp"

#include <algorithm>
#include <array>

namespace orrery {
namespace {

// What differs from the look that a scene has without a word here.
struct SceneLook {
    std::string_view scene;
    ColourBy colour_by = ColourBy::natural;
    const char* colour_map = "inferno";
    float size = 1;
    float exposure = 0;
    float bloom_strength = 0.6F;
    bool trails = false;
    float trail_length = 1;
    bool orbits = false;
    bool scale_bar = false;
    bool follows_core = false;
};

constexpr std::array looks{
    SceneLook{.scene = "galaxy_collision", .scale_bar = true},
    SceneLook{.scene = "disk_galaxy", .scale_bar = true},
    SceneLook{.scene = "plummer", .size = 0.9F},
    SceneLook{.scene = "hernquist", .bloom_strength = 0.3F},
    SceneLook{.scene = "cold_sphere",
              .colour_by = ColourBy::scalar,
              .colour_map = "ember",
              .follows_core = true},
    SceneLook{.scene = "uniform_cube", .colour_by = ColourBy::density, .colour_map = "magma"},
    SceneLook{.scene = "shells"},
    SceneLook{.scene = "solar_system", .orbits = true, .scale_bar = true},
    SceneLook{.scene = "saturn_rings", .bloom_strength = 0.2F, .scale_bar = true},
    SceneLook{.scene = "asteroid_belt", .size = 0.7F, .orbits = true, .scale_bar = true},
    SceneLook{.scene = "figure_eight", .trails = true},
    SceneLook{.scene = "pythagorean", .trails = true, .trail_length = 4},
    SceneLook{.scene = "kepler", .trails = true}};

const SceneLook* look_of(std::string_view scene) {
    const auto* const found = std::find_if(
        looks.begin(), looks.end(), [&](const SceneLook& each) { return each.scene == scene; });
    return found == looks.end() ? nullptr : found;
}

} // namespace

void take_scene_look(Look& look, std::string_view source) {
    const SceneLook* const found = look_of(source);
    if (!look.scene_looks || found == nullptr) {
        return;
    }
    look.style = {.size = found->size,
                  .exposure = found->exposure,
                  .bloom_strength = found->bloom_strength,
                  .colour_by = found->colour_by,
                  .colour_map = found->colour_map};
    look.scalar = BodyScalar::speed;
    look.automatic_range = true;
    look.show_dark = false;
    look.show_trails = found->trails;
    look.trail_length = found->trail_length;
    look.show_orbits = found->orbits;
    look.show_scale_bar = found->scale_bar;
}

void show_scene(AppState& app, std::string_view source) {
    take_scene_look(app.view, source);
    const SceneLook* const look = look_of(source);
    if (!app.view.scene_looks || look == nullptr) {
        return;
    }
    if (look->follows_core) {
        app.followed = {.what = Following::core};
    } else if (app.followed.what == Following::core) {
        app.followed = {};
    }
}

void choose_scene(AppState& app, const std::string& source) {
    choose_source(app.settings, source);
    show_scene(app, source);
}

} // namespace orrery
