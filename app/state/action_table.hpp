#pragma once

#include "app/state/actions.hpp"

#include <string>
#include <vector>

namespace orrery {

// A line of a table of actions. Actions that differ in a digit only, "Go to view 1" … "Go to view
// 9", share one: "Go to view 1 … 9".
struct ActionRow {
    std::string menu, label, tooltip, shortcut;
};

// What stands before the digit of an action of such a series, "Go to view"; "" of any other action.
std::string series_of(const Action& action);

// Every action, in the registry's order.
std::vector<ActionRow> action_rows(const Actions& actions);

// The mouse in the picture, which is not a matter of actions: what is done, and what it does.
struct MouseRow {
    const char* gesture;
    const char* effect;
};
const std::vector<MouseRow>& mouse_rows();

// docs/keys.md.
std::string action_table_markdown(const Actions& actions);

} // namespace orrery
