#include "app/state/source_choice.hpp"

#include "app/language/tr.hpp"
#include "app/state/app_state.hpp"
#include "app/state/followed.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/scene_space.hpp"
#include "sim/base/error.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/simulation/properties.hpp"

#include <algorithm>
#include <array>
#include <vector>

namespace orrery {

namespace {

// The id `steps` after `current` in a ring; if it is not in there, the ring is entered at an end.
std::string neighbour(const std::vector<std::string>& ids, const std::string& current, int steps) {
    if (ids.empty()) {
        return current;
    }
    const int count = static_cast<int>(ids.size());
    const auto found = std::ranges::find(ids, current);
    const int from =
        found == ids.end() ? (steps > 0 ? -1 : count) : static_cast<int>(found - ids.begin());
    return ids[static_cast<std::size_t>(((from + steps) % count + count) % count)];
}

constexpr double widest = 1e3;

// A scene's additions to the picture: its plot, and following its core.
enum class Besides { nothing, plot, plot_and_core };

// A scene's differences from the default look: properties and their values.
struct SceneLook {
    std::string_view scene;
    Besides besides;
    std::string_view values;
};

constexpr std::array looks{
    SceneLook{"galaxy_collision", Besides::nothing, "scale_bar on"},
    SceneLook{"disk_galaxy", Besides::plot,
              "scale_bar on, plot rotation curve, plot_component disk"},
    SceneLook{"plummer", Besides::plot, "plot density profile"},
    SceneLook{
        "hernquist", Besides::plot,
        "size 3.5, exposure -1.5, bloom_strength 0.3, stars 0.3, rotation 2, plot density profile"},
    SceneLook{"cold_sphere", Besides::plot_and_core,
              "colour_by density, colour_map ember, keep_in_frame on, plot lagrange radii, "
              "plot_logarithmic on"},
    SceneLook{"uniform_cube", Besides::nothing,
              "colour_by density, colour_map magma, keep_in_frame on, plot density profile"},
    SceneLook{"cosmic_web", Besides::plot,
              "colour_by gaussian_density, colour_map cosmos, contrast 3, exposure 0.5, "
              "bloom_strength 0.2, plot power spectrum"},
    SceneLook{"shells", Besides::nothing, "rotation 3, plot phase space"},
    SceneLook{"solar_system", Besides::nothing,
              "orbits on, scale_bar on, plot semi-major axis, plot_logarithmic on"},
    SceneLook{"saturn_rings", Besides::nothing,
              "bloom_strength 0.2, scale_bar on, plot semi-major axis, plot_component rings"},
    SceneLook{"asteroid_belt", Besides::plot,
              "size 0.55, orbits on, scale_bar on, plot semi-major axis, plot_component asteroids"},
    SceneLook{"galactic_centre", Besides::nothing,
              "orbits on, scale_bar on, stars 0.4, plot semi-major axis, plot_logarithmic on"},
    SceneLook{"figure_eight", Besides::nothing,
              "trails on, line_glow 0.6, stars 0.3, plot phase space along x"},
    SceneLook{"pythagorean", Besides::nothing,
              "trails on, trail_length 8, line_glow 0.6, stars 0.3, keep_in_frame on, plot phase "
              "space along x"},
    SceneLook{"kepler", Besides::nothing,
              "trails on, orbits on, line_glow 0.6, stars 0.3, plot phase space along x"}};

const SceneLook* look_of(std::string_view scene) {
    const auto found = std::ranges::find(looks, scene, &SceneLook::scene);
    return found == looks.end() ? nullptr : &*found;
}

} // namespace

bool is_scene(const std::string& source) {
    return known_scene(source) != nullptr;
}

bool has_free_count(const std::string& source) {
    const Scene* scene = known_scene(source);
    return scene == nullptr || scene->fixed_bodies == 0;
}

double pace_of_source(const std::string& source) {
    const Scene* scene = known_scene(source);
    return scene == nullptr ? Settings{}.steps_per_second : scene->steps_per_second;
}

double pace_after(const Settings& before, const std::string& source) {
    const Scene* scene = known_scene(before.source);
    const bool had_its_own = scene == nullptr || before.steps_per_second == scene->steps_per_second;
    return had_its_own ? pace_of_source(source) : before.steps_per_second;
}

void choose_source(Settings& settings, const std::string& source) {
    const bool expanded = names_expanding_scene(settings);
    settings.steps_per_second = pace_after(settings, source);
    find_property("source")->read(settings, source);
    const SolverInfo& now = find_solver(settings.algorithm).info;
    const bool expands = names_expanding_scene(settings);
    const Integrator& steps = find_integrator(settings.integrator);
    if (expands ? !steps.follows_expansion : is_scene(source) && steps.needs_expansion) {
        settings.integrator = Settings{}.integrator;
    }
    // What is fast in a periodic box and elsewhere differs, if it can be used there at all.
    if (expands ? !now.periodic : expanded && !now.is_direct) {
        settings.algorithm = promising_algorithms(settings, settings.bodies).front();
    }
}

std::string neighbouring_scene(const std::string& source, int steps) {
    return neighbour(list_of<std::string>(scenes(), &Scene::id), source, steps);
}

static std::string why_not(const SolverEntry& algorithm, const Settings& settings, bool expands) {
    if (std::string reason = algorithm.unavailable_with(settings.sharing); !reason.empty()) {
        return tr(reason);
    }
    if (expands && !algorithm.info.periodic) {
        return tr("cannot compute in a periodic box");
    }
    if (settings.precision == Precision::fp64 && !algorithm.info.has_double) {
        return tr("has no double precision");
    }
    if (find_integrator(settings.integrator).needs_jerk &&
        !algorithm.info_with(settings.sharing).has_jerk) {
        return tr_format("computes no jerk, which {} needs", settings.integrator);
    }
    return {};
}

std::string why_not(const SolverEntry& algorithm, const Settings& settings) {
    return why_not(algorithm, settings, names_expanding_scene(settings));
}

// Whether what the window's settings name expands: of a file that is known once it is loaded.
static bool expands(const AppState& app) {
    const bool in_force = app.status.loaded && app.settings.source == app.status.settings.source;
    return in_force ? app.get<SceneSpace>().cosmology.has_value()
                    : names_expanding_scene(app.settings);
}

std::string why_not(const SolverEntry& algorithm, const AppState& app) {
    return why_not(algorithm, app.settings, expands(app));
}

static std::string neighbouring_algorithm(const Settings& settings, bool expands, int steps) {
    std::vector<std::string> ids;
    for (const SolverEntry& entry : solvers()) {
        if (why_not(entry, settings, expands).empty()) {
            ids.emplace_back(entry.info.id);
        }
    }
    return neighbour(ids, settings.algorithm, steps);
}

std::string neighbouring_algorithm(const Settings& settings, int steps) {
    return neighbouring_algorithm(settings, names_expanding_scene(settings), steps);
}

std::string neighbouring_algorithm(const AppState& app, int steps) {
    return neighbouring_algorithm(app.settings, expands(app), steps);
}

Limits time_step_limits(const SimulationStatus& status) {
    const double step = status.suggested.time_step > 0 ? status.suggested.time_step : 0.01;
    return {step / (widest * widest), step * widest, "in longer steps bodies jump past each other"};
}

Limits softening_limits(const SimulationStatus& status) {
    const double usual = status.suggested.softening > 0 ? status.suggested.softening : 0.01;
    return {0, usual * widest, "beyond that, gravity vanishes"};
}

void check_within(const Limits& limits, double value, std::string_view name,
                  std::string (*spoken)(double)) {
    const std::string is = "a " + std::string(name) + " of " + spoken(value);
    if (!(value >= limits.low)) {
        throw bad_input(is + " would make no progress", "", "use at least " + spoken(limits.low));
    }
    if (value > limits.high) {
        throw bad_input(is + " is too large for this system", "",
                        "use at most " + spoken(limits.high) + ": " + limits.reason);
    }
}

std::function<double(const std::string& words)> number_within(const Limits& limits,
                                                              const char* name) {
    return [limits, name](const std::string& words) {
        const double number = parse_number(words, name);
        check_within(limits, number, name);
        return number;
    };
}

void take_scene_look(Look& look, std::string_view source) {
    const SceneLook* const found = look_of(source);
    if (!look.scene_looks || found == nullptr) {
        return;
    }
    look.style = Look().style;
    look.scalar = BodyScalar::speed;
    look.automatic_range = true;
    look.show_dark = look.show_trails = look.show_orbits = look.show_scale_bar = false;
    look.keep_in_frame = false;
    look.trail_length = 1;
    look.line_glow = look.stars = look.rotation = 0;
    look.plot = {.large = look.plot.large};
    for (const std::string_view part : split(found->values)) {
        const std::string_view one = trimmed(part);
        const std::size_t gap = one.find(' ');
        find_look_property(one.substr(0, gap))->read(look, std::string(one.substr(gap + 1)));
    }
    if (look.reduced_motion) {
        look.rotation = 0;
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
