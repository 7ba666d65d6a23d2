#include "app/state/actions.hpp"

#include <imgui.h>

#include <algorithm>
#include <cassert>

namespace orrery {

void Actions::add(Action action) {
    assert(std::none_of(actions_.begin(), actions_.end(), [&](const Action& other) {
        return other.id == action.id ||
               (!action.shortcut.empty() && other.shortcut == action.shortcut);
    }));
    assert(action.run);
    action.key = parse_shortcut(action.shortcut);
    actions_.push_back(std::move(action));
}

const Action& Actions::find(std::string_view id) const {
    const auto found = std::find_if(actions_.begin(), actions_.end(),
                                    [&](const Action& action) { return action.id == id; });
    assert(found != actions_.end());
    return *found;
}

void Actions::add(Choice choice) {
    assert(std::none_of(choices_.begin(), choices_.end(),
                        [&](const Choice& other) { return other.id == choice.id; }));
    choices_.push_back(std::move(choice));
}

bool Actions::run(const Command& command) const {
    if (!command.value.empty()) {
        return choose(command);
    }
    const auto action = std::find_if(actions_.begin(), actions_.end(),
                                     [&](const Action& each) { return each.id == command.id; });
    if (action == actions_.end() || !action->is_enabled()) {
        return false;
    }
    action->run();
    return true;
}

bool Actions::choose(const Command& command) const {
    const auto choice = std::find_if(choices_.begin(), choices_.end(),
                                     [&](const Choice& each) { return each.id == command.id; });
    if (choice == choices_.end()) {
        return false;
    }
    const std::vector<Choice::Option> options = choice->options();
    const bool offered = std::any_of(options.begin(), options.end(), [&](const auto& option) {
        return option.enabled && option.value == command.value;
    });
    if (offered) {
        choice->choose(command.value);
    }
    return offered;
}

bool Actions::run_pressed(std::string_view taken) const {
    const auto is_taken = [taken](const Action& action) {
        const std::string& keys = action.shortcut;
        const bool letter = keys.size() == 1 || (keys.size() == 7 && keys.starts_with("Shift+"));
        return letter && taken.find(keys.back()) != std::string_view::npos;
    };
    bool any = false;
    for (const Action& action : actions_) {
        if (pressed(action.key) && !is_taken(action) && action.is_enabled()) {
            action.run();
            any = true;
        }
    }
    return any;
}

bool Actions::button(std::string_view id, std::string_view text) const {
    const Action& action = find(id);
    // The id keeps buttons apart that show the same text.
    const std::string label = std::string(text.empty() ? action.label : text) + "##" + action.id;
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
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) {
        ImGui::SetTooltip("%s", tooltip_text(action).c_str());
    }
    if (chosen) {
        action.run();
    }
    return chosen;
}

std::string tooltip_text(const Action& action) {
    return action.shortcut.empty() ? action.tooltip
                                   : action.tooltip + "  (" + action.shortcut + ")";
}

} // namespace orrery
