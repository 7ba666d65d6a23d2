// Type a few letters and press Enter: any action, and any value of what can be chosen by name.

#include "app/language/spoken_language.hpp"
#include "app/language/tr.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"
#include "sim/base/error.hpp"

#include <imgui.h>
#include <imgui_internal.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <array>
#include <optional>

namespace orrery {
namespace {

struct Entry {
    std::string label;
    std::string english; // what it is called in English, which finds it, too
    std::string detail;  // at the right: a key, or what kind of thing it is
    std::string tooltip;
    bool enabled = true;
    Command command;
    bool is_key = false; // the detail
};

std::vector<Entry> entries(const Actions& actions) {
    std::vector<Entry> list;
    for (const Action& action : actions.all()) {
        list.push_back({tr(action.label),
                        action.label,
                        action.shortcut.empty() ? tr(action.menu) : action.shortcut,
                        action.tooltip,
                        action.is_enabled(),
                        {action.id},
                        !action.shortcut.empty()});
    }
    for (const Choice& choice : actions.choices()) {
        if (choice.check) {
            list.push_back({tr(choice.kind) + " …",
                            choice.kind,
                            choice.example,
                            tr("Type a value after it"),
                            true,
                            {choice.id}});
        }
        for (const Choice::Option& option : choice.options()) {
            list.push_back({tr(option.label),
                            option.label,
                            tr(choice.kind),
                            option.tooltip,
                            option.enabled,
                            {choice.id, option.value}});
        }
    }
    return list;
}

// By what it is called in either language, whichever fits better.
auto fit(const std::string& typed, const Entry& entry) {
    const auto spoken = fuzzy_fit(typed, entry.label);
    const auto english = fuzzy_fit(typed, entry.english);
    return !english || (spoken && *spoken <= *english) ? spoken : english;
}

std::vector<Entry> best_fits(std::vector<Entry> list, const std::string& typed) {
    std::erase_if(list, [&](const Entry& entry) { return !fit(typed, entry); });
    std::stable_sort(list.begin(), list.end(), [&](const Entry& a, const Entry& b) {
        return *fit(typed, a) < *fit(typed, b);
    });
    return list;
}

// A value that no list holds, "bodies 64k", as soon as it is typed in full.
std::optional<Entry> spoken_entry(const Actions& actions, const std::string& typed) {
    try {
        const Command command = spoken_command(actions, typed);
        if (command.value.empty()) {
            return std::nullopt; // an action stands in the list
        }
        const std::string words = words_of(actions, command);
        return Entry{words, words, tr("set"), "", true, command};
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::vector<Entry> found(const Actions& actions, const std::string& typed) {
    std::vector<Entry> list = best_fits(entries(actions), typed);
    if (std::optional<Entry> spoken = spoken_entry(actions, typed)) {
        list.insert(list.begin(), std::move(*spoken));
    }
    return list;
}

// Why nothing is found: the name is known, but not the value, say.
std::string why_nothing(const Actions& actions, const std::string& typed) {
    try {
        spoken_command(actions, typed);
    } catch (const Error& error) {
        return error.what();
    }
    return tr("No matches");
}

// What is typed and which line is chosen lasts as long as the palette is open; ImGui keeps the
// line.
int move_choice(int choice, std::size_t count) {
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) {
        ++choice;
    }
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) {
        --choice;
    }
    return std::clamp(choice, 0, std::max(0, static_cast<int>(count) - 1));
}

// A line: what it is called at the left; at the right its key, or what kind of thing it is.
bool draw_entry(const Entry& entry, bool chosen) {
    const bool clicked = ImGui::Selectable(entry.label.c_str(), chosen);
    tip(entry.tooltip);
    const ImVec2 end = ImGui::GetItemRectMax();
    const float top = ImGui::GetItemRectMin().y + ImGui::GetStyle().ItemSpacing.y / 2;
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (entry.is_key) {
        draw_key(draw, {end.x - key_width(entry.detail) - scaled(8), top}, entry.detail);
    } else {
        const float width = ImGui::CalcTextSize(entry.detail.c_str()).x;
        draw.AddText({end.x - width - scaled(8), top}, faded(quiet_colour()), entry.detail.c_str());
    }
    return clicked;
}

std::optional<std::size_t> list_entries(const std::vector<Entry>& list, int choice,
                                        const std::string& refusal) {
    const bool moved =
        ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow);
    std::optional<std::size_t> clicked;
    if (list.empty()) {
        ImGui::PushStyleColor(ImGuiCol_Text, quiet_colour());
        ImGui::TextWrapped("%s", refusal.c_str());
        ImGui::PopStyleColor();
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        const bool chosen = static_cast<int>(i) == choice;
        ImGui::PushID(static_cast<int>(i));
        ImGui::BeginDisabled(!list[i].enabled);
        if (draw_entry(list[i], chosen)) {
            clicked = i;
        }
        ImGui::EndDisabled();
        if (chosen && moved) {
            ImGui::SetScrollHereY();
        }
        ImGui::PopID();
    }
    return clicked;
}

void choose(AppState& app, const Command& command) {
    const Choice* const number = app.actions.find_choice(command.id);
    if (number != nullptr && command.value.empty()) {
        app.palette_text = tr(number->kind) + " "; // and now its value
        return;
    }
    app.view.show_palette = false;
    app.actions.run(command);
}

// The field has the keyboard a frame after it was asked for; what is typed until then is not lost.
void take_early_letters(std::string& typed) {
    ImVector<ImWchar>& letters = ImGui::GetIO().InputQueueCharacters;
    for (const ImWchar letter : letters) {
        std::array<char, 5> bytes{};
        ImTextCharToUtf8(bytes.data(), letter);
        typed += bytes.data(); // ends with a zero
    }
    letters.resize(0);
}

bool draw_field(std::string& typed) {
    const ImGuiID field = ImGui::GetID("##typed");
    const bool had_keyboard = ImGui::GetActiveID() == field;
    if (!had_keyboard) {
        take_early_letters(typed);
    } else if (ImGuiInputTextState* const state = ImGui::GetInputTextState(field);
               state != nullptr && typed.empty() && state->TextLen > 0) {
        state->ReloadUserBufAndMoveToEnd(); // closed and opened again within a frame
    }
    fill_line();
    const bool entered =
        ImGui::InputTextWithHint("##typed", tr("Find an action, or set a value: bodies 64k"),
                                 &typed, ImGuiInputTextFlags_EnterReturnsTrue);
    if (ImGuiInputTextState* const state = ImGui::GetInputTextState(field);
        state != nullptr && !had_keyboard && ImGui::GetActiveID() == field) {
        state->SetSelection(state->TextLen, state->TextLen); // not to be typed over
    }
    return entered;
}

} // namespace

