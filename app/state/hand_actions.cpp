// The mouse as a hand in the simulation.
#include "app/numbers.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/hand.hpp"
#include "app/state/setting_limits.hpp"

namespace orrery {
namespace {

double read_mass(const std::string& text) {
    const double mass = parse_number(text, "thrown mass");
    check_within({0, 1e30, "a mass cannot be negative"}, mass, "thrown mass");
    return mass;
}

void toggle(AppState& app) {
    Hand& hand = app.get<Hand>();
    hand.active = !hand.active;
    hand.drag.reset();
    if (hand.active) {
        app.view.annotations.drawing = false;
    } else {
        hand.held.reset();
    }
}

void delete_held(AppState& app) {
    const BodyNumber number = *std::exchange(app.get<Hand>().held, std::nullopt);
    app.get<Hand>().drag.reset();
    if (const auto body = app.catalogue.numbers.find(number, app.status.count)) {
        app.get<BodyEdits>().wanted.push_back({"bodies.remove", spoken_body(app, *body)});
    }
}

} // namespace

void add_hand_actions(AppState& app) {
    Hand& hand = app.get<Hand>();
    app.actions.add({.id = "hand.take",
                     .menu = "Edit",
                     .label = "Hand",
                     .tooltip = "Drag on empty sky to throw a new body, drag a body to give it a "
                                "new velocity, click to hold it; the wheel sets the mass",
                     .shortcut = "H",
                     .run = [&app] { toggle(app); },
                     .enabled = [&app] { return !app.race.under_way; },
                     .checked = [&hand] { return hand.active; },
                     .needs = tr_noop("No hand in a race: Esc ends it")});
    app.actions.add({.id = "hand.delete",
                     .menu = "Edit",
                     .label = "Delete held body",
                     .tooltip = "Removes the held body from the simulation",
                     .shortcut = "Delete",
                     .run = [&app] { delete_held(app); },
                     .enabled = [&hand] { return hand.active && hand.held.has_value(); },
                     .needs = tr_noop("No body is selected: press H, then click one")});
    app.actions.add(
        Choice{.id = "hand.mass",
               .kind = "thrown mass",
               .options = [] { return std::vector<Choice::Option>(); },
               .choose = [&hand](const std::string& text) { hand.mass = read_mass(text); },
               .check = [](const std::string& text) { read_mass(text); },
               .example = "0.01"});
}

} // namespace orrery
