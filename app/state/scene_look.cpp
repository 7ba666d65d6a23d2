#include "app/state/scene_look.hpp"

#include "app/state/followed.hpp"
#include "app/state/look_properties.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/source_choice.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace orrery {
namespace {

// What the picture does not show by itself.
enum class Besides { nothing, plot, plot_and_core };

// What differs from the look that a scene has without a word here: properties and their values.
struct SceneLook {
    std::string_view scene;
    Besides besides;
    std::vector<std::pair<const char*, const char*>> values;
};

const SceneLook* look_of(std::string_view scene) {
    using enum Besides;
    static const std::vector<SceneLook> looks{
        {"galaxy_collision", nothing, {{"scale_bar", "on"}}},
        {"disk_galaxy",
         plot,
         {{"scale_bar", "on"}, {"plot", "rotation curve"}, {"plot_component", "disk"}}},
        {"plummer", plot, {{"size", "0.9"}, {"plot", "density profile"}}},
        {"hernquist", plot, {{"bloom_strength", "0.3"}, {"plot", "density profile"}}},
        {"cold_sphere",
         plot_and_core,
         {{"colour_by", "quantity"},
          {"colour_map", "ember"},
          {"plot", "lagrange radii"},
          {"plot_logarithmic", "on"}}},
        {"uniform_cube",
         nothing,
         {{"colour_by", "density"}, {"colour_map", "magma"}, {"plot", "density profile"}}},
        {"shells", nothing, {{"plot", "phase space"}}},
        {"solar_system",
         nothing,
         {{"orbits", "on"},
          {"scale_bar", "on"},
          {"plot", "semi-major axis"},
          {"plot_logarithmic", "on"}}},
        {"saturn_rings",
         nothing,
         {{"bloom_strength", "0.2"},
          {"scale_bar", "on"},
          {"plot", "semi-major axis"},
          {"plot_component", "rings"}}},
        {"asteroid_belt",
         plot,
         {{"size", "0.7"},
          {"orbits", "on"},
          {"scale_bar", "on"},
          {"plot", "semi-major axis"},
          {"plot_component", "asteroids"}}},
        {"figure_eight", nothing, {{"trails", "on"}, {"plot", "phase space along x"}}},
        {"pythagorean",
         nothing,
         {{"trails", "on"}, {"trail_length", "4"}, {"plot", "phase space along x"}}},
        {"kepler", nothing, {{"trails", "on"}, {"plot", "phase space along x"}}}};
    const auto found = std::ranges::find(looks, scene, &SceneLook::scene);
    return found == looks.end() ? nullptr : &*found;
}

} // namespace

void take_scene_look(Look& look, std::string_view source) {
    const SceneLook* const found = look_of(source);
    if (!look.scene_looks || found == nullptr) {
        return;
    }
    look.style = natural_style();
    look.scalar = BodyScalar::speed;
    look.automatic_range = true;
    look.show_dark = look.show_trails = look.show_orbits = look.show_scale_bar = false;
    look.trail_length = 1;
    look.plot = {.large = look.plot.large};
    for (const auto& [property, value] : found->values) {
        find_look_property(property)->read(look, value);
    }
}

void show_scene(AppState& app, std::string_view source) {
    take_scene_look(app.view, source);
    const SceneLook* const look = look_of(source);
    if (!app.view.scene_looks || look == nullptr) {
        return;
    }
    app.get<PlotStatus>().raise |= look->besides != Besides::nothing;
    app.get<PlotStatus>().held = false;
    if (look->besides == Besides::plot_and_core) {
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
