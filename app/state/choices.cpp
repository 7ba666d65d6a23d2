// What can be chosen by name, in the palette and by whoever speaks in commands.

#include "app/language/tr.hpp"
#include "app/state/colouring.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/measuring_requests.hpp"
#include "app/state/scene_look.hpp"
#include "app/state/source_choice.hpp"
#include "render/colour_maps.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"

#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

using Options = std::vector<Choice::Option>;

Options algorithm_options(const AppState& app) {
    Options options;
    for (const SolverEntry& entry : solvers()) {
        const std::string id = entry.info.id;
        options.push_back({id, id + "  " + tr(entry.info.title), entry.info.idea,
                           why_not(entry, app.settings).empty()});
    }
    return options;
}

Options scene_options() {
    Options options;
    for (const Scene& scene : scenes()) {
        options.push_back({scene.id, scene.title, scene.idea});
    }
    return options;
}

Options integrator_options(const AppState& app) {
    const bool has_jerk =
        find_solver(app.settings.algorithm).info_with(app.settings.sharing).has_jerk;
    Options options;
    for (const Integrator& integrator : integrators()) {
        options.push_back(
            {integrator.id, integrator.title, integrator.idea, !integrator.needs_jerk || has_jerk});
    }
    return options;
}

Options precision_options(const AppState& app) {
    const bool has_double = find_solver(app.settings.algorithm).info.has_double;
    return {{"fp32", tr_noop("fp32  single precision"), tr_noop("Fast, 7 digits")},
            {"fp64", tr_noop("fp64  double precision"), tr_noop("Exact to 16 digits"), has_double}};
}

Options colouring_options() {
    Options options;
    for (const Colouring& colouring : colourings()) {
        options.push_back(
            {colouring.id, tr_format("colour by {}", tr(colouring.name)), colouring.tooltip});
    }
    return options;
}

Options colour_map_options() {
    Options options;
    for (const ColourMap& map : colour_maps()) {
        options.push_back({map.id, map.title, tr_noop("Colour map")});
    }
    return options;
}

Options chart_options() {
    return {{"png", tr_noop("export chart as PNG"), tr_noop("The chart as an image for slides")},
            {"svg", tr_noop("export chart as SVG"), tr_noop("The chart as a vector image")},
            {"csv", tr_noop("export chart as CSV"), tr_noop("The chart's data as a table")},
            {"json", tr_noop("export chart as JSON"), tr_noop("The chart's data for programs")}};
}

Options reference_options() {
    Options options;
    for (const SolverEntry& entry : solvers()) {
        options.push_back({entry.info.id, tr_format("against {}", entry.info.id),
                           tr_noop("Shows every algorithm's speed-up over this one")});
    }
    return options;
}

// Values of an enumeration by their names.
template <class Value>
struct Named {
    Value value;
    const char* name;
    const char* label;
    const char* tooltip;
};

template <class Value, std::size_t count, class Member>
void add_named(AppState& app, std::string id, std::string kind, const Named<Value> (&names)[count],
               Member member) {
    Options options;
    for (const auto& each : names) {
        options.push_back({each.name, each.label, each.tooltip});
    }
    const auto choose = [&app, &names, member](const std::string& name) {
        for (const auto& each : names) {
            if (name == each.name) {
                member(app) = each.value;
            }
        }
    };
    app.actions.add({.id = std::move(id),
                     .kind = std::move(kind),
                     .options = [options] { return options; },
                     .choose = choose});
}

constexpr Named<Layer> layers[] = {
    {Layer::panels, "panels", tr_noop("Panels around the picture"),
     tr_noop("All controls and plots")},
    {Layer::stage, "stage", tr_noop("Stage over the picture"),
     tr_noop("Large type for an audience")},
    {Layer::nothing, "nothing", tr_noop("Picture only"), tr_noop("Nothing on top of it")}};
