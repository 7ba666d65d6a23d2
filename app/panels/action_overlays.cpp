// Actions over the picture: all keys, and a field in which a few letters and Enter find any action,
// and any value of what can be chosen by name.

#include "app/language/spoken_language.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <imgui_internal.h>
#include <misc/cpp/imgui_stdlib.h>

namespace orrery {
namespace {

struct Line {
    enum class Kind { title, gesture, key };
    Kind kind;
    std::string text;     // what it does
    std::string key = {}; // "Ctrl+1 … 9", "Right or Shift+drag"

    std::size_t height() const { // in lines of text
        constexpr std::size_t letters_a_line = 26;
        return kind == Kind::title     ? 2 // with the room in front of it
               : kind == Kind::gesture ? text.size() / letters_a_line + 1
                                       : 1;
    }
};

std::vector<Line> help_lines(const Actions& actions) {
    std::vector<Line> lines{{Line::Kind::title, tr("Mouse")}};
    for (const MouseRow& row : mouse_rows()) {
        lines.push_back({Line::Kind::gesture, tr(row.effect), tr(row.gesture)});
    }
    std::string menu;
    for (const ActionRow& row : action_rows(actions)) {
        if (row.shortcut.empty()) {
            continue;
        }
        if (row.menu != menu) {
            menu = row.menu;
            lines.push_back({Line::Kind::title, tr(menu)});
        }
        lines.push_back({Line::Kind::key, tr(row.label), row.shortcut});
    }
    return lines;
}

constexpr float column_width_at_scale_1 = 305;

// Keys are one cap as they stand; what is no key is plain text.
void draw_line(const Line& line) {
    const bool is_key = line.kind == Line::Kind::key;
    const float indent = ImGui::GetCursorPosX() + scaled(is_key ? 108.0F : 130.0F);
    if (is_key) {
        draw_key(*ImGui::GetWindowDrawList(), ImGui::GetCursorScreenPos(), line.key);
        ImGui::Dummy({key_width(line.key), ImGui::GetTextLineHeight()});
    } else {
        ImGui::PushTextWrapPos(indent - scaled(8));
        ImGui::TextColored(quiet_colour(), "%s", line.key.c_str());
        ImGui::PopTextWrapPos();
    }
    ImGui::SameLine();
    ImGui::SetCursorPosX(indent);
    ImGui::PushTextWrapPos(0); // the end of the column
    ImGui::TextUnformatted(line.text.c_str());
    ImGui::PopTextWrapPos();
}

// Columns of that many lines; a section goes on in the next one.
void draw_columns(const std::vector<Line>& lines, std::size_t lines_a_column) {
    constexpr std::size_t min_behind_title = 2;
    std::size_t filled = 0;
    ImGui::TableNextColumn();
    for (const Line& line : lines) {
        const bool title = line.kind == Line::Kind::title;
        if (filled + line.height() + (title ? min_behind_title : 0) > lines_a_column) {
            ImGui::TableNextColumn();
            filled = 0;
        }
        if (!title) {
            draw_line(line);
        } else {
            if (filled > 0) {
                ImGui::Dummy({0, scaled(6)});
            }
            strong_text(line.text, accent_colour());
        }
        filled += line.height();
    }
}

// Darkens all that is around the current window, and draws its ground.
void draw_ground() {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImVec4 ground = ground_colour();
    ground.w = 1;
    const ImVec2 corner = ImGui::GetWindowPos();
    const ImVec2 end{corner.x + ImGui::GetWindowWidth(), corner.y + ImGui::GetWindowHeight()};
    draw.PushClipRectFullScreen();
    draw.AddRectFilled({0, 0}, ImGui::GetIO().DisplaySize, faded({0, 0, 0, 0.6F}));
    draw.AddRectFilled(corner, end, faded(ground), scaled(8));
    draw.PopClipRect();
}

struct Entry {
    std::string label;
    std::string english; // what it is called in English, which finds it, too
    std::string detail;  // at the right: a key, or what kind of thing it is
    std::string tooltip;
    bool enabled = true;
    Command command;
    bool is_key = false;         // the detail
    std::optional<int> fit = {}; // of what is typed
};

std::vector<Entry> entries(const Actions& actions) {
    std::vector<Entry> list;
    const auto add = [&](const std::string& english, const std::string& detail,
                         const std::string& tooltip, Command command, bool enabled = true,
                         bool is_key = false) {
        list.push_back(
            {tr(english), english, detail, tooltip, enabled, std::move(command), is_key});
    };
    for (const Action& action : actions.all()) {
        const bool is_key = !action.shortcut.empty();
        add(action.label, is_key ? action.shortcut : tr(action.menu), action.tooltip, {action.id},
            action.is_enabled(), is_key);
    }
    for (const Choice& choice : actions.choices()) {
        if (choice.check) {
            add(choice.kind, choice.example, tr("Type a value after it"), {choice.id});
            list.back().label += " …";
        }
        for (const Choice::Option& option : choice.options()) {
            add(option.label, tr(choice.kind), option.tooltip, {choice.id, option.value},
                option.enabled);
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
    for (Entry& entry : list) {
        entry.fit = fit(typed, entry);
    }
    std::erase_if(list, [](const Entry& entry) { return !entry.fit; });
    std::ranges::stable_sort(list, {}, &Entry::fit);
    return list;
}

struct Found {
    std::vector<Entry> list;
    std::string refusal; // why it is empty: the name is known, but not the value, say
};

// A value that no list holds, "bodies 64k", stands first as soon as it is typed in full.
Found find_entries(const Actions& actions, const std::string& all_typed) {
    const std::string typed(trimmed(all_typed));
    Found found{best_fits(entries(actions), typed), tr("No matches")};
    try {
        const Command command = spoken_command(actions, typed);
        if (std::string why = actions.why_not(command); !why.empty()) {
            return {{}, std::move(why)};
        }
        if (!command.value.empty()) { // an action stands in the list
            const std::string words = words_of(actions, command);
            found.list.insert(found.list.begin(),
                              Entry{words, words, tr("set"), "", true, command});
        }
    } catch (const Error& error) {
        found.refusal = error.what();
    }
    return found;
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

// The entry that was clicked, or null.
const Entry* list_entries(const Found& found, int choice, bool moved) {
    if (found.list.empty()) {
        wrapped(nullptr, 0, quiet_colour(), found.refusal);
    }
    const Entry* clicked = nullptr;
    for (int i = 0; const Entry& entry : found.list) {
        const bool chosen = i == choice;
        ImGui::PushID(i++);
        ImGui::BeginDisabled(!entry.enabled);
        clicked = draw_entry(entry, chosen) ? &entry : clicked;
        ImGui::EndDisabled();
        if (chosen && moved) {
            ImGui::SetScrollHereY();
        }
        ImGui::PopID();
    }
    return clicked;
}

// Dear ImGui gives the keyboard of a window that has closed to the panel that was made last, whose
// tab then comes to the front. Here no panel gets it: the keys belong to the picture.
void leave_keyboard(const char* closed) {
    const ImGuiWindow* const last = ImGui::GetCurrentContext()->NavWindow;
    if (last != nullptr && last->RootWindow == ImGui::FindWindowByName(closed)) {
        ImGui::SetWindowFocus(nullptr);
    }
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

void help_overlay(AppState& app) {
    const std::vector<Line> list = help_lines(app.actions);
    std::size_t lines = 0;
    for (const Line& line : list) {
        lines += line.height();
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    // As many columns as the height asks for and the width allows.
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float room = viewport.WorkSize.y - scaled(70);
    const float column_width = scaled(column_width_at_scale_1);
    const int wanted =
        static_cast<int>(static_cast<float>(lines) * line / std::max(room, line)) + 2;
    const int allowed = std::max(1, static_cast<int>(viewport.WorkSize.x * 0.97F / column_width));
    const int columns = std::min(wanted, allowed);
    const float width =
        std::min(column_width * static_cast<float>(columns) + scaled(30), viewport.WorkSize.x);

    ImGui::SetNextWindowPos(viewport.GetWorkCenter(), ImGuiCond_Always, {0.5F, 0.5F});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::SetNextWindowSizeConstraints({0, 0}, {viewport.WorkSize.x, viewport.WorkSize.y});
    ImGui::SetNextWindowBgAlpha(0);
    // Where even one column is higher than the window, it scrolls.
    constexpr ImGuiWindowFlags flags = overlay_flags & ~ImGuiWindowFlags_NoScrollbar;
    ImGui::Begin("##help", nullptr, flags);
    draw_ground();
    const ImVec2 spacing = ImGui::GetStyle().ItemSpacing; // closer: there are many keys
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {spacing.x, 0.7F * spacing.y});
    if (ImGui::BeginTable("##columns", columns)) {
        constexpr std::size_t lines_lost_at_ends = 2;
        draw_columns(list, lines / static_cast<std::size_t>(columns) + lines_lost_at_ends);
        ImGui::EndTable();
    }
    ImGui::PopStyleVar();
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !ImGui::IsWindowHovered()) {
        app.view.show_help = false;
    }
    ImGui::End();
}

void command_palette(AppState& app) {
    if (!app.view.show_palette) {
        leave_keyboard(palette_window);
        return;
    }
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = std::min(scaled(560), viewport.WorkSize.x * 0.9F);
    ImGui::SetNextWindowPos(
        {viewport.GetWorkCenter().x, viewport.WorkPos.y + viewport.WorkSize.y * 0.14F},
        ImGuiCond_Always, {0.5F, 0});
    std::string& typed = app.palette_text;
    // As high as what fits the letters typed, within reason.
    Found found = find_entries(app.actions, typed);
    const std::size_t fitting = found.list.size();
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float wanted = ImGui::GetFrameHeightWithSpacing() + 2 * scaled(12) +
                         line * static_cast<float>(fitting == 0 ? 3 : fitting);
    ImGui::SetNextWindowSize({width, std::min({wanted, scaled(430), viewport.WorkSize.y * 0.75F})});
    ImGui::SetNextWindowBgAlpha(0.98F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(scaled(12), scaled(12)));
    ImGui::Begin(palette_window, nullptr, overlay_flags);
    ImGui::PopStyleVar();
    if (ImGui::IsWindowAppearing() || (ImGui::IsWindowFocused() && !ImGui::IsAnyItemActive())) {
        ImGui::SetKeyboardFocusHere();
    }
    const std::string before = typed;
    const bool entered = draw_field(typed);
    if (typed != before) {
        found = find_entries(app.actions, typed);
    }
    // ImGui keeps which line is chosen as long as the palette is open.
    int& choice = *ImGui::GetStateStorage()->GetIntRef(ImGui::GetID("choice"), 0);
    const int moved = (ImGui::IsKeyPressed(ImGuiKey_DownArrow) ? 1 : 0) -
                      (ImGui::IsKeyPressed(ImGuiKey_UpArrow) ? 1 : 0);
    const int last = std::max(0, static_cast<int>(found.list.size()) - 1);
    choice = ImGui::IsItemEdited() || ImGui::IsWindowAppearing()
                 ? 0
                 : std::clamp(choice + moved, 0, last);

    const Entry* picked = nullptr;
    if (ImGui::BeginChild("##list")) {
        picked = list_entries(found, choice, moved != 0);
    }
    ImGui::EndChild();
    if (entered && !found.list.empty()) {
        picked = &found.list[static_cast<std::size_t>(choice)];
    }
    const bool clicked_away = ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
                              !ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows);
    ImGui::End();
    if (clicked_away) {
        app.view.show_palette = false;
    }
    if (picked != nullptr && picked->enabled) {
        choose(app, picked->command);
    }
}

} // namespace orrery
