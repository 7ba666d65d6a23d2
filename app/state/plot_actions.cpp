// What is plotted of the scene, and which bodies a range of it lights up.

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/state/accuracy_trace.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/plot_status.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <sstream>
#include <utility>

namespace orrery {
namespace {

using Options = std::vector<Choice::Option>;

const char* const every_body = "all";
const char* const no_body = "nothing";

Options plot_options() {
    Options options;
    for (const PlotChoice& choice : plot_choices()) {
        options.push_back({choice.id, tr_format("plot {}", tr(choice.id)), choice.tooltip});
    }
    return options;
}

Options component_options(const AppState& app) {
    Options options{{every_body, tr_noop("plot component all"), tr_noop("Plots all bodies")}};
    for (const Component& component : app.catalogue.components) {
        options.push_back({component.name, tr_format("plot component {}", tr(component.name)),
                           tr_noop("Plots the bodies that belonged to it at the start")});
    }
    return options;
}

void show_plot(AppState& app, const std::string& id) {
    if (const PlotChoice* const choice = find_plot(id)) {
        choose_plot(app.view.plot, *choice);
        app.get<PlotStatus>().raise = true;
    }
}

// "2.4 2.6", or "1 2 -0.5 0.5" of two quantities.
std::vector<double> read_range(const std::string& text) {
    std::istringstream in(text);
    std::vector<double> numbers;
    for (std::string word; in >> word;) {
        numbers.push_back(parse_number(word, "brush"));
    }
    if (numbers.size() != 2 && numbers.size() != 4) {
        throw bad_input(tr_format("'{}' is not a range", text), "brush",
                        tr("give both ends: 2.4 2.6"));
    }
    return numbers;
}

BrushRange ordered(double one, double other) {
    return {std::min(one, other), std::max(one, other)};
}

void brush_by_words(AppState& app, const std::string& text) {
    if (text == no_body) {
        clear_brush(app);
        return;
    }
    try {
        const std::vector<double> numbers = read_range(text);
        const BrushedQuantities of = brushed_quantities(app.view.plot);
        if (!of.across || (numbers.size() == 4 && !of.up)) {
            throw bad_input(tr("this plot has no such range"), "brush",
                            tr("plot a quantity of the bodies, such as the semi-major axis"));
        }
        PlotBrush brush{.quantity = *of.across, .range = ordered(numbers[0], numbers[1])};
        if (numbers.size() == 4) {
            brush.other = of.up;
            brush.other_range = ordered(numbers[2], numbers[3]);
        }
        app.view.plot.brush = brush;
        app.get<PlotStatus>().held = false;
    } catch (const Error& error) {
        app.say(error.problem() + ": " + error.hint(), true);
    }
}

} // namespace

void clear_brush(AppState& app) {
    app.view.plot.brush.reset();
    app.get<PlotStatus>().held = false;
    app.get<PlotStatus>().dragged.reset();
}

void add_plot_actions(AppState& app) {
    PlotView& plot = app.view.plot;
    add_toggle(app, "View", "plot.large", "Plot beside the picture",
               "Shows the scene's plot in large type for an audience", "U", plot.large,
               Needed{tr_noop("The plot appears after the chart or the race"),
                      [&app] { return !app.view.show_chart && !app.race.under_way; }});
    add_toggle(app, "View", "plot.logarithmic", "Logarithmic plot",
               "Plots the quantity on a logarithmic axis", "", plot.logarithmic);
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
    app.actions.add(Choice{.id = "plot.show",
                           .kind = "plot",
                           .options = plot_options,
                           .choose = [&app](const std::string& id) { show_plot(app, id); }});
    app.actions.add(Choice{.id = "plot.component",
                           .kind = "plot component",
                           .options = [&app] { return component_options(app); },
                           .choose =
                               [&app](const std::string& name) {
                                   app.view.plot.component = name == every_body ? "" : name;
                               },
                           .check = [](const std::string&) {},
                           .example = "disk"});
    app.actions.add(Choice{.id = "plot.brush",
                           .kind = "brush",
                           .options =
                               [] {
                                   return Options{{no_body, tr_noop("brush nothing"),
                                                   tr_noop("Clears the selection")}};
                               },
                           .choose = [&app](const std::string& text) { brush_by_words(app, text); },
                           .check = [](const std::string& text) { read_range(text); },
                           .example = "2.4 2.6"});
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
