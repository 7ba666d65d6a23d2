#include "app/state/actions.hpp"

#include "app/language/tr.hpp"
#include "app/state/shortcut.hpp"
#include "app/state/tooltip.hpp"
#include "sim/base/error.hpp"

#include <imgui.h>

#include <algorithm>
#include <cassert>

namespace orrery {

void Actions::add(Action action) {
    assert(std::none_of(actions_.begin(), actions_.end(), [&](const Action& other) {
        return other.id == action.id ||
               (!action.shortcut.empty() && other.shortcut == action.shortcut &&
                other.presenting == action.presenting);
    }));
    assert(action.run);
    action.key = parse_shortcut(action.shortcut);
    actions_.push_back(std::move(action));
}

const Action* Actions::find_action(std::string_view id) const {
    const auto found = std::find_if(actions_.begin(), actions_.end(),
                                    [&](const Action& action) { return action.id == id; });
    return found == actions_.end() ? nullptr : &*found;
}

const Action& Actions::find(std::string_view id) const {
    const Action* const found = find_action(id);
    assert(found != nullptr);
    return *found;
}

void Actions::add(Choice choice) {
    assert(find_choice(choice.id) == nullptr);
    choices_.push_back(std::move(choice));
}

const Choice* Actions::find_choice(std::string_view id) const {
    const auto found = std::find_if(choices_.begin(), choices_.end(),
                                    [&](const Choice& each) { return each.id == id; });
    return found == choices_.end() ? nullptr : &*found;
}

bool Actions::run(const Command& command) const {
    if (!command.value.empty()) {
        return choose(command) || turn(command);
    }
    const Action* const action = find_action(command.id);
    if (action == nullptr || !action->is_enabled()) {
        return false;
    }
    action->run();
    return true;
}

bool Actions::choose(const Command& command) const {
    const Choice* const choice = find_choice(command.id);
    if (choice == nullptr) {
        return false;
    }
    const std::vector<Choice::Option> options = choice->options();
    const bool offered = std::any_of(options.begin(), options.end(), [&](const auto& option) {
        return option.enabled && option.value == command.value;
    });
    if (!offered && choice->check) {
        try {
            choice->check(command.value);
        } catch (const Error&) {
            return false;
        }
    } else if (!offered) {
        return false;
    }
    choice->choose(command.value);
    return true;
}

// A toggle, to "on" or "off".
bool Actions::turn(const Command& command) const {
    const Action* const action = find_action(command.id);
    const bool on = command.value == "on";
    if (action == nullptr || !action->checked || !action->is_enabled() ||
        (!on && command.value != "off")) {
        return false;
    }
    if (action->checked() != on) {
        action->run();
    }
    return true;
}

bool Actions::run_pressed(std::string_view taken, bool typing) const {
    const auto is_taken = [taken](const Action& action) {
        const std::string& keys = action.shortcut;
        const bool letter = keys.size() == 1 || (keys.size() == 7 && keys.starts_with("Shift+"));
        return letter && taken.find(keys.back()) != std::string_view::npos;
    };
    std::vector<const Action*> ran, in_vain;
    const auto has_run = [&ran](const Action* action) {
        return std::any_of(ran.begin(), ran.end(), [action](const Action* other) {
            return other->shortcut == action->shortcut;
        });
    };
    for (const bool presenting : {true, false}) {
        for (const Action& action : actions_) {
            if (action.presenting != presenting || has_run(&action) ||
                !pressed(action.key, typing) || is_taken(action)) {
                continue;
            }
            if (action.is_enabled()) {
                ran.push_back(&action);
                action.run();
            } else {
                in_vain.push_back(&action);
            }
        }
    }
    for (const Action* const action : in_vain) {
        if (tell && !action->needs.empty() && !has_run(action)) {
            tell(action->needs);
        }
    }
    return !ran.empty();
}

bool Actions::button(std::string_view id, std::string_view text) const {
    const Action& action = find(id);
    // The id keeps buttons apart that show the same text.
    const std::string label =
        tr_id(std::string(text.empty() ? action.label : text) + "##" + action.id);
    const bool checked = action.is_checked();
    if (checked) {
        ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    }
    ImGui::BeginDisabled(!action.is_enabled());
    const bool chosen = ImGui::Button(label.c_str());
    ImGui::EndDisabled();
    if (checked) {
        ImGui::PopStyleColor();
    }
    tip(tooltip_text(action));
    if (chosen) {
        action.run();
    }
    return chosen;
}

std::string tooltip_text(const Action& action) {
    const std::string tooltip = tr(action.tooltip);
    return action.shortcut.empty() ? tooltip : tooltip + "  (" + spoken_keys(action.shortcut) + ")";
}

} // namespace orrery
