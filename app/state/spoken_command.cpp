#include "app/state/spoken_command.hpp"

#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"

#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace orrery {
namespace {

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

// What follows `name` and a space; nothing where the words begin otherwise.
std::optional<std::string> after(const std::string& words, const std::string& name) {
    const std::string beginning = lower_case(name) + " ";
    return lower_case(words).starts_with(beginning)
               ? std::optional(trimmed(std::string_view(words).substr(beginning.size())))
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
    std::string all;
    for (const std::string& each : values) {
        all += (all.empty() ? "" : ", ") + each;
    }
    throw bad_input("unknown " + name + " '" + value + "'", "",
                    values.size() <= few ? "choose one of these: " + all
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

// Labels of older versions, which tours and scripts may still use.
std::string former_label(std::string_view id) {
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> labels{
        {{"file.desktop_dialogs", "Dialogs of the desktop"},
         {"view.scene_looks", "Looks of the scenes"},
         {"view.walk", "What a body opens"},
         {"view.fade_lines", "Depth of lines"},
         {"view.sky", "Stars in the sky"}}};
    const auto found =
        std::ranges::find_if(labels, [&](const auto& each) { return each.first == id; });
    return std::string(found == labels.end() ? id : found->second);
}

std::optional<Command> spoken_action(const Actions& actions, const std::string& words) {
    for (const Action& action : actions.all()) {
        for (const std::string& name :
             {action.id, action.label, tr(action.label), former_label(action.id)}) {
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

} // namespace

Command spoken_command(const Actions& actions, std::string_view words) {
    const std::string spoken = trimmed(words);
    if (const auto action = spoken_action(actions, spoken)) {
        return *action;
    }
    if (const auto [choice, value] = spoken_choice(actions, spoken); choice != nullptr) {
        return {choice->id, checked_value(*choice, value)};
    }
    std::vector<std::string> names;
    for (const Choice& choice : actions.choices()) {
        names.push_back(choice.kind);
    }
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

} // namespace orrery
