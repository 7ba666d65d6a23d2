// Every setting by its name and value: "softening 0.05", "pace unlimited", "theta 0.3".

#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/setting_limits.hpp"
#include "app/state/source_choice.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/properties.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

using Options = std::vector<Choice::Option>;

// Throws bad_input for a value that does not suit the system that is loaded. What suits another
// one, which is still to be loaded, is not known yet.
void check_for_system(const AppState& app, const Property& property, const Settings& wanted) {
    const std::string_view id = property.id;
    if (id == "bodies" && wanted.bodies != 0 && !has_free_count(wanted.source)) {
        throw bad_input("this system has a fixed number of bodies", "bodies",
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

std::string label_of(const char* name, const std::string& words) {
    return std::string(tr(name)) + " " + words;
}

Options options_of_property(const Property& property) {
    Options options;
    if (*property.unset != '\0') {
        options.push_back({property.unset, label_of(property.title, property.unset),
                           tr_noop("The value that the program chooses")});
    }
    const std::vector<std::string> names = property.choices != nullptr ? property.choices()
                                           : property.kind == Property::Kind::flag
                                               ? std::vector<std::string>{"on", "off"}
                                               : std::vector<std::string>();
    for (const std::string& name : names) {
        options.push_back({name, label_of(property.title, name), property.tooltip});
    }
    return options;
}

void add_property(AppState& app, const Property& property) {
    const auto set = [&app, &property](const std::string& words) {
        try {
            Settings wanted = app.settings;
            property.read(property, wanted, words);
            check_for_system(app, property, wanted);
            app.settings = std::move(wanted);
        } catch (const Error& error) {
            app.say(error.problem() + ": " + error.hint(), true);
        }
    };
    const auto check = [&property](const std::string& words) {
        Settings any;
        property.read(property, any, words);
    };
    const bool listed = property.choices != nullptr || property.kind == Property::Kind::flag;
    app.actions.add({.id = command_of(property),
                     .kind = property.title,
                     .options = [&property] { return options_of_property(property); },
                     .choose = set,
                     .check = listed ? std::function<void(const std::string&)>() : check,
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
    const auto set = [&app, id](const std::string& words) {
        try {
            set_option(app.settings, id, words);
        } catch (const Error& error) {
            app.say(error.problem() + ": " + error.hint(), true);
        }
    };
    app.actions.add({.id = "option." + id,
                     .kind = id,
                     .options = options,
                     .choose = set,
                     .check = [id](const std::string& words) { check_option(id, words); },
                     .example = option.value_in({}).text()});
}

} // namespace

std::string command_of(const Property& property) {
    std::string id = std::string("simulation.") + property.title;
    std::replace(id.begin(), id.end(), ' ', '_');
    return id;
}

void add_property_choices(AppState& app) {
    for (const Property& property : properties()) {
        if (app.actions.find_choice(command_of(property)) == nullptr) {
            add_property(app, property);
        }
    }
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