constexpr Named<Theme> themes[] = {
    {Theme::dark, "dark", tr_noop("Dark colours"), tr_noop("For a dark room")},
    {Theme::light, "light", tr_noop("Light colours"), tr_noop("For a bright room")},
    {Theme::projector, "projector", tr_noop("Colours for a projector"),
     tr_noop("Black and white instead of greys")}};
constexpr Named<BodyStyle::Sprite> sprites[] = {
    {BodyStyle::Sprite::glow, "glow", tr_noop("Bodies as glow"), tr_noop("Soft lights")},
    {BodyStyle::Sprite::points, "points", tr_noop("Bodies as points"), tr_noop("Sharp points")},
    {BodyStyle::Sprite::discs, "discs", tr_noop("Bodies as discs"), tr_noop("Lit discs")}};

constexpr Named<SlicePlane> slices[] = {
    {SlicePlane::none, "none", tr_noop("No slice"), tr_noop("Bodies only")},
    {SlicePlane::camera, "camera", tr_noop("Slice facing the camera"),
     tr_noop("Density on a plane through the camera's target")},
    {SlicePlane::xy, "xy", tr_noop("Slice along x and y"),
     tr_noop("Density on a plane along x and y")},
    {SlicePlane::xz, "xz", tr_noop("Slice along x and z"),
     tr_noop("Density on a plane along x and z")},
    {SlicePlane::yz, "yz", tr_noop("Slice along y and z"),
     tr_noop("Density on a plane along y and z")}};

void add_look_choices(AppState& app) {
    add_named(app, "view.layer", tr_noop("layer"), layers,
              [](AppState& state) -> Layer& { return state.view.layer; });
    add_named(app, "view.theme", tr_noop("theme"), themes,
              [](AppState& state) -> Theme& { return state.view.theme; });
    add_named(app, "view.sprite", tr_noop("bodies as"), sprites,
              [](AppState& state) -> BodyStyle::Sprite& { return state.view.style.sprite; });
    add_named(app, "view.slice", tr_noop("slice"), slices,
              [](AppState& state) -> SlicePlane& { return state.view.density.slice; });
    app.actions.add({.id = "view.colour_by",
                     .kind = "colour",
                     .options = colouring_options,
                     .choose = [&app](const std::string& name) { colour_by(app.view, name); }});
    app.actions.add({.id = "view.reference",
                     .kind = "compare",
                     .options = reference_options,
                     .choose = [&app](const std::string& id) { app.view.reference = id; }});
}

} // namespace

void add_choices(AppState& app) {
    app.actions.add({.id = "simulation.algorithm",
                     .kind = "algorithm",
                     .options = [&app] { return algorithm_options(app); },
                     .choose = [&app](const std::string& id) { app.settings.algorithm = id; }});
    app.actions.add({.id = "simulation.scene",
                     .kind = "scene",
                     .options = scene_options,
                     .choose = [&app](const std::string& id) { choose_scene(app, id); }});
    app.actions.add({.id = "simulation.integrator",
                     .kind = "integrator",
                     .options = [&app] { return integrator_options(app); },
                     .choose = [&app](const std::string& id) { app.settings.integrator = id; }});
    app.actions.add({.id = "simulation.precision",
                     .kind = "precision",
                     .options = [&app] { return precision_options(app); },
                     .choose =
                         [&app](const std::string& name) {
                             app.settings.precision =
                                 name == "fp64" ? Precision::fp64 : Precision::fp32;
                         }});
    app.actions.add({.id = "view.colours",
                     .kind = "colours",
                     .options = colour_map_options,
                     .choose = [&app](const std::string& id) { app.view.style.colour_map = id; }});
    app.actions.add(
        {.id = "chart.export",
         .kind = "export chart",
         .options = chart_options,
         .choose = [&app](const std::string& format) { app.requests.add(ExportChart{format}); }});
    add_look_choices(app);
    add_number_choices(app);
    add_property_choices(app);
}

} // namespace orrery
