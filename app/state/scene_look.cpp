#include "app/state/scene_look.hpp"

#include "app/state/followed.hpp"
#include "app/state/plot_status.hpp"
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
    std::string_view plot = "speed"; // by its name
    std::string_view component = ""; // of the plot
    bool logarithmic_plot = false;
    bool opens_with_plot = false; // it shows what the picture does not
};

constexpr std::array looks{
    SceneLook{.scene = "galaxy_collision", .scale_bar = true, .plot = "speed"},
    SceneLook{.scene = "disk_galaxy",
              .scale_bar = true,
              .plot = "rotation curve",
              .component = "disk",
              .opens_with_plot = true},
    SceneLook{.scene = "plummer", .size = 0.9F, .plot = "density profile", .opens_with_plot = true},
    SceneLook{.scene = "hernquist",
              .bloom_strength = 0.3F,
              .plot = "density profile",
              .opens_with_plot = true},
    SceneLook{.scene = "cold_sphere",
              .colour_by = ColourBy::scalar,
              .colour_map = "ember",
              .follows_core = true,
              .plot = "lagrange radii",
              .logarithmic_plot = true,
              .opens_with_plot = true},
    SceneLook{.scene = "uniform_cube",
              .colour_by = ColourBy::density,
              .colour_map = "magma",
              .plot = "density profile"},
    SceneLook{.scene = "shells", .plot = "phase space"},
    SceneLook{.scene = "solar_system",
              .orbits = true,
              .scale_bar = true,
              .plot = "semi-major axis",
              .logarithmic_plot = true},
    SceneLook{.scene = "saturn_rings",
              .bloom_strength = 0.2F,
              .scale_bar = true,
              .plot = "semi-major axis",
              .component = "rings"},
    SceneLook{.scene = "asteroid_belt",
              .size = 0.7F,
              .orbits = true,
              .scale_bar = true,
              .plot = "semi-major axis",
              .component = "asteroids",
              .opens_with_plot = true},
    SceneLook{.scene = "figure_eight", .trails = true, .plot = "phase space along x"},
    SceneLook{
        .scene = "pythagorean", .trails = true, .trail_length = 4, .plot = "phase space along x"},
    SceneLook{.scene = "kepler", .trails = true, .plot = "phase space along x"}};

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
    look.plot = {.component = std::string(found->component),
                 .logarithmic = found->logarithmic_plot,
                 .large = look.plot.large};
    if (const PlotChoice* const plot = find_plot(found->plot)) {
        choose_plot(look.plot, *plot);
    }
}

void show_scene(AppState& app, std::string_view source) {
    take_scene_look(app.view, source);
    const SceneLook* const look = look_of(source);
    if (!app.view.scene_looks || look == nullptr) {
        return;
    }
    app.get<PlotStatus>().raise = app.get<PlotStatus>().raise || look->opens_with_plot;
    app.get<PlotStatus>().held = false;
    if (look->follows_core) {
        app.get<Followed>() = {.what = Following::core};
    } else if (app.get<Followed>().what == Following::core) {
        app.get<Followed>() = {};
    }
}

void choose_scene(AppState& app, const std::string& source) {
    choose_source(app.settings, source);
    show_scene(app, source);
}

} // namespace orrery
