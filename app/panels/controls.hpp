#pragma once

#include "app/panels/theme.hpp"
#include "app/state/actions.hpp"

#include <glm/vec4.hpp>

#include <initializer_list>
#include <iterator>

namespace orrery {

struct AppState;

// Begins a dockable panel. It takes no keyboard focus by appearing: the keys belong to the picture.
// Layouts remember it by `id`, which is the title unless given.
bool begin_panel(const char* title, const char* id = nullptr);

// The place of the controls in a panel's rows, from the left end of their names; at scale 1.
inline constexpr float control_column = 96;

// A row of a panel: the name at the left, its control in the rest of the width from `column` on, or
// behind a name that is longer. Call before the control; `tooltip` is shown over the name.
void row(const char* name, const std::string& tooltip = "", float column = control_column);

// The two ways to give the next item its width; both leave it one that is seen. All that is left of
// the line but for `space_after` pixels, or so many pixels.
void fill_line(float space_after = 0);
void item_width(float pixels);

// The font of all text in a scope; height 0: as before it.
struct FontScope {
    explicit FontScope(ImFont* font, float height = 0) { ImGui::PushFont(font, height); }
    FontScope(const FontScope&) = delete;
    FontScope& operator=(const FontScope&) = delete;
    ~FontScope() { ImGui::PopFont(); }
};

// Text in a font and height of its own, and the same in as many lines as it needs.
void text_in(ImFont* font, float height, const ImVec4& colour, const std::string& text);
void wrapped(ImFont* font, float height, const ImVec4& colour, const std::string& text);

// Text in the number font and in the strong one.
void number_text(const std::string& text);
void number_text(const ImVec4& colour, const std::string& text);
void strong_text(const std::string& text, const ImVec4& colour = text_colour());

// A quiet heading between parts of a panel.
void heading(const char* text);

// Text in the size of explanations, one step smaller than the rest, and the same in as many lines
// as it needs.
void small_text(const ImVec4& colour, const std::string& text);
void small_paragraph(const ImVec4& colour, const std::string& text);

// The same in what is left of the line: what does not fit ends in an ellipsis, and a tooltip has
// all of it.
void small_text_to_edge(const ImVec4& colour, const std::string& text);

// One line of text in the room between two points; what does not fit ends in an ellipsis.
void line_in(ImDrawList& draw, const ImVec2& from, float right, const ImVec4& colour,
             const std::string& text);

// Places for words, of which none lies on another and no edge cuts one off. Rectangles are left,
// top, right, below.
struct FreePlaces {
    glm::vec4 room;
    std::vector<glm::vec4> taken = {};

    // The first of these corners where words of that extent have room, so far from others; it is
    // taken then.
    std::optional<ImVec2> take(std::initializer_list<ImVec2> corners, const ImVec2& extent,
                               float apart = 0);
};

// A few choices side by side in one frame, `width` pixels wide (0: all that is left). True when
// another one was taken. `reasons`, if given, says for each choice why it cannot be taken now, or
// nothing.
bool segments(const char* id, std::span<const std::string> names, std::size_t& chosen,
              std::span<const std::string> reasons = {}, float width = 0);

// One of two: `on` or not.
bool either(const char* id, const char* off_name, const char* on_name, bool& on, float width = 0);

// A line of a menu: `reason` says why it cannot be taken now, or nothing.
struct MenuLine {
    std::string name;
    bool chosen = false;
    std::string tooltip = {};
    std::string reason = {};
};
bool menu_line(const MenuLine& line); // true when it was taken

// A menu that drops down, called `shown` while it is closed, of what `line_of` makes of each of a
// list. The one that was taken in this frame, or null.
template <class List, class LineOf>
auto drop_down(const char* id, const std::string& shown, const List& list, const LineOf& line_of) {
    decltype(&*std::begin(list)) taken = nullptr;
    if (ImGui::BeginCombo(id, shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const auto& one : list) {
            taken = menu_line(line_of(one)) ? &one : taken;
        }
        ImGui::EndCombo();
    }
    return taken;
}

// On or off. True when changed.
bool toggle(const char* id, bool& value);

// A key as it looks on a keyboard, drawn at `from`; returns its width. The height is a text line's.
float draw_key(ImDrawList& draw, const ImVec2& from, const std::string& key, float alpha = 1);
float key_width(const std::string& key);

// What `content` draws is grey where there is a reason against it, which a tooltip then says.
template <class Content>
void unless(const std::string& reason, const Content& content) {
    if (reason.empty()) {
        content();
        return;
    }
    ImGui::BeginDisabled();
    ImGui::BeginGroup();
    content();
    ImGui::EndGroup();
    ImGui::EndDisabled();
    tip(reason);
}

enum class Icon { play, pause, step, step_back, backwards, reset, menu, down, tick, cross };

// Drawn, not from a font: sharp at every scale and there on every machine. `size` is the side of
// the square that the icon fills.
void draw_icon(ImDrawList& draw, Icon icon, const ImVec2& centre, float size, ImU32 colour);

// An icon where the next item would stand, as wide as it is high.
void icon_item(Icon icon, const ImVec4& colour);

// The buttons of the simulation's time, side by side, `gap` between their groups; turns at their
// right while a system is loaded.
void transport_buttons(const AppState& app, float gap);

// A switch for an action that is checked while it is on, with a name behind it.
void action_toggle(const Actions& actions, std::string_view id, const char* name);

// An icon as a button for what is no action. True when pressed.
bool plain_icon_button(const char* id, Icon icon, const ImVec4& colour);

// Turns while something is under way.
void spinner();

} // namespace orrery
