#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// Something the user can do. One row serves the menu, the command palette, the F1 overlay, button
// tooltips, keyboard shortcuts and the table of keys in the docs.
struct Action {
    std::string id;       // "simulation.pause"
    std::string menu;     // "Simulation": the menu and the heading it stands under
    std::string label;    // "Pause or play"
    std::string tooltip;  // one sentence
    std::string shortcut; // "Space", "Shift+A", "Ctrl+K", ""
    std::function<void()> run;
    std::function<bool()> enabled; // empty: always
    std::function<bool()> checked; // empty: not a toggle
};

class Actions {
public:
    void add(Action action);
    std::span<const Action> all() const { return actions_; }
    const Action& find(std::string_view id) const; // a bug (assert) if there is none
    // Runs it if it is enabled.
    void run(std::string_view id) const;
    // A button with the action's tooltip and shortcut; runs it when pressed. `text` empty: the
    // label.
    bool button(std::string_view id, std::string_view text = {}) const;

private:
    std::vector<Action> actions_;
};

} // namespace orrery
