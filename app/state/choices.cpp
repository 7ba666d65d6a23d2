// What can be chosen by name and is no single field: a scene, and a chart's format.

#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/measuring_requests.hpp"
#include "app/state/scene_look.hpp"
#include "sim/scene.hpp"

#include <string>
#include <vector>

namespace orrery {
namespace {

using Options = std::vector<Choice::Option>;

Options scene_options() {
    Options options;
    for (const Scene& scene : scenes()) {
        options.push_back({scene.id, scene.title, scene.idea});
    }
    return options;
}

Options chart_options() {
    return {{"png", tr_noop("export chart as PNG"), tr_noop("The chart as an image for slides")},
            {"svg", tr_noop("export chart as SVG"), tr_noop("The chart as a vector image")},
            {"csv", tr_noop("export chart as CSV"), tr_noop("The chart's data as a table")},
            {"json", tr_noop("export chart as JSON"), tr_noop("The chart's data for programs")}};
}

} // namespace

void add_choices(AppState& app) {
    app.actions.add({.id = "simulation.scene",
                     .kind = "scene",
                     .options = scene_options,
                     .choose = [&app](const std::string& id) { choose_scene(app, id); }});
    app.actions.add(
        {.id = "chart.export",
         .kind = "export chart",
         .options = chart_options,
         .choose = [&app](const std::string& format) { app.requests.add(ExportChart{format}); }});
}

} // namespace orrery
