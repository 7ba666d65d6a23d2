// Lines and a sky that help to see: paths, velocities, a grid, axes, stars.

#include "app/numbers.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/setting_limits.hpp"
#include "sim/base/error.hpp"

#include <utility>

namespace orrery {
namespace {

constexpr float usual_stars = 0.5F;

void add_look_number(AppState& app, const char* id, const char* kind, const char* example,
                     Limits limits, float Look::*member) {
    const auto read = [=](const std::string& text) {
        const double value = parse_number(text, kind);
        check_within(limits, value, kind);
        return value;
    };
    app.actions.add(Choice{.id = id,
                           .kind = kind,
                           .options = [] { return std::vector<Choice::Option>(); },
                           .choose =
                               [&app, read, member](const std::string& text) {
                                   app.view.*member = static_cast<float>(read(text));
                               },
                           .check = [read](const std::string& text) { read(text); },
                           .example = example});
}

} // namespace

void add_guide_actions(AppState& app) {
    View& view = app.view;
    add_toggle(app, "View", "view.path_ahead", "Path ahead",
               "Draws the selected body's future path, as long as a trail", "Shift+F",
               view.show_path_ahead, picked_body_needed(app));
    add_toggle(app, "View", "view.velocities", "Velocity arrows",
               "Draws arrows for the velocity of some bodies", "Shift+V", view.show_velocities);
    add_toggle(app, "View", "view.grid", "Reference grid",
               "Draws a labelled grid in the plane z = 0", "Shift+G", view.show_grid);
    add_toggle(app, "View", "view.axes", "Axes", "Draws the axes x, y and z through the origin", "",
               view.show_axes);
    add_toggle(app, "View", "view.fade_lines", "Fade distant lines",
               "Draws lines fainter the farther they are behind the camera's target", "",
               view.fade_lines);
    app.actions.add({.id = "view.sky",
                     .menu = "View",
                     .label = "Background stars",
                     .tooltip = "Draws faint distant stars behind the bodies",
                     .shortcut = "",
                     .run = [&view] { view.stars = view.stars > 0 ? 0 : usual_stars; },
                     .checked = [&view] { return view.stars > 0; }});
    add_look_number(app, "view.trail_length", "trail length", "30",
                    {0.01, 1000, "a longer one is not kept"}, &Look::trail_length);
    add_look_number(app, "view.stars", "stars", "0.5", {0, 1, "1 is as bright as they get"},
                    &Look::stars);
}

} // namespace orrery
