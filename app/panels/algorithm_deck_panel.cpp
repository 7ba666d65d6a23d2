#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/device_picker.hpp"
#include "app/panels/fonts.hpp"
#include "app/panels/option_range.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/peak_share.hpp"
#include "app/panels/theme.hpp"
#include "app/state/source_choice.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace orrery {
namespace {

// The cheapest and the dearest step that were measured, in milliseconds: the ends of the bars.
struct CostRange {
    double low = 0;
    double high = 0;
};

CostRange measured_costs(const History& history) {
    CostRange range;
    for (const SolverEntry& entry : solvers()) {
        const double milliseconds = history.milliseconds_per_step(entry.info.id);
        if (milliseconds > 0) {
            range.low = range.low > 0 ? std::min(range.low, milliseconds) : milliseconds;
            range.high = std::max(range.high, milliseconds);
        }
    }
    return range;
}

// The length of a bar, 0 … 1, on a logarithmic scale; the cheapest is short but there.
float bar_length(double milliseconds, const CostRange& range) {
    constexpr double shortest = 0.08;
    // At least a factor of two from end to end, so that noise between equals does not look large.
    const double decades = std::max(std::log(range.high / range.low), std::log(2.0));
    return static_cast<float>(shortest +
                              (1 - shortest) * std::log(milliseconds / range.low) / decades);
}

// "N² / 2 interactions"
std::string pair_count(const SolverInfo& info) {
    std::string text = info.complexity;
    if (const auto power = text.find("^2"); power != std::string::npos) {
        text.replace(power, 2, "²");
    }
    return text + " interactions";
}

std::string description(const SolverInfo& info) {
    return std::string(info.idea) + "\n\n" + info.id + "  ·  " + pair_count(info) + "\n" +
           info.source;
}

struct Card {
    const SolverEntry& entry;
    bool chosen;
    bool live;
    std::string obstacle; // empty if it can be chosen
    double milliseconds;  // 0: not measured
    double rate;
    std::string share; // of the machine's peak; empty: not known
};

constexpr float card_padding = 10;

// Text at the right end of a line; returns where it begins.
float right_aligned(ImDrawList& draw, float right, float top, const ImVec4& colour,
                    const std::string& text) {
    const float left = right - ImGui::CalcTextSize(text.c_str()).x;
    draw.AddText({left, top}, ImGui::GetColorU32(colour), text.c_str());
    return left - scaled(8);
}

// Two lines: the name and what a step takes, the idea and the speed.
void draw_lines(const Card& card, const ImVec2& corner, float width) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const SolverInfo& info = card.entry.info;
    const ImVec4 text = ImGui::GetStyle().Colors[ImGuiCol_Text];
    const float left = corner.x + scaled(card_padding);
    const float right = corner.x + width - scaled(card_padding);
    const float top = corner.y + scaled(6);
    const float below = top + ImGui::GetTextLineHeight() + scaled(2);
    float end = right;
    float end_below = right;
    if (card.milliseconds > 0) {
        ImGui::PushFont(number_font(), 0);
        end = right_aligned(draw, right, top, text, as_milliseconds(card.milliseconds));
        ImGui::PopFont();
        ImGui::PushFont(number_font(), small_text_height);
        end_below = right_aligned(draw, right, below, quiet_colour(),
                                  with_prefix(card.rate, "/s") +
                                      (card.share.empty() ? "" : " · " + card.share));
        ImGui::PopFont();
    }
    ImGui::PushFont(strong_font(), 0);
    line_in(draw, {left, top}, end, text, info.title);
    const float after = left + ImGui::CalcTextSize(info.title).x + scaled(8);
    ImGui::PopFont();
    ImGui::PushFont(nullptr, small_text_height);
    if (after < end) {
        line_in(draw, {after, top + scaled(2)}, end, quiet_colour(), info.id);
    }
    const std::string about = card.chosen ? pair_count(info) : info.idea;
    line_in(draw, {left, below}, end_below, quiet_colour(),
            card.obstacle.empty() ? about : card.obstacle);
    ImGui::PopFont();
}

// Under the lines of the card: a bar as long as a step is costly, lit where the algorithm is live.
void draw_ground(const Card& card, const ImVec2& corner, const ImVec2& end,
                 const CostRange& costs) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec4 colour = algorithm_colour(card.entry.info.id);
    const float glow = animated("live", card.live ? 1.0F : 0.0F);
    const float rounding = scaled(5);
    draw.AddRectFilled(corner, end, faded(card_colour()), rounding);
    draw.AddRectFilled(corner, end, faded(accent_colour(), 0.14F * glow), rounding);
    draw.AddRectFilled(corner, {corner.x + scaled(3), end.y}, faded(accent_colour(), glow),
                       rounding, ImDrawFlags_RoundTopLeft | ImDrawFlags_RoundBottomLeft);
    if (card.milliseconds > 0) {
        const float length = animated("cost", bar_length(card.milliseconds, costs));
        const float left = corner.x + scaled(card_padding);
        const float room = end.x - scaled(card_padding) - left;
        draw.AddRectFilled({left, end.y - scaled(7)}, {left + room, end.y - scaled(4)},
                           ImGui::GetColorU32(ImGuiCol_FrameBg), scaled(1.5F));
        draw.AddRectFilled({left, end.y - scaled(7)}, {left + room * length, end.y - scaled(4)},
                           faded(colour), scaled(1.5F));
    }
}

void choice_menu(const SolverOption& option, OptionValue& value) {
    ImGui::SetNextItemWidth(-scaled(card_padding));
    if (!ImGui::BeginCombo("##value", value.text().c_str())) {
        return;
    }
    for (const std::string& choice : option.choices) {
        if (ImGui::Selectable(choice.c_str(), value == OptionValue(choice))) {
            value = choice;
        }
    }
    ImGui::EndCombo();
}

