#include "app/state/shortcut.hpp"

#include "app/language/tr.hpp"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <utility>

namespace orrery {

namespace {

// The same sign on the number pad.
constexpr std::array<std::pair<ImGuiKey, ImGuiKey>, 2> keypad_twins{
    {{ImGuiKey_Equal, ImGuiKey_KeypadAdd}, {ImGuiKey_Minus, ImGuiKey_KeypadSubtract}}};

// By ImGui's names, but for those that are shorter on keyboards.
ImGuiKey parse_key(std::string_view name) {
    const std::string_view known = name == "Esc" ? "Escape"
                                   : name == "=" ? "Equal"
                                   : name == "-" ? "Minus"
                                                 : name;
    int key = ImGuiKey_NamedKey_BEGIN;
    while (known != ImGui::GetKeyName(static_cast<ImGuiKey>(key))) {
        assert(key + 1 < ImGuiKey_NamedKey_END && "no such key");
        ++key;
    }
    return static_cast<ImGuiKey>(key);
}

bool is_typed_character(std::string_view name) {
    return name.size() == 1 && !(name.front() >= 'A' && name.front() <= 'Z');
}

// Whether the key went down in this frame while exactly these modifiers were held. ImGui itself
// knows only which are held at the frame's end, by when a quick hand has let go of Ctrl; so the
// frame's events are walked through, backwards from there.
bool chord_pressed(ImGuiKeyChord chord) {
    const ImVector<ImGuiInputEvent>& events = ImGui::GetCurrentContext()->InputEventsTrail;
    ImGuiKeyChord held = ImGui::GetIO().KeyMods;
    for (int i = events.Size - 1; i >= 0; --i) {
        const ImGuiInputEvent& event = events[i];
        if (event.Type != ImGuiInputEventType_Key) {
            continue;
        }
        const ImGuiKeyChord key = event.Key.Key;
        if ((key & ImGuiMod_Mask_) != 0) {
            held ^= key;
        } else if (event.Key.Down && (held | key) == chord) {
            return true;
        }
    }
    return false;
}

// The key itself or, of a sign, its twin on the number pad.
bool chord_or_twin_pressed(ImGuiKeyChord chord) {
    const ImGuiKeyChord modifiers = chord & ImGuiMod_Mask_;
    const ImGuiKeyChord key = chord & ~ImGuiMod_Mask_;
    return chord_pressed(chord) || std::ranges::any_of(keypad_twins, [&](const auto& twin) {
               return twin.first == key && chord_pressed(twin.second | modifiers);
           });
}

bool counts_while_typing(ImGuiKeyChord chord) {
    const int key = chord & ~ImGuiMod_Mask_;
    if (key == ImGuiKey_Z) { // a field undoes its own
        return false;
    }
    return (chord & ImGuiMod_Ctrl) != 0 || key == ImGuiKey_Escape ||
           (key >= ImGuiKey_F1 && key <= ImGuiKey_F12);
}

} // namespace

Shortcut parse_shortcut(std::string_view text) {
    if (text.empty()) {
        return {};
    }
    constexpr std::array<std::pair<std::string_view, ImGuiKeyChord>, 3> modifiers{
        {{"Ctrl+", ImGuiMod_Ctrl}, {"Shift+", ImGuiMod_Shift}, {"Alt+", ImGuiMod_Alt}}};
    ImGuiKeyChord held = 0;
    for (const auto& [name, modifier] : modifiers) {
        if (text.starts_with(name)) {
            held |= modifier;
            text.remove_prefix(name.size());
        }
    }
    if (held == 0 && is_typed_character(text)) {
        return {0, static_cast<unsigned char>(text.front())};
    }
    return {held | parse_key(text), 0};
}

std::string spoken_keys(std::string_view shortcut) {
    // What has the same name as something else is told apart from it by its second word.
    constexpr std::array<std::pair<std::string_view, const char*>, 8> names{
        {{"Ctrl", tr_noop("Ctrl key")},
         {"Shift", tr_noop("Shift key")},
         {"Space", tr_noop("Space key")},
         {"Backspace", tr_noop("Backspace key")},
         {"PageDown", tr_noop("PageDown key")},
         {"PageUp", tr_noop("PageUp key")},
         {"Home", tr_noop("Home key")},
         {"End", tr_noop("End key")}}};
    std::string keys;
    while (!shortcut.empty()) {
        const std::size_t length = std::min(shortcut.find_first_of("+ "), shortcut.size());
        const std::string_view key = shortcut.substr(0, length);
        const auto known =
            std::ranges::find_if(names, [&](const auto& each) { return each.first == key; });
        const bool translated = known != names.end() && tr(known->second) != known->second;
        keys += translated ? std::string_view(tr(known->second)) : key;
        shortcut.remove_prefix(length);
        if (!shortcut.empty()) {
            keys += shortcut.front();
            shortcut.remove_prefix(1);
        }
    }
    return keys;
}

bool menu_is_open() {
    const ImVector<ImGuiPopupData>& popups = ImGui::GetCurrentContext()->OpenPopupStack;
    const ImGuiWindow* const newest = popups.empty() ? nullptr : popups.back().Window;
    return newest != nullptr && (newest->Flags & ImGuiWindowFlags_ChildMenu) != 0;
}

bool pressed(const Shortcut& shortcut, bool typing) {
    if (shortcut.empty()) {
        return false;
    }
    const ImGuiIO& io = ImGui::GetIO();
    const bool taken = typing || io.WantTextInput || menu_is_open();
    if (shortcut.character != 0) {
        return !taken && std::ranges::find(io.InputQueueCharacters, shortcut.character) !=
                             io.InputQueueCharacters.end();
    }
    if (taken && !counts_while_typing(shortcut.chord)) {
        return false;
    }
    return chord_or_twin_pressed(shortcut.chord);
}

} // namespace orrery
