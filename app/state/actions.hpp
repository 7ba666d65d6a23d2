#pragma once

#include "sim/base/error.hpp"

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// A key as written in an action: "Space", "Shift+A", "Ctrl+K", "+", "]".
//
// A sign or digit on its own is told by the character that was typed, so that it is where the
// keyboard's own layout has it: "]" needs AltGr on a German keyboard, "+" needs Shift on an
// American one. Everything else is told by the key and exactly its modifiers.
struct Shortcut {
    int chord = 0; // an ImGuiKeyChord; 0 if told by character
    unsigned int character = 0;

    bool empty() const { return chord == 0 && character == 0; }
};

// "" is the empty shortcut. Anything else that is not a key is a bug and asserts.
Shortcut parse_shortcut(std::string_view text);

// The keys as the keyboards of who speaks the window's language name them: "Strg+K".
std::string spoken_keys(std::string_view shortcut);

// Whether a menu is open, which arrows, letters and Enter then belong to.
bool menu_is_open();

// Whether it was pressed in this ImGui frame. While text is being typed into a field, letters,
// signs and the keys that move the cursor belong to the field, and to a menu while one is open;
// function keys, Esc and Ctrl combinations still count. `typing`: a field is about to have the
// keyboard.
bool pressed(const Shortcut& shortcut, bool typing = false);

// A condition of something, and the words for when it does not hold.
struct Needed {
    std::string words;
    std::function<bool()> there;
};

// Something the user can do. One row serves the menu, the command palette, the F1 overlay, button
// tooltips, keyboard shortcuts and the table of keys in the docs.
struct Action {
    std::string id;       // "simulation.pause"
    std::string menu;     // "Simulation": the menu and the heading it stands under
    std::string label;    // "Pause or play"
    std::string tooltip;  // one sentence
    std::string shortcut; // "Space", "Shift+A", "Ctrl+K", ""
    std::function<void()> run;
    std::function<bool()> enabled = {}; // empty: always
    std::function<bool()> checked = {}; // empty: not a toggle
    // What is missing while it is not enabled, told to whoever presses its key: "Nothing to undo".
    std::string needs = {};
    // A key of a talk that is being given: where the action is enabled, it takes its key from
    // whatever else has it.
    bool presenting = false;
    Shortcut key = {}; // the shortcut, read once by Actions::add

    bool is_enabled() const { return !enabled || enabled(); }
    bool is_checked() const { return checked && checked(); }

    // For declarations of one: only then it can be run, and what is missing at other times …
    Action& only_if(std::function<bool()> possible, std::string missing = {}) {
        enabled = std::move(possible);
        needs = std::move(missing);
        return *this;
    }
    Action& only_if(Needed needed) { return only_if(needed.there, needed.words); }
    // … it is a toggle, and this says whether it is on …
    Action& shows(std::function<bool()> on) {
        checked = std::move(on);
        return *this;
    }
    // … it is a key of a talk.
    Action& while_presenting() {
        presenting = true;
        return *this;
    }
};

// A setting with a list of values, each of which can be chosen by its name: "simulation.algorithm",
// "gpu.tree".
struct Choice {
    struct Option {
        std::string value; // "cpu.simd"
        std::string label;
        std::string tooltip;
        bool enabled = true;
        std::string why_not = {}; // where it is known why it is not enabled
    };

    std::string id;
    std::string kind; // "algorithm": what the values are, and how the setting is called
    std::function<std::vector<Option>()> options = [] { return std::vector<Option>(); };
    // Of an option that is enabled. What it throws is told to the user.
    std::function<void(const std::string& value)> choose = {};
    // Values that no list can hold, "64k" bodies: throws bad_input for what is none. Empty: there
    // are only the options.
    std::function<void(const std::string& value)> check = {};
    std::string example = {}; // of such a value
    // It does something at once, which is not to be done again by whoever restores what is.
    bool momentary = false;
};

// What the user does, as a value: an action or, with a value, a choice; a toggle's value is "on" or
// "off". Keys, menus, buttons, the palette and tours come down to this.
struct Command {
    std::string id;
    std::string value = {};
    bool operator==(const Command&) const = default;
};

class Actions {
public:
    // Says to the user what an action needs.
    std::function<void(const std::string& needs)> tell = {};
    // The same of why a value cannot be chosen now.
    std::function<void(const Error& error)> complain = {};

    // A second action of the same id or shortcut is a bug and asserts. It may be completed until
    // the next one comes.
    Action& add(Action action);
    std::span<const Action> all() const { return actions_; }
    const Action& find(std::string_view id) const; // a bug (assert) if there is none
    // A second one of the same id is a bug and asserts.
    Choice& add(Choice choice);
    std::span<const Choice> choices() const { return choices_; }
    const Choice* find_choice(std::string_view id) const; // null if there is none
    const Action* find_action(std::string_view id) const; // the same
    // Carries it out; false where there is no such action or value, or not now.
    bool run(const Command& command) const;
    bool run(std::string_view id) const { return run(Command{std::string(id)}); }
    // Why it cannot be carried out now, where an option of a choice tells; else "".
    std::string why_not(const Command& command) const;
    // Runs every enabled action whose shortcut was pressed in this ImGui frame; tells whether there
    // was one. Plain letters in `taken` are left alone: they steer the camera while it flies;
    // `typing` as in pressed().
    bool run_pressed(std::string_view taken = {}, bool typing = false) const;
    // A button with the action's tooltip and shortcut; runs it when pressed. `text` empty: the
    // label.
    bool button(std::string_view id, std::string_view text = {}) const;

private:
    bool choose(const Command& command) const;
    bool turn(const Command& command) const;

    std::vector<Action> actions_;
    std::vector<Choice> choices_;
};

// Commands in words, as the palette, tours and the command line take them: what a choice is called
// and a value, "bodies 64k", "algorithm cpu.tree"; an action by its id or what menus call it,
// "camera.frame", "frame all"; a toggle with on or off, "bloom off". Capitals do not matter.
//
// Throws bad_input for what is none, naming what comes near. Whether it can be carried out now is
// another question, which Actions::run answers.
Command spoken_command(const Actions& actions, std::string_view words);

// The words for a command.
std::string words_of(const Actions& actions, const Command& command);

// "One sentence.  Shift+A": what hovering over the action shows.
std::string tooltip_text(const Action& action);

// What stands before the digit of an action of such a series, "Go to view"; "" of any other action.
std::string series_of(const Action& action);

// The lines of a table of actions, in the registry's order. Those that differ in a digit only, "Go
// to view 1" … "Go to view 9", share one: "Go to view 1 … 9".
using ActionRow = Action;
std::vector<ActionRow> action_rows(const Actions& actions);

// The mouse in the picture, which is not a matter of actions: what is done, and what it does.
struct MouseRow {
    const char* gesture;
    const char* effect;
};
const std::vector<MouseRow>& mouse_rows();

// The window of Ctrl+K.
inline constexpr const char* palette_window = "##palette";

// A tooltip for the last item, wrapped; also where the item is disabled. It stands beside the panel
// that the item is in, or under or over a bar: never on what it speaks of, nor on its neighbours.
void tip(const std::string& text);

} // namespace orrery