void option_row(AppState& app, const SolverOption& option, OptionValue& value) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(quiet_colour(), "%s", option.title);
    tip(option.tooltip);
    ImGui::SameLine();
    ImGui::PushID(option.id);
    if (option.choices.empty()) {
        double number = value.is_number() ? value.number() : option.default_value;
        number_control(app, "value", number, option_range(option), scaled(card_padding));
        value = number;
    } else {
        choice_menu(option, value);
    }
    ImGui::PopID();
}

// What the chosen algorithm is, and what of it the user may turn.
void draw_details(AppState& app, const Card& card) {
    const SolverInfo& info = card.entry.info;
    ImGui::Indent(scaled(card_padding));
    ImGui::PushTextWrapPos(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x -
                           scaled(card_padding));
    small_text(ImGui::GetStyle().Colors[ImGuiCol_Text], info.idea);
    small_text(quiet_colour(), info.source);
    ImGui::PopTextWrapPos();
    const OptionValues values = options_of(app.settings, info.id);
    for (const SolverOption& option : info.options) {
        const OptionValue before = option.value_in(values);
        OptionValue value = before;
        ImGui::BeginDisabled(!info.in_effect(option, values));
        option_row(app, option, value);
        ImGui::EndDisabled();
        if (value != before) {
            app.settings.solver_options[info.id][option.id] = value;
        }
    }
    sharing_picker(app, card.entry, scaled(card_padding));
    device_picker(app, card.entry.info_with(app.settings.sharing).space, scaled(card_padding));
    ImGui::Unindent(scaled(card_padding));
}

// Scrolls until all of the chosen card is seen, when it, its height or the panel's is another than
// before. Not afterwards: who scrolls on wants to see other cards.
void bring_into_view(const char* algorithm, float top, float bottom) {
    ImGuiStorage& seen = *ImGui::GetStateStorage();
    const ImGuiID chosen = ImGui::GetID("chosen");
    const ImGuiID height = ImGui::GetID("height");
    const ImGuiID panel = ImGui::GetID("panel");
    const auto id = static_cast<int>(ImGui::GetID(algorithm));
    const float room = ImGui::GetWindowHeight();
    if (seen.GetInt(chosen) == id && seen.GetFloat(height) == bottom - top &&
        seen.GetFloat(panel) == room) {
        return;
    }
    seen.SetInt(chosen, id);
    seen.SetFloat(height, bottom - top);
    seen.SetFloat(panel, room);
    const float above = ImGui::GetWindowPos().y;
    const float margin = ImGui::GetTextLineHeight(); // and the title of the panel
    if (top < above + 2 * margin || bottom - top > room - 3 * margin) {
        ImGui::SetScrollFromPosY(top - above - 2 * margin, 0);
    } else if (bottom > above + room - margin) {
        ImGui::SetScrollFromPosY(bottom - above + margin, 1);
    }
}

void draw_card(AppState& app, const SolverEntry& entry, const CostRange& costs) {
    const char* const id = entry.info.id;
    const double rate = app.history.interactions_per_second(id);
    const Card card{entry,
                    app.settings.algorithm == id,
                    app.status.settings.algorithm == id,
                    why_not(entry, app.settings),
                    app.history.milliseconds_per_step(id),
                    rate,
                    peak_share(app, entry.info_with(app.settings.sharing), rate)};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float lines = ImGui::GetTextLineHeight() + scaled(small_text_height + 12);

    ImGui::PushID(id);
    draw.ChannelsSplit(2);
    draw.ChannelsSetCurrent(1);
    {
        const DisabledBecause disabled(card.obstacle);
        if (ImGui::InvisibleButton("##card", {width, lines})) {
            app.settings.algorithm = id;
        }
        tip(card.obstacle.empty() ? description(entry.info)
                                  : card.obstacle + "\n\n" + description(entry.info));
        draw_lines(card, corner, width);
    }
    const bool hovered = ImGui::IsItemHovered();
    if (card.chosen) {
        ImGui::SetCursorScreenPos({corner.x, corner.y + lines});
        draw_details(app, card);
    }
    ImGui::Dummy({0, scaled(3)});
    const ImVec2 end{corner.x + width, ImGui::GetItemRectMax().y};
    draw.ChannelsSetCurrent(0);
    draw_ground(card, corner, end, costs);
    if (hovered && !card.chosen) {
        draw.AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBgActive), scaled(5));
    }
    draw.ChannelsMerge();
    ImGui::PopID();
    if (card.chosen) {
        bring_into_view(id, corner.y, end.y);
    }
}

void family_heading(const char* family) {
    const ImVec4 colour = as_vector(family_colour(family));
    const float radius = scaled(4.5F);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddCircleFilled(
        {corner.x + radius, corner.y + ImGui::GetTextLineHeight() / 2}, radius, faded(colour));
    ImGui::Dummy({2 * radius, 0});
    ImGui::SameLine();
    ImGui::PushFont(strong_font(), 0);
    ImGui::TextColored(colour, "%s", family);
    ImGui::PopFont();
}

} // namespace

void algorithm_deck_panel(AppState& app) {
    if (begin_panel("Algorithms")) {
        const CostRange costs = measured_costs(app.history);
        std::string_view family;
        for (const SolverEntry& entry : solvers()) {
            if (family != entry.info.family) {
                family = entry.info.family;
                family_heading(entry.info.family);
            }
            draw_card(app, entry, costs);
        }
    }
    ImGui::End();
}

} // namespace orrery
