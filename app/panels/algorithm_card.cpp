#include "app/panels/algorithm_card.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/step_words.hpp"
#include "app/panels/theme.hpp"
#include "app/state/source_choice.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

std::string description(const SolverInfo& info) {
    return std::string(tr(info.idea)) + "\n\n" + info.id + "  ·  " + pair_count(info) + "\n" +
           info.source;
}

// Text at the right end of a line; returns where what is before it has to end.
float right_aligned(const ImVec2& corner, float right, const ImVec4& colour,
                    const std::string& text) {
    const float left = right - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::GetWindowDrawList()->AddText({left, corner.y}, ImGui::GetColorU32(colour), text.c_str());
    return text.empty() ? right : left - scaled(8);
}

// The time of a step, or the progress of a long one.
struct StepTime {
    std::string text;
    ImVec4 colour;
    bool under_way = false;
};

StepTime step_time(const AppState& app, const std::string& id) {
    if (app.status.settings.algorithm == id) {
        if (std::string clock = step_clock(app); !clock.empty()) {
            return {std::move(clock), accent_colour(), true};
        }
    }
    return {app.history.costs().of(id).text(), text_colour()};
}

// The bar under a row, and what lights the one that runs.
void draw_ground(const AppState& app, const std::string& id, const StepBars& bars,
                 const ImVec2& corner, const ImVec2& end) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const bool live = app.status.settings.algorithm == id;
    const float rounding = scaled(3);
    const float width = end.x - corner.x;
    const float glow = animated("live", live ? 1.0F : 0.0F);
    draw.AddRectFilled(corner, end, faded(card_colour(), 0.6F), rounding);
    const StepCost cost = app.history.costs().of(id);
    if (const float share = animated("cost", bars.share(cost.milliseconds)); share > 0.003F) {
        draw.AddRectFilled(corner, {corner.x + width * share, end.y},
                           faded(algorithm_colour(id), cost.is_measured() ? 0.42F : 0.28F),
                           rounding);
    }
    draw.AddRectFilled(corner, {corner.x + scaled(3), end.y}, faded(accent_colour(), glow));
    draw.AddRect(corner, end, faded(accent_colour(), 0.9F * glow), rounding, scaled(1));
    if (const float done = live ? step_share(app) : 0; done > 0) {
        draw.AddRectFilled({corner.x, end.y - scaled(2)}, {corner.x + width * done, end.y},
                           faded(accent_colour()));
    }
}

void draw_row(const AppState& app, const SolverEntry& entry, bool possible, const ImVec2& corner,
              const ImVec2& end) {
    const SolverInfo& info = entry.info;
    const bool live = app.status.settings.algorithm == info.id;
    const float text_top = corner.y + (end.y - corner.y - ImGui::GetFontSize()) / 2;
    const float radius = scaled(3.5F);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddCircleFilled({corner.x + scaled(11), (corner.y + end.y) / 2}, radius,
                         faded(algorithm_colour(info.id)));
    float right = end.x - scaled(6);
    if (possible) {
        ImGui::PushFont(number_font(), small_text_height);
        const StepTime time = step_time(app, info.id);
        // In columns, so that they are read downwards; a clock takes the room of both.
        const float factor_column = ImGui::CalcTextSize("≈ 1000 ×").x + scaled(8);
        if (!time.under_way) {
            const float factor = right_aligned({corner.x, text_top}, right, quiet_colour(),
                                               cost_factor(app, info.id));
            right = std::min(right - factor_column, factor); // millions need more than the column
        }
        right = right_aligned({corner.x, text_top}, right, time.colour, time.text);
        ImGui::PopFont();
    }
    ImGui::PushFont(live ? strong_font() : nullptr, small_text_height);
    line_in(draw, {corner.x + scaled(20), text_top}, right, text_colour(), tr(info.title));
    ImGui::PopFont();
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

void StepBars::include(double milliseconds) {
    if (milliseconds > 0) {
        shortest_ = shortest_ > 0 ? std::min(shortest_, milliseconds) : milliseconds;
        longest_ = std::max(longest_, milliseconds);
    }
}

float StepBars::share(double milliseconds) const {
    constexpr double of_shortest = 0.5; // a bar of nothing would say that it takes no time
    constexpr double least_span = 10;
    if (milliseconds <= 0 || shortest_ <= 0) {
        return 0;
    }
    const double from = of_shortest * shortest_;
    const double span = std::max(longest_ / from, least_span);
    const double share = std::log(milliseconds / from) / std::log(span);
    return static_cast<float>(std::clamp(share, 0.02, 1.0));
}

std::string step_figures(const AppState& app, const SolverEntry& entry) {
    const StepCost cost = app.history.costs().of(entry.info.id);
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

void running_heading(const AppState& app, const SolverEntry& entry) {
    const SolverInfo& info = entry.info;
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float end = corner.x + ImGui::GetContentRegionAvail().x;
    const StepTime time = step_time(app, info.id);
    ImGui::PushFont(number_font(), 0);
    const float right = right_aligned(corner, end, time.colour, time.text);
    ImGui::PopFont();
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    ImGui::PushFont(strong_font(), 0);
    const float after = corner.x + ImGui::CalcTextSize(tr(info.title)).x + scaled(8);
    line_in(draw, corner, right, text_colour(), tr(info.title));
    ImGui::Dummy({end - corner.x, ImGui::GetTextLineHeight()});
    ImGui::PopFont();
    tip(description(info));
    if (after < right) {
        ImGui::PushFont(nullptr, small_text_height);
        line_in(draw, {after, corner.y + scaled(2)}, right, quiet_colour(), info.id);
        ImGui::PopFont();
    }
}

bool algorithm_row(AppState& app, const SolverEntry& entry, const StepBars& bars, float height) {
    const std::string obstacle = why_not(entry, app.settings);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x, height};
    ImGui::PushID(entry.info.id);
    ImGui::BeginDisabled(!obstacle.empty());
    const bool clicked = ImGui::InvisibleButton("##card", size);
    tip((obstacle.empty() ? "" : tr(obstacle) + "\n\n") + description(entry.info));
    // A hair between two rows.
    const ImVec2 end{corner.x + size.x, corner.y + height - scaled(1)};
    draw_ground(app, entry.info.id, bars, corner, end);
    ImGui::PushFont(nullptr, small_text_height);
    draw_row(app, entry, obstacle.empty(), corner, end);
    ImGui::PopFont();
    if (ImGui::IsItemHovered()) {
        ImGui::GetWindowDrawList()->AddRect(corner, end, ImGui::GetColorU32(ImGuiCol_Text, 0.5F),
                                            scaled(3));
    }
    ImGui::EndDisabled();
    ImGui::PopID();
    return clicked;
}

} // namespace orrery
