// What is plotted of the scene, and which bodies a range of it lights up.

#include "app/language/tr.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/plot_status.hpp"

namespace orrery {
namespace {

using Options = std::vector<Choice::Option>;

const char* const every_body = "all";

Options component_options(const AppState& app) {
    Options options{{every_body, tr_noop("plot component all"), tr_noop("Plots all bodies")}};
    for (const Component& component : app.catalogue.components) {
        options.push_back({component.name, tr_format("plot component {}", tr(component.name)),
                           tr_noop("Plots the bodies that belonged to it at the start")});
    }
    return options;
}

} // namespace

void clear_brush(AppState& app) {
    app.view.plot.brush.reset();
    app.get<PlotStatus>().held = false;
    app.get<PlotStatus>().dragged.reset();
}

void add_plot_actions(AppState& app) {
    add_look_toggle(app, "plot_large",
               Needed{tr_noop("The plot appears after the chart or the race"),
                      [&app] { return !app.view.show_chart && !app.race.under_way; }});
    add_look_toggle(app, "plot_logarithmic");
    app.actions.add({.id = "plot.hold",
                     .menu = "View",
                     .label = "Lock selection",
                     .tooltip = "Keeps the same bodies selected wherever they go; press again to "
                                "select those in the range now",
                     .shortcut = "Shift+H",
                     .run = [&app] { app.get<PlotStatus>().held = !app.get<PlotStatus>().held; },
                     .enabled = [&app] { return app.view.plot.brush.has_value(); },
                     .checked = [&app] { return app.get<PlotStatus>().held; },
                     .needs = tr_noop("No bodies are selected: drag across the scene's plot")});
    app.actions.add({.id = "plot.clear",
                     .menu = "View",
                     .label = "Clear selection",
                     .tooltip = "Clears the selection; so does Esc",
                     .shortcut = "",
                     .run = [&app] { clear_brush(app); },
                     .enabled = [&app] { return app.view.plot.brush.has_value(); }});
    app.actions.add(Choice{.id = "plot.component",
                           .kind = "plot component",
                           .options = [&app] { return component_options(app); },
                           .choose =
                               [&app](const std::string& name) {
                                   app.view.plot.component = name == every_body ? "" : name;
                               },
                           .check = [](const std::string&) {},
                           .example = "disk"});
}

void add_accuracy_actions(AppState& app) {
    app.actions.add({.id = "accuracy.trace",
                     .menu = "Simulation",
                     .label = "Trace accuracy",
                     .tooltip = "Measures the force error after every change of algorithm or "
                                "options, for the plot of error against time",
                     .shortcut = "",
                     .run =
                         [&app] {
                             app.get<AccuracyTrace>().tracing = !app.get<AccuracyTrace>().tracing;
                             app.get<AccuracyTrace>().raise = app.get<AccuracyTrace>().tracing;
                         },
                     .checked = [&app] { return app.get<AccuracyTrace>().tracing; }});
    app.actions.add({.id = "accuracy.clear",
                     .menu = "Simulation",
                     .label = "Clear accuracy plot",
                     .tooltip = "Deletes the measured errors and times",
                     .shortcut = "",
                     .run = [&app] { app.get<AccuracyTrace>().clear(); },
                     .enabled = [&app] { return !app.get<AccuracyTrace>().points().empty(); }});
}

} // namespace orrery