void command_palette(AppState& app) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = std::min(scaled(560), viewport.WorkSize.x * 0.9F);
    ImGui::SetNextWindowPos(
        {viewport.GetWorkCenter().x, viewport.WorkPos.y + viewport.WorkSize.y * 0.14F},
        ImGuiCond_Always, {0.5F, 0});
    std::string& typed = app.palette_text;
    // As high as what fits the letters typed, within reason.
    const std::vector<Entry> fitting = found(app.actions, typed);
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float wanted = ImGui::GetFrameHeightWithSpacing() + 2 * scaled(12) +
                         line * static_cast<float>(fitting.empty() ? 3 : fitting.size());
    ImGui::SetNextWindowSize({width, std::min({wanted, scaled(430), viewport.WorkSize.y * 0.75F})});
    ImGui::SetNextWindowBgAlpha(0.98F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(12), scaled(12)));
    const bool visible = ImGui::Begin("##palette", nullptr, overlay_flags);
    ImGui::PopStyleVar();
    if (!visible) {
        ImGui::End();
        return;
    }
    if (ImGui::IsWindowAppearing() || (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive())) {
        ImGui::SetKeyboardFocusHere();
    }
    const bool entered = draw_field(typed);
    const std::vector<Entry> list = found(app.actions, typed);
    int* const choice = ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("choice"), 0);
    *choice =
        ImGui::IsItemEdited() || ImGui::IsWindowAppearing() ? 0 : move_choice(*choice, list.size());

    std::optional<std::size_t> picked;
    if (ImGui::BeginChild("##list")) {
        picked = list_entries(list, *choice, list.empty() ? why_nothing(app.actions, typed) : "");
    }
    ImGui::EndChild();
    if (entered && !list.empty()) {
        picked = static_cast<std::size_t>(*choice);
    }
    const bool clicked_away = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                              !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows);
    ImGui::End();
    if (clicked_away) {
        app.view.show_palette = false;
    }
    if (picked && list[*picked].enabled) {
        choose(app, list[*picked].command);
    }
}

} // namespace orrery
