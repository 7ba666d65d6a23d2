#include "app/panels/algorithm_card.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/fonts.hpp"
#include "app/panels/peak_share.hpp"
#include "app/panels/step_words.hpp"
#include "app/panels/theme.hpp"
#include "app/state/source_choice.hpp"

#include <imgui.h>

#include <algorithm>

namespace orrery {
namespace {

using Known = StepCost::Known;

std::string description(const SolverInfo& info) {
    return std::string(tr(info.idea)) + "\n\n" + info.id + "  ·  " + pair_count(info) + "\n" +
           info.source;
}

struct Card {
    const SolverEntry& entry;
    bool chosen;
    bool live;
    std::string obstacle; // empty if it can be chosen
    StepCost cost;
    std::string step;    // of a live one: the clock of a long step
    std::string figures; // "1.94 T/s · 43 % · 31 ×"
};

constexpr float card_padding = 10;

// Text at the right end of a line; returns where it begins.
float right_aligned(ImDrawList& draw, float right, float top, const ImVec4& colour,
                    const std::string& text) {
    const float left = right - ImGui::CalcTextSize(text.c_str()).x;
    draw.AddText({left, top}, ImGui::GetColorU32(colour), text.c_str());
    return left - scaled(8);
}

std::string figures_of(const AppState& app, const SolverEntry& entry, const StepCost& cost) {
    std::string text;
    const auto add = [&](const std::string& figure) {
        text += (text.empty() || figure.empty() ? "" : " · ") + figure;
    };
    if (cost.is_measured()) {
        add(with_prefix(cost.interactions_per_second, "/s"));
        add(peak_share(app, entry.info_with(app.settings.sharing), cost.interactions_per_second));
    }
    add(cost_factor(app, entry.info.id));
    return text;
}

Card card_of(const AppState& app, const SolverEntry& entry) {
    const char* const id = entry.info.id;
    const StepCost cost = app.history.costs().of(id);
    const bool live = app.status.settings.algorithm == id;
    return {entry,
            app.settings.algorithm == id,
            live,
            why_not(entry, app.settings),
            cost,
            live ? step_clock(app) : "",
            figures_of(app, entry, cost)};
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
    ImGui::PushFont(number_font(), 0);
    const bool measured = card.cost.known == Known::measured;
    const float end =
        card.step.empty()
            ? right_aligned(draw, right, top, measured ? text : quiet_colour(), card.cost.text())
            : right_aligned(draw, right, top, accent_colour(), card.step);
    ImGui::PopFont();
    ImGui::PushFont(number_font(), small_text_height);
    const float end_below = right_aligned(draw, right, below, quiet_colour(), card.figures);
    ImGui::PopFont();

    ImGui::PushFont(strong_font(), 0);
    line_in(draw, {left, top}, end, text, tr(info.title));
    const float after = left + ImGui::CalcTextSize(tr(info.title)).x + scaled(8);
    ImGui::PopFont();
    ImGui::PushFont(nullptr, small_text_height);
    if (after < end) {
        line_in(draw, {after, top + scaled(2)}, end, quiet_colour(), info.id);
    }
    line_in(draw, {left, below}, end_below, quiet_colour(),
            card.obstacle.empty() ? tr(info.idea) : tr(card.obstacle));
    ImGui::PopFont();
}

// Under the lines: lit where the algorithm is live, and the bar.
void draw_ground(const Card& card, const ImVec2& corner, const ImVec2& end, float bar,
                 float share_of_step) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float glow = animated("live", card.live ? 1.0F : 0.0F);
    const float rounding = scaled(5);
    draw.AddRectFilled(corner, end, faded(card_colour()), rounding);
    draw.AddRectFilled(corner, end, faded(accent_colour(), 0.14F * glow), rounding);
    draw.AddRectFilled(corner, {corner.x + scaled(3), end.y}, faded(accent_colour(), glow),
                       rounding, ImDrawFlags_RoundTopLeft | ImDrawFlags_RoundBottomLeft);
    const float left = corner.x + scaled(card_padding);
    const float room = end.x - scaled(card_padding) - left;
    const float top = end.y - scaled(7);
    const float bottom = end.y - scaled(4);
    if (bar <= 0 && share_of_step <= 0) {
        return;
    }
    draw.AddRectFilled({left, top}, {left + room, bottom}, ImGui::GetColorU32(ImGuiCol_FrameBg),
                       scaled(1.5F));
    draw.AddRectFilled({left, top}, {left + std::max(room * bar, scaled(1)), bottom},
                       faded(algorithm_colour(card.entry.info.id)), scaled(1.5F));
    draw.AddRectFilled({left, top}, {left + room * share_of_step, bottom}, faded(accent_colour()),
                       scaled(1.5F));
}

} // namespace

std::string pair_count(const SolverInfo& info) {
    std::string text = info.complexity;
    if (const auto power = text.find("^2"); power != std::string::npos) {
        text.replace(power, 2, "²");
    }
    return tr_format("{} interactions", text);
}

std::string cost_factor(const AppState& app, const std::string& algorithm) {
    return app.history.costs().compare(algorithm, app.view.reference).text();
}

bool algorithm_card(AppState& app, const SolverEntry& entry, double longest) {
    const Card card = card_of(app, entry);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x,
                      ImGui::GetTextLineHeight() + scaled(small_text_height + 18)};
    const ImVec2 end{corner.x + size.x, corner.y + size.y};

    ImGui::PushID(entry.info.id);
    const DisabledBecause disabled(card.obstacle);
    const bool clicked = ImGui::InvisibleButton("##card", size);
    tip(card.obstacle.empty() ? description(entry.info)
                              : tr(card.obstacle) + "\n\n" + description(entry.info));
    const bool measured = card.cost.is_measured() && longest > 0;
    const float bar =
        measured ? animated("cost", static_cast<float>(card.cost.milliseconds / longest)) : 0;
    draw_ground(card, corner, end, bar, card.step.empty() ? 0 : step_share(app));
    draw_lines(card, corner, size.x);
    if (ImGui::IsItemHovered() && !card.chosen) {
        draw.AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_FrameBgActive), scaled(5));
    } else if (card.chosen) {
        draw.AddRect(corner, end, faded(accent_colour(), 0.5F), scaled(5));
    }
    ImGui::PopID();
    return clicked;
}

} // namespace orrery
