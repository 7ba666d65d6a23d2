// Numbers of the look, each by its name and value: "exposure 1", "size 2".

#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/setting_limits.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {
namespace {

struct Number {
    std::string id, kind, example;
    std::function<double(const std::string&)> read; // throws bad_input
    std::function<void(double)> set;
};

void add_number(AppState& app, Number number) {
    const auto read = number.read;
    const auto choose = [&app, read, set = std::move(number.set)](const std::string& text) {
        try {
            set(read(text));
        } catch (const Error& error) {
            app.say(error.problem() + ": " + error.hint(), true);
        }
    };
    app.actions.add({.id = std::move(number.id),
                     .kind = std::move(number.kind),
                     .options = [] { return std::vector<Choice::Option>(); },
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
