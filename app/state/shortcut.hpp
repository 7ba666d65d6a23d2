#pragma once

#include <string>
#include <string_view>

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

} // namespace orrery
