#include "app/state/actions.hpp"

#include "app/language/tr.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cctype>
#include <utility>

namespace orrery {

Action& Actions::add(Action action) {
    assert(std::ranges::none_of(actions_, [&](const Action& other) {
        return other.id == action.id ||
               (!action.shortcut.empty() && other.shortcut == action.shortcut &&
                other.presenting == action.presenting);
    }));
    assert(action.run);
    action.key = parse_shortcut(action.shortcut);
    return actions_.emplace_back(std::move(action));
}

const Action* Actions::find_action(std::string_view id) const {
    const auto found = std::ranges::find(actions_, id, &Action::id);
    return found == actions_.end() ? nullptr : &*found;
}

const Action& Actions::find(std::string_view id) const {
    const Action* const found = find_action(id);
    assert(found != nullptr);
    return *found;
}

Choice& Actions::add(Choice choice) {
    assert(find_choice(choice.id) == nullptr);
    return choices_.emplace_back(std::move(choice));
}

const Choice* Actions::find_choice(std::string_view id) const {
    const auto found = std::ranges::find(choices_, id, &Choice::id);
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
    const bool offered = std::ranges::any_of(options, [&](const auto& option) {
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
    try {
        choice->choose(command.value);
    } catch (const Error& error) {
        complain(error);
    }
    return true;
}

std::string Actions::why_not(const Command& command) const {
    const Choice* const choice = find_choice(command.id);
    if (choice == nullptr) {
        return "";
    }
    const std::vector<Choice::Option> options = choice->options();
    const auto meant = std::ranges::find(options, command.value, &Choice::Option::value);
    return meant == options.end() || meant->enabled ? "" : meant->why_not;
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
        return std::ranges::any_of(
            ran, [action](const Action* other) { return other->shortcut == action->shortcut; });
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

namespace {

// The panel that the current window is in, by itself or as a part of it.
ImRect panel_rect() {
    const ImGuiWindow* window = ImGui::GetCurrentWindow();
    while ((window->Flags & ImGuiWindowFlags_ChildWindow) != 0 && window->DockNode == nullptr &&
           window->ParentWindow != nullptr) {
        window = window->ParentWindow;
    }
    return window->Rect();
}

void place_tooltip(float widest) {
    const ImRect item{ImGui::GetItemRectMin(), ImGui::GetItemRectMax()};
    const ImRect panel = panel_rect();
    const ImVec2 display = ImGui::GetIO().DisplaySize;
    const float gap = 6 * ImGui::GetStyle().FontScaleMain;
    const bool upper = item.GetCenter().y < display.y / 2;
    if (display.x - panel.Max.x > widest + gap) {
        ImGui::SetNextWindowPos({panel.Max.x + gap, upper ? item.Min.y : item.Max.y},
                                ImGuiCond_Always, {0, upper ? 0.0F : 1.0F});
    } else if (panel.Min.x > widest + gap) {
        ImGui::SetNextWindowPos({panel.Min.x - gap, upper ? item.Min.y : item.Max.y},
                                ImGuiCond_Always, {1, upper ? 0.0F : 1.0F});
    } else {
        const bool left = item.Min.x + widest < display.x;
        ImGui::SetNextWindowPos(
            {left ? item.Min.x : item.Max.x, upper ? item.Max.y + gap : item.Min.y - gap},
            ImGuiCond_Always, {left ? 0.0F : 1.0F, upper ? 0.0F : 1.0F});
    }
}

} // namespace

std::string series_of(const Action& action) {
    const std::string& label = action.label;
    const bool numbered = label.size() > 2 && label[label.size() - 2] == ' ' &&
                          std::isdigit(static_cast<unsigned char>(label.back())) != 0;
    return numbered ? label.substr(0, label.size() - 2) : "";
}

std::vector<Action> action_rows(const Actions& actions) {
    const std::span<const Action> all = actions.all();
    std::vector<Action> rows;
    for (std::size_t first = 0; first < all.size();) {
        std::size_t last = first;
        const std::string series = series_of(all[first]);
        while (!series.empty() && last + 1 < all.size() && series_of(all[last + 1]) == series &&
               all[last + 1].menu == all[first].menu) {
            ++last;
        }
        Action row = all[first];
        if (last > first) {
            row.label += fmt::format(" … {}", all[last].label.back());
            row.shortcut += fmt::format(" … {}", all[last].shortcut.back());
        }
        // With those of its menu, whichever feature it comes from.
        const auto same = std::ranges::find(rows.rbegin(), rows.rend(), row.menu, &Action::menu);
        rows.insert(same == rows.rend() ? rows.end() : same.base(), std::move(row));
        first = last + 1;
    }
    return rows;
}

const std::vector<MouseRow>& mouse_rows() {
    static const std::vector<MouseRow> rows{
        {tr_noop("Drag"), tr_noop("orbits the centre; in fly mode, looks around")},
        {tr_noop("Right drag, Shift+drag"), tr_noop("pans the picture")},
        {tr_noop("Wheel"), tr_noop("zooms in and out")},
        {tr_noop("Double click"),
         tr_noop(
             "selects the body under the pointer and follows it; on empty sky, stops following")},
        {tr_noop("Drag, as a hand"), tr_noop("throws a new body, or gives the body under the "
                                             "pointer a new velocity; the wheel sets the mass")},
        {tr_noop("Click, as a hand"),
         tr_noop("holds the body under the pointer; its card changes the mass")},
        {tr_noop("Shift+drag, as a hand"), tr_noop("orbits the centre")},
        {tr_noop("W A S D, Q E"), tr_noop("move the camera in fly mode; Shift is faster")},
        {tr_noop("Drop a file"), tr_noop("opens it")},
    };
    return rows;
}

namespace {

// Its words would be covered.
bool is_under_palette() {
    const ImGuiWindow* const palette = ImGui::FindWindowByName(palette_window);
    return palette != nullptr && palette->WasActive &&
           ImGui::GetCurrentWindowRead()->RootWindow != palette;
}

} // namespace

void tip(const std::string& text) {
    if (text.empty() || is_under_palette() ||
        !ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | ImGuiHoveredFlags_AllowWhenDisabled)) {
        return;
    }
    const float wrap = 320 * ImGui::GetStyle().FontScaleMain;
    place_tooltip(wrap + 2 * ImGui::GetStyle().WindowPadding.x);
    if (ImGui::BeginTooltip()) {
        ImGui::PushTextWrapPos(wrap);
        ImGui::TextUnformatted(tr(text).c_str());
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

namespace {

// The same sign on the number pad.
using KeypadTwin = std::pair<ImGuiKey, ImGuiKey>;
constexpr std::array keypad_twins{KeypadTwin{ImGuiKey_Equal, ImGuiKey_KeypadAdd},
                                  KeypadTwin{ImGuiKey_Minus, ImGuiKey_KeypadSubtract}};

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

// Whether the key, or its twin on the number pad, went down in this frame while exactly these
// modifiers were held. ImGui itself knows only which are held at the frame's end, by when a quick
// hand has let go of Ctrl; so the frame's events are walked through, backwards from there.
bool chord_pressed(ImGuiKeyChord chord) {
    const ImVector<ImGuiInputEvent>& events = ImGui::GetCurrentContext()->InputEventsTrail;
    ImGuiKeyChord held = ImGui::GetIO().KeyMods;
    for (int i = events.Size - 1; i >= 0; --i) {
        const ImGuiInputEvent& event = events[i];
        if (event.Type != ImGuiInputEventType_Key) {
            continue;
        }
        const auto twin = std::ranges::find(keypad_twins, event.Key.Key, &KeypadTwin::second);
        const ImGuiKeyChord key = twin == keypad_twins.end() ? event.Key.Key : twin->first;
        if ((key & ImGuiMod_Mask_) != 0) {
            held ^= key;
        } else if (event.Key.Down && (held | key) == chord) {
            return true;
        }
    }
    return false;
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
    if (held == 0 && text.size() == 1 && !(text.front() >= 'A' && text.front() <= 'Z')) {
        return {0, static_cast<unsigned char>(text.front())};
    }
    return {held | parse_key(text), 0};
}

std::string spoken_keys(std::string_view shortcut) {
    // Names that also mean something else are told apart by their second word.
    constexpr std::array<std::pair<std::string_view, const char*>, 9> names{
        {{"Ctrl", tr_noop("Ctrl key")},
         {"Shift", tr_noop("Shift key")},
         {"Space", tr_noop("Space key")},
         {"Backspace", tr_noop("Backspace key")},
         {"Delete", tr_noop("Delete key")},
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
    return chord_pressed(shortcut.chord);
}

} // namespace orrery
