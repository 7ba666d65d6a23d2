// Commands in words; and each setting and all of the look by name and value: "softening 0.05",
// "exposure 1", "theta 0.3".

#include "app/state/default_actions.hpp"
#include "app/state/plot_status.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <set>

namespace orrery {
namespace {

// What follows `name` and a space; nothing where the words begin otherwise.
std::optional<std::string> after(const std::string& words, const std::string& name) {
    const std::string beginning = lower_case(name) + " ";
    return lower_case(words).starts_with(beginning)
               ? std::optional<std::string>(
                     trimmed(std::string_view(words).substr(beginning.size())))
               : std::nullopt;
}

// The choice whose name is the longest that the words begin with, "time step" before "time", and
// the value behind it.
std::pair<const Choice*, std::string> spoken_choice(const Actions& actions,
                                                    const std::string& words) {
    std::pair<const Choice*, std::string> found;
    std::size_t longest = 0;
    for (const Choice& choice : actions.choices()) {
        for (const std::string& name : {choice.kind, tr(choice.kind), choice.id}) {
            const auto value = after(words, name);
            if (value && name.size() > longest) {
                found = {&choice, *value};
                longest = name.size();
            }
        }
    }
    return found;
}

// Few values are named, of many the nearest.
[[noreturn]] void refuse_value(const std::string& name, const std::string& value,
                               const std::vector<std::string>& values) {
    constexpr std::size_t few = 8;
    throw bad_input("unknown " + name + " '" + value + "'", "",
                    values.size() <= few ? "choose one of these: " + joined(values)
                                         : did_you_mean(value, values, "Ctrl+K"));
}

std::string checked_value(const Choice& choice, const std::string& spoken) {
    std::vector<std::string> values;
    for (const Choice::Option& option : choice.options()) {
        for (const std::string& name : {option.value, option.label, tr(option.label)}) {
            if (lower_case(name) == lower_case(spoken)) {
                return option.value;
            }
        }
        values.push_back(option.value);
    }
    if (!choice.check) {
        refuse_value(choice.kind, spoken, values);
    }
    choice.check(spoken);
    return spoken;
}

std::optional<Command> spoken_action(const Actions& actions, const std::string& words) {
    for (const Action& action : actions.all()) {
        for (const std::string& name : {action.id, action.label, tr(action.label)}) {
            if (lower_case(words) == lower_case(name)) {
                return Command{action.id};
            }
            const auto value = after(words, name);
            if (value && action.checked && (*value == "on" || *value == "off")) {
                return Command{action.id, *value};
            }
        }
    }
    return std::nullopt;
}

using Options = std::vector<Choice::Option>;

// Throws bad_input for a value that does not suit the system that is loaded. What suits another
// one, which is still to be loaded, is not known yet.
void check_in_place(const AppState& app, const Property& property, const Settings& wanted) {
    const std::string_view id = property.id;
    if (id == "bodies" && wanted.bodies != 0 && !has_free_count(wanted.source)) {
        throw bad_input("This scene has a fixed number of bodies", "bodies",
                        "choose another scene");
    }
    if (app.settings.source != app.status.settings.source) {
        return;
    }
    if (id == "time_step" && wanted.time_step) {
        check_within(time_step_limits(app.status), *wanted.time_step, property.title);
    }
    if (id == "softening" && wanted.softening) {
        check_within(softening_limits(app.status), *wanted.softening, property.title);
    }
}

bool is_possible(const AppState& app, const Property& property, const std::string& name) {
    const std::string_view id = property.id;
    const SolverInfo& algorithm = find_solver(app.settings.algorithm).info;
    return id == "algorithm" ? why_not(find_solver(name), app).empty()
           : id == "integrator"
               ? !find_integrator(name).needs_jerk ||
                     find_solver(app.settings.algorithm).info_with(app.settings.sharing).has_jerk
               : id != "precision" || name == "fp32" || algorithm.has_double;
}

// Shows a property that has just been set: raises the plot, or ends a drag of its range.
void show(AppState& app, const LookProperty& property) {
    const std::string_view id = property.id;
    app.get<PlotStatus>().raise = app.get<PlotStatus>().raise || id == "plot";
    if (id == "brush") {
        app.get<PlotStatus>().held = false;
        app.get<PlotStatus>().dragged.reset();
    }
}

std::string label_of(const PropertyFacts& property, const PropertyChoice& choice) {
    const std::string label = tr(choice.label);
    return choice.begins_with_name ? choice.name + "  " + label
           : label.empty()         ? std::string(tr(property.title)) + " " + choice.name
                                   : label;
}

std::vector<PropertyChoice> choices_of(const PropertyFacts& property) {
    return property.choices != nullptr ? property.choices()
           : property.kind == PropertyFacts::Kind::flag
               ? std::vector<PropertyChoice>{{"on"}, {"off"}}
               : std::vector<PropertyChoice>();
}

template <class Owner>
Options options_of_property(const AppState& app, const PropertyOf<Owner>& property) {
    Options options;
    if (*property.unset != '\0') {
        options.push_back({property.unset, label_of(property, {property.unset}),
                           tr_noop("The value that the program chooses")});
    }
    for (const PropertyChoice& choice : choices_of(property)) {
        options.push_back({choice.name, label_of(property, choice),
                           choice.tooltip.empty() ? property.tooltip : choice.tooltip});
        if constexpr (std::is_same_v<Owner, Settings>) {
            options.back().enabled = is_possible(app, property, choice.name);
            if (property.id == std::string_view("algorithm")) {
                options.back().why_not = why_not(find_solver(choice.name), app);
            }
        }
    }
    return options;
}

template <class Owner>
void add_property(AppState& app, const PropertyOf<Owner>& property) {
    const auto set = [&app, &property](const std::string& words) {
        if constexpr (std::is_same_v<Owner, Settings>) {
            Settings wanted = app.settings;
            property.read(wanted, words);
            check_in_place(app, property, wanted);
            app.settings = std::move(wanted);
        } else {
            property.read(app.view, words);
            show(app, property);
        }
    };
    std::function<void(const std::string&)> check;
    if (choices_of(property).empty()) {
        check = [&property](const std::string& words) { property.value(words); };
    }
    app.actions.add({.id = command_of(property),
                     .kind = property.title,
                     .options = [&app, &property] { return options_of_property(app, property); },
                     .choose = set,
                     .check = check,
                     .example = property.example});
}

void add_option(AppState& app, const SolverOption& option) {
    const std::string id = option.id;
    const auto options = [&app, id] {
        Options names;
        const SolverOption* const here = find_solver(app.settings.algorithm).info.find_option(id);
        for (const std::string& name :
             here == nullptr ? std::vector<std::string>() : here->choices) {
            names.push_back({name, id + " " + name, here->tooltip});
        }
        return names;
    };
    app.actions.add(
        {.id = "option." + id,
         .kind = id,
         .options = options,
         .choose = [&app, id](const auto& words) { set_option(app.settings, id, words); },
         .check =
             [&app, id](const std::string& words) {
                 check_option(id, words, app.settings.algorithm);
             },
         .example = option.value_in({}).text()});
}

// All that no action or choice sets in a way of its own.
template <class Rows>
void add_properties(AppState& app, const Rows& rows) {
    for (const auto& property : rows) {
        const std::string command = command_of(property);
        if (*property.title != '\0' && app.actions.find_choice(command) == nullptr &&
            app.actions.find_action(command) == nullptr) {
            add_property(app, property);
        }
    }
}

} // namespace

Command spoken_command(const Actions& actions, std::string_view words) {
    const std::string spoken(trimmed(words));
    if (const auto action = spoken_action(actions, spoken)) {
        return *action;
    }
    if (const auto [choice, value] = spoken_choice(actions, spoken); choice != nullptr) {
        return {choice->id, checked_value(*choice, value)};
    }
    std::vector<std::string> names = list_of<std::string>(actions.choices(), &Choice::kind);
    for (const Action& action : actions.all()) {
        for (const std::string& name : {action.id, action.label, tr(action.label)}) {
            if (const auto value = after(spoken, name); value && action.checked) {
                refuse_value(name, *value, {"on", "off"});
            }
        }
        names.push_back(action.id);
    }
    throw bad_input("unknown command '" + spoken + "'", "",
                    did_you_mean(spoken.substr(0, spoken.find(' ')), names, "Ctrl+K"));
}

std::string words_of(const Actions& actions, const Command& command) {
    if (const Choice* const choice = actions.find_choice(command.id)) {
        return choice->kind + " " + command.value;
    }
    return command.value.empty() ? command.id : command.id + " " + command.value;
}

std::string command_of(const PropertyFacts& property) {
    if (*property.command != '\0') {
        return property.command;
    }
    std::string id = std::string("simulation.") + property.title;
    std::ranges::replace(id, ' ', '_');
    return id;
}

void add_property_choices(AppState& app) {
    add_properties(app, properties());
    add_properties(app, look_properties());
    std::set<std::string> added;
    for (const SolverEntry& entry : solvers()) {
        for (const SolverOption& option : entry.info.options) {
            if (added.insert(option.id).second) {
                add_option(app, option);
            }
        }
    }
}

} // namespace orrery
