#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/state/default_actions.hpp"
#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"

#include <algorithm>

namespace orrery {
namespace {

std::vector<Choice::Option> language_options(const AppState& app) {
    std::vector<Choice::Option> options;
    for (const Translation& each : app.languages) {
        options.push_back({each.id, each.choice, tr("Switches the window to this language")});
    }
    return options;
}

// "german" and "Deutsch" are as good as "de".
void require_language(const AppState& app, const std::string& name) {
    if (find_language(app.languages, name) == nullptr) {
        std::vector<std::string> names;
        for (const Translation& each : app.languages) {
            names.push_back(each.name);
        }
        throw bad_input("unknown language '" + name + "'", "", did_you_mean(name, names, "Ctrl+K"));
    }
}

void next_language(AppState& app) {
    const auto now =
        std::find_if(app.languages.begin(), app.languages.end(),
                     [&](const Translation& each) { return each.id == app.view.language; });
    const bool last = now == app.languages.end() || now + 1 == app.languages.end();
    app.view.language = last ? app.languages.front().id : (now + 1)->id;
}

} // namespace

void add_language_actions(AppState& app) {
    app.actions.add({.id = "view.language",
                     .kind = "language",
                     .options = [&app] { return language_options(app); },
                     .choose =
                         [&app](const std::string& name) {
                             app.view.language = find_language(app.languages, name)->id;
                         },
                     .check = [&app](const std::string& name) { require_language(app, name); },
                     .example = "deutsch"});
    app.actions.add({.id = "view.next_language",
                     .menu = "View",
                     .label = "Next language",
                     .tooltip = "Switches the window's language: English, Deutsch",
                     .shortcut = "",
                     .run = [&app] { next_language(app); },
                     .enabled = [&app] { return app.languages.size() > 1; }});
}

} // namespace orrery
