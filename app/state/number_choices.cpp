// Settings that are numbers, each by its name and value: "bodies 64k", "pace 10", "exposure 1".

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/setting_limits.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <thread>
#include <utility>

namespace orrery {
namespace {

struct Number {
    std::string id, kind, example;
    std::function<double(const std::string&)> read; // throws bad_input
    std::function<void(double)> set;
    std::function<std::vector<Choice::Option>()> named = {}; // values with names
    // Throws bad_input for a value that does not suit the system that is loaded.
    std::function<void(double)> limit = {};
};

void add_number(AppState& app, Number number) {
    const auto read = number.read;
    const auto choose = [&app, read, set = std::move(number.set),
                         limit = std::move(number.limit)](const std::string& text) {
        try {
            const double value = read(text);
            if (limit) {
                limit(value);
            }
            set(value);
        } catch (const Error& error) {
            app.say(error.problem() + ": " + error.hint(), true);
        }
    };
    app.actions.add(
        {.id = std::move(number.id),
         .kind = std::move(number.kind),
         .options = number.named ? number.named : [] { return std::vector<Choice::Option>(); },
         .choose = choose,
         .check = [read](const std::string& value) { read(value); },
         .example = std::move(number.example)});
}

// A number between two others.
std::function<double(const std::string&)> between(double low, double high, std::string name) {
    return [low, high, name = std::move(name)](const std::string& text) {
        const double value = parse_number(text, name);
        check_within({low, high, "more shows nothing"}, value, name);
        return value;
    };
}

double read_bodies(const std::string& text) {
    const auto count = parse_count(text, "bodies");
    check_count_within({double{min_bodies}, double{max_shown_bodies}, "the window shows no more"},
                       count, "number of bodies");
    return static_cast<double>(count);
}

// "suggested" gives a number back to the system.
constexpr double as_suggested = -1;
const char* const suggested_word = "suggested";

std::vector<Choice::Option> suggested_option(const char* kind) {
    return {{suggested_word, tr_format("{} as suggested", tr(kind)),
             tr_noop("A value that suits the system")}};
}

double read_or_suggested(const std::string& text, const char* name, bool above_nought) {
    if (text == suggested_word) {
        return as_suggested;
    }
    const double value = parse_number(text, name);
    check_within({0, 1e12, "no system needs more", above_nought}, value, name);
    return value;
}

// A setting that the system itself has a value for. What suits another one, which is still to be
// loaded, is not known yet.
void add_suggested(AppState& app, const char* id, const char* name, const char* example,
                   std::optional<double> Settings::*member,
                   Limits (*limits)(const SimulationStatus&), bool above_nought) {
    add_number(app, {.id = id,
                     .kind = name,
                     .example = example,
                     .read =
                         [name, above_nought](const std::string& text) {
                             return read_or_suggested(text, name, above_nought);
                         },
                     .set =
                         [&app, member](double value) {
                             app.settings.*member =
                                 value == as_suggested ? std::nullopt : std::optional(value);
                         },
                     .named = [name] { return suggested_option(name); },
                     .limit =
                         [&app, name, limits](double value) {
                             if (value != as_suggested &&
                                 app.settings.source == app.status.settings.source) {
                                 check_within(limits(app.status), value, name);
                             }
                         }});
}

void add_simulation_numbers(AppState& app) {
    add_number(
        app,
        {.id = "simulation.bodies",
         .kind = "bodies",
         .example = "64k",
         .read = read_bodies,
         .set = [&app](double count) { app.settings.bodies = static_cast<std::size_t>(count); },
         .limit =
             [&app](double) {
                 if (!has_free_count(app.settings.source)) {
                     throw bad_input("this system has a fixed number of bodies", "bodies",
                                     "choose another scene");
                 }
             }});
    add_suggested(app, "simulation.time_step", "time step", "1/64", &Settings::time_step,
                  time_step_limits, true);
    add_suggested(app, "simulation.softening", "softening", "0.05", &Settings::softening,
                  softening_limits, false);
    add_number(app, {.id = "simulation.pace",
                     .kind = "pace",
                     .example = "10",
                     .read =
                         [](const std::string& text) {
                             return text == "unlimited" ? 0 : between(0.1, 1e4, "pace")(text);
                         },
                     .set = [&app](double value) { app.settings.steps_per_second = value; },
                     .named =
                         [] {
                             return std::vector<Choice::Option>{
                                 {"60", tr_noop("pace 60 steps a second"), tr_noop("The default")},
                                 {"unlimited", tr_noop("pace unlimited"),
                                  tr_noop("As many steps as possible")}};
                         }});
    add_number(
        app,
        {.id = "simulation.seed",
         .kind = "seed",
         .example = "7",
         .read =
             [](const std::string& text) {
                 return static_cast<double>(parse_number_of("seeds", text, "seed"));
             },
         .set = [&app](double value) { app.settings.seed = static_cast<std::uint64_t>(value); }});
    add_number(app,
               {.id = "simulation.threads",
                .kind = "threads",
                .example = "4",
                .read =
                    [](const std::string& text) {
                        const double cores = std::max(1U, std::thread::hardware_concurrency());
                        return text == "all"
                                   ? 0
                                   : std::round(between(1, std::max(cores, 2.0), "threads")(text));
                    },
                .set = [&app](double value) { app.settings.threads = static_cast<int>(value); },
                .named =
                    [] {
                        return std::vector<Choice::Option>{
                            {"all", tr_noop("threads all cores"), tr_noop("One per core")}};
                    }});
}

void add_style_number(AppState& app, const char* name, const char* example, double low, double high,
                      float BodyStyle::*member) {
    add_number(app, {.id = std::string("view.") + name,
                     .kind = name,
                     .example = example,
                     .read = between(low, high, name),
                     .set = [&app, member](double value) {
                         app.view.style.*member = static_cast<float>(value);
                     }});
}

void add_density_number(AppState& app, const char* id, const char* name, const char* example,
                        double low, double high, float DensityView::*member) {
    add_number(app, {.id = id,
                     .kind = name,
                     .example = example,
                     .read = between(low, high, name),
                     .set = [&app, member](double value) {
                         app.view.density.*member = static_cast<float>(value);
                     }});
}

void add_level_number(AppState& app, const char* id, const char* name, const char* example,
                      int LevelRange::*member) {
    add_number(app, {.id = id,
                     .kind = name,
                     .example = example,
                     .read = between(0, finest_level, name),
                     .set = [&app, member](double value) {
                         app.view.tree.levels.*member = static_cast<int>(std::lround(value));
                     }});
}

void add_motion_number(AppState& app, const char* id, const char* name, const char* example,
                       Limits limits, float Look::*member) {
    add_number(app, {.id = id,
                     .kind = name,
                     .example = example,
                     .read = between(limits.low, limits.high, name),
                     .set = [&app, member](double value) {
                         app.view.*member = static_cast<float>(value);
                     }});
}

} // namespace

void add_number_choices(AppState& app) {
    add_simulation_numbers(app);
    add_style_number(app, "size", "2", 0.01, 100, &BodyStyle::size);
    add_style_number(app, "brightness", "1.5", 0, 1e3, &BodyStyle::brightness);
    add_style_number(app, "exposure", "-1", -20, 20, &BodyStyle::exposure);
    add_density_number(app, "view.density_width", "density width", "0.5", 0.05, 20,
                       &DensityView::width);
    add_density_number(app, "view.density_error", "density error", "1e-3", 1e-5, 0.3,
                       &DensityView::error);
    add_level_number(app, "view.octree_from", "octree from level", "4", &LevelRange::from);
    add_level_number(app, "view.octree_to", "octree to level", "7", &LevelRange::to);
    add_motion_number(app, "camera.rotation", "rotation", "6", {-90, 90}, &Look::rotation);
    add_motion_number(app, "camera.travel_speed", "travel speed", "0.5", {0.1, 10},
                      &Look::travel_speed);
    add_motion_number(app, "camera.turn_speed", "turn speed", "0.5", {0.1, 10}, &Look::turn_speed);
    add_number(app, {.id = "view.bloom_strength",
                     .kind = "glow",
                     .example = "0.6",
                     .read = between(0, 2, "glow"),
                     .set = [&app](double value) {
                         app.view.style.bloom_strength = static_cast<float>(value);
                     }});
    add_number(app,
               {.id = "view.ui_scale",
                .kind = "panel size",
                .example = "1.5",
                .read = between(double{smallest_ui_scale}, double{largest_ui_scale}, "panel size"),
                .set = [&app](double value) { app.view.ui_scale = static_cast<float>(value); }});
}

} // namespace orrery
