// What can be chosen by name, in the palette and by whoever speaks in commands.

#include "app/state/default_actions.hpp"
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
        options.push_back({id, id + "  " + entry.info.title, entry.info.idea,
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
    return {{"fp32", "fp32  single precision", "Fast, 7 digits"},
            {"fp64", "fp64  double precision", "Exact to 16 digits", has_double}};
}

Options colour_map_options() {
    Options options;
    for (const ColourMap& map : colour_maps()) {
        options.push_back({map.id, map.title, "Colours of the scale"});
    }
    return options;
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
                     .choose = [&app](const std::string& id) { choose_source(app.settings, id); }});
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
}

} // namespace orrery
