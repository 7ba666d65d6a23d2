#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace orrery {
namespace {

// Where a step's milliseconds stand between a tenth and ten seconds, 0 … 1.
float cost_on_scale(double milliseconds) {
    const double place = (std::log10(milliseconds) + 1) / 5;
    return static_cast<float>(std::clamp(place, 0.03, 1.0));
}

// Why the algorithm cannot be chosen now; empty if it can.
std::string obstacle(const SolverEntry& entry, const Settings& settings) {
    if (!entry.unavailable.empty()) {
        return entry.unavailable;
    }
    if (settings.precision == Precision::fp64 && !entry.info.has_double) {
        return "It computes in float only; choose float in Simulation";
    }
    if (find_integrator(settings.integrator).needs_jerk && !entry.info.has_jerk) {
        return "It does not compute the jerk that " + settings.integrator + " needs";
    }
    return {};
}

std::string description(const SolverInfo& info) {
    return std::string(info.idea) + "\n\n" + info.id + "  ·  " + info.complexity + "\n" +
           info.source;
}

// The card's ground: a bar as long as a step is costly, a mark where the algorithm is the live one.
void draw_card_ground(const ImVec2& corner, const ImVec2& size, const SolverInfo& info, bool live,
                      double milliseconds) {
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    const ImVec4 colour = as_vector(family_colour(info.family));
    const ImVec2 end{corner.x + size.x, corner.y + size.y};
    const float glow = animated("live", live ? 1.0F : 0.0F);
    if (glow > 0.01F) {
        const ImVec4 accent = accent_colour();
        draw->AddRectFilled(corner, end,
                            ImGui::GetColorU32({accent.x, accent.y, accent.z, 0.13F * glow}),
                            scaled(4));
        draw->AddRectFilled(corner, {corner.x + scaled(3), end.y},
                            ImGui::GetColorU32({accent.x, accent.y, accent.z, glow}), scaled(2));
    }
    if (milliseconds > 0) {
        const float length = animated("cost", cost_on_scale(milliseconds));
        const float left = corner.x + scaled(11);
        const float room = size.x - scaled(22);
        draw->AddRectFilled({left, end.y - scaled(6)}, {left + room * length, end.y - scaled(3)},
                            ImGui::GetColorU32({colour.x, colour.y, colour.z, 0.85F}), scaled(1));
    }
}

void draw_card_text(const ImVec2& corner, const ImVec2& size, const SolverInfo& info,
                    double milliseconds, double rate) {
    ImDrawList* const draw = ImGui::GetWindowDrawList();
    const float line = ImGui::GetTextLineHeight();
    const ImU32 bright = ImGui::GetColorU32(ImGuiCol_Text);
    const ImU32 quiet = ImGui::GetColorU32(ImGuiCol_TextDisabled);
    const float left = corner.x + scaled(11);
    const float right = corner.x + size.x - scaled(11);
    const float top = corner.y + scaled(5);
    draw->AddText({left, top}, bright, info.title);

    ImGui::PushFont(number_font(), 0);
    const auto right_aligned = [&](float y, ImU32 colour, const std::string& text) {
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        draw->AddText({right - width, y}, colour, text.c_str());
    };
    if (milliseconds > 0) {
        right_aligned(top, bright, as_milliseconds(milliseconds));
        right_aligned(top + line + scaled(2), quiet, with_prefix(rate, "/s"));
    }
    ImGui::PopFont();
    draw->AddText({left, top + line + scaled(2)}, quiet, info.id);
}

void card(AppState& app, const SolverEntry& entry) {
    const SolverInfo& info = entry.info;
    const bool live = app.status.settings.algorithm == info.id;
    const std::string reason = obstacle(entry, app.settings);
    const double milliseconds = app.history.milliseconds_per_step(info.id);
    const double rate = app.history.interactions_per_second(info.id);

    ImGui::PushID(info.id);
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const ImVec2 size{ImGui::GetContentRegionAvail().x,
                      2 * ImGui::GetTextLineHeight() + scaled(17)};
    {
        const DisabledBecause disabled(reason);
        if (ImGui::Selectable("##card", app.settings.algorithm == info.id, 0, size)) {
            app.settings.algorithm = info.id;
        }
        tip(reason.empty() ? description(info) : reason + "\n\n" + description(info));
        draw_card_ground(corner, size, info, live, milliseconds);
        draw_card_text(corner, size, info, milliseconds, rate);
    }
    ImGui::PopID();
}

void option_row(const SolverOption& option, double& value) {
    row(option.title, option.tooltip);
    ImGui::PushID(option.id);
    if (option.choices.empty()) {
        ImGui::PushFont(number_font(), 0);
        ImGui::SliderScalar("##value", ImGuiDataType_Double, &value, &option.minimum,
                            &option.maximum, "%.3g");
        ImGui::PopFont();
    } else {
        const auto last = option.choices.size() - 1;
        const auto chosen = std::min(static_cast<std::size_t>(std::max(value, 0.0)), last);
        if (ImGui::BeginCombo("##value", option.choices[chosen].c_str())) {
            for (std::size_t i = 0; i <= last; ++i) {
                if (ImGui::Selectable(option.choices[i].c_str(), i == chosen)) {
                    value = static_cast<double>(i);
                }
            }
            ImGui::EndCombo();
        }
    }
    ImGui::PopID();
}

// What the chosen algorithm lets the user turn.
void options(AppState& app) {
    const SolverInfo& info = find_solver(app.settings.algorithm).info;
    if (info.options.empty()) {
        return;
    }
    heading(info.title);
    for (const SolverOption& option : info.options) {
        auto& values = app.settings.solver_options[info.id];
        double value = values.contains(option.id) ? values[option.id] : option.standard;
        const double before = value;
        option_row(option, value);
        if (value != before) {
            values[option.id] = value;
        }
        if (values.empty()) {
            app.settings.solver_options.erase(info.id);
        }
    }
}

} // namespace

void algorithm_deck_panel(AppState& app) {
    if (begin_panel("Algorithms")) {
        const char* family = "";
        for (const SolverEntry& entry : solvers()) {
            if (std::string_view(family) != entry.info.family) {
                family = entry.info.family;
                ImGui::PushFont(strong_font(), 0);
                ImGui::TextColored(as_vector(family_colour(family)), "%s", family);
                ImGui::PopFont();
                ImGui::SameLine();
                ImGui::TextColored(quiet_colour(), "a step · interactions/s");
            }
            card(app, entry);
        }
        options(app);
    }
    ImGui::End();
}

} // namespace orrery
