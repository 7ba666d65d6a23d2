#include "app/panels/panels.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/state/scene_space.hpp"
#include "sim/simulation/checked_settings.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace orrery {
namespace {

// A conserved quantity: how it is called, what its drift means, and which of a sample it is.
struct Quantity {
    const char* name;
    const char* tooltip;
    double StepSample::*error;
    ImVec4 colour;
};

const std::array quantities{
    Quantity{tr_noop("Energy"),
             tr_noop("Relative change of the total energy since the start"),
             &StepSample::energy_error,
             {0.98F, 0.80F, 0.42F, 1}},
    Quantity{
        tr_noop("Momentum"),
        tr_noop("Change of the total momentum since the start, relative to the sum of all m |v|"),
        &StepSample::momentum_error,
        {0.42F, 0.74F, 1.00F, 1}},
    Quantity{tr_noop("Angular momentum"),
             tr_noop("Relative change of the total angular momentum since the start"),
             &StepSample::angular_momentum_error,
             {0.50F, 0.88F, 0.60F, 1}}};

// One quantity over simulated time; exact zeroes and the unknown cannot stand on a logarithmic
// axis.
struct Drift {
    std::vector<double> times, errors;
    double now = std::numeric_limits<double>::quiet_NaN(); // at the moment that is looked at
};

Drift drift_of(const AppState& app, const Quantity& quantity) {
    Drift drift;
    for (const StepSample& sample : app.history.trust()) {
        const double error = sample.*quantity.error;
        const bool is_ahead = app.status.travel.in_past && sample.step > app.status.steps;
        drift.now = is_ahead ? drift.now : error;
        if (std::isfinite(error) && error > 0) {
            drift.times.push_back(sample.time);
            drift.errors.push_back(error);
        }
    }
    return drift;
}

using Drifts = std::array<Drift, quantities.size()>;

// The course of a drift in a few strokes, on the same logarithmic scale for all.
void draw_sparkline(const Drift& drift, const ValueExtent& range, const ImVec2& from,
                    const ImVec2& to, const ImVec4& colour) {
    constexpr int strokes = 48;
    const std::size_t count = drift.errors.size();
    if (count < 2) {
        return;
    }
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    for (int i = 0; i <= strokes; ++i) {
        const std::size_t sample = static_cast<std::size_t>(i) * (count - 1) / strokes;
        const double height =
            std::log(drift.errors[sample] / range.low) / std::log(range.high / range.low);
        draw.PathLineTo({from.x + (to.x - from.x) * static_cast<float>(i) / strokes,
                         to.y - (to.y - from.y) * static_cast<float>(height)});
    }
    draw.PathStroke(faded(colour, 0.9F), scaled(1.5F));
}

// A quantity's number, in the colour of its line, with how it got there.
void drift_card(const Quantity& quantity, const Drift& drift, const ValueExtent& range) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    const float height = ImGui::GetTextLineHeight() + scaled(11);
    ImGui::Dummy({width, height});
    tip(quantity.tooltip);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 end{corner.x + width, corner.y + height};
    draw.AddRectFilled(corner, end, faded(card_colour()), scaled(5));
    draw.AddRectFilled(corner, {corner.x + scaled(3), end.y}, faded(on_ground(quantity.colour)),
                       scaled(5), ImDrawFlags_RoundTopLeft | ImDrawFlags_RoundBottomLeft);

    const float top = corner.y + (height - ImGui::GetTextLineHeight()) / 2;
    ImGui::PushFont(number_font(), 0);
    const float value_width = ImGui::CalcTextSize("1.23e-10").x;
    const std::string value = with_exponent(drift.now);
    const float right = end.x - scaled(9);
    draw.AddText({right - ImGui::CalcTextSize(value.c_str()).x, top},
                 ImGui::GetColorU32(std::isfinite(drift.now) ? text_colour() : quiet_colour()),
                 value.c_str());
    ImGui::PopFont();
    const float spark_right = right - value_width - scaled(10);
    const float spark_left = corner.x + scaled(148);
    line_in(draw, {corner.x + scaled(11), top}, std::max(spark_left, spark_right) - scaled(4),
            text_colour(), tr(quantity.name));
    if (spark_right - spark_left > scaled(16)) {
        draw_sparkline(drift, range, {spark_left, corner.y + scaled(5)},
                       {spark_right, end.y - scaled(5)}, on_ground(quantity.colour));
    }
}

void drift_plot(const AppState& app, const Drifts& drifts, const ValueExtent& range, float height) {
    const std::vector<StepSample>& samples = app.history.trust();
    if (!begin_plot("##drift", {-scaled(12), height})) {
        return;
    }
    const double first = samples.empty() ? 0 : samples.front().time;
    const double last = samples.empty() ? 1 : samples.back().time;
    const double from = std::min(first, last);
    // Some steps wide at least: of a first one alone there is nothing to tell apart.
    const double least = std::max(20 * app.status.time_step, 1e-9 * std::max(1.0, std::abs(from)));
    const double to = std::max({first, last, from + least});
    set_up_axis(ImAxis_X1, from, to, false);
    const float room = ImGui::GetContentRegionAvail().x / scaled(64);
    set_up_ticks(ImAxis_X1, time_ticks(from, to, static_cast<int>(room)));
    set_up_axis(ImAxis_Y1, range.low / 3, range.high * 3, true, [](double value) {
        return "10" + superscript(static_cast<int>(std::lround(std::log10(value))));
    });
    for (std::size_t i = 0; i < quantities.size(); ++i) {
        plot_line(quantities[i].name, drifts[i].times, drifts[i].errors,
                  on_ground(quantities[i].colour), scaled(1.75F));
    }
    // "time, Myr" in the upper right corner: under the axis there is no room.
    const std::string name = app.units.time.empty() ? tr("time, N-body units")
                                                    : tr_format("time, {}", tr(app.units.time));
    ImGui::PushFont(nullptr, small_text_height);
    const ImVec2 corner = ImPlot::GetPlotPos();
    const float right = corner.x + ImPlot::GetPlotSize().x - scaled(6);
    ImPlot::GetPlotDrawList()->AddText(
        {right - ImGui::CalcTextSize(name.c_str()).x, corner.y + scaled(3)}, faded(quiet_colour()),
        name.c_str());
    ImGui::PopFont();
    draw_switch_marks(app.history.trust_marks(), &SwitchMark::time);
    ImPlot::EndPlot();
}

// A name at the left and a number at the right end of a line.
void number_row(const char* name, const char* tooltip, const std::string& value,
                const ImVec4& colour) {
    ImGui::TextColored(quiet_colour(), "%s", tr(name));
    tip(tooltip);
    ImGui::PushFont(number_font(), 0);
    const float width = ImGui::CalcTextSize(value.c_str()).x;
    ImGui::PopFont();
    ImGui::SameLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width -
                         scaled(9));
    number_text(colour, value);
}

void virial_row(const AppState& app) {
    const bool known = app.status.latest && app.status.latest->has_potential &&
                       app.status.latest->potential_energy != 0;
    std::string text = "–";
    if (known) {
        const double ratio = app.status.latest->virial_ratio();
        text = with_decimal_mark(std::abs(ratio) < 1000 ? fmt::format("{:.3f}", ratio)
                                                        : fmt::format("{:.2e}", ratio));
    }
    number_row("Virial ratio −T/U", "Kinetic over minus potential energy; 0.5 in equilibrium", text,
               text_colour());
}

void verdict(const SolverInfo& info, bool kept, double promise) {
    const ImVec4 colour = kept ? good_colour() : danger_colour();
    icon_item(kept ? Icon::tick : Icon::cross, colour);
    ImGui::SameLine();
    ImGui::TextColored(colour, "%s", kept ? tr("kept:") : tr("broken:"));
    ImGui::SameLine();
    ImGui::TextColored(quiet_colour(), "%s", tr("99 % below"));
    tip(tr_format("{} promises that 99 % of bodies have an error below {}", info.id,
                  with_exponent(promise)));
    ImGui::SameLine();
    number_text(with_exponent(promise));
}

// "cpu.tree", or "cpu.tree, before the change" where other forces are computed by now.
std::string verified_words(const VerifiedForces& verified, const Settings& now) {
    const Settings& then = verified.settings;
    const bool other_options = options_of(then, then.algorithm) != options_of(now, then.algorithm);
    const bool changed =
        then.algorithm == now.algorithm && (then.precision != now.precision || other_options);
    return then.algorithm + (changed ? tr(", before the change") : "");
}

// Of a file of doubles that is computed in single precision.
void rounding_row(const AppState& app) {
    const ForceError& rounding = app.status.rounding;
    if (rounding.samples == 0 || app.status.settings.precision != Precision::fp32) {
        return;
    }
    number_row("Rounding, 99 % below",
               "Force error from rounding the file's bodies to single precision; double precision "
               "has none",
               with_exponent(rounding.p99),
               rounding_matters(rounding, app.status.settings) ? danger_colour() : text_colour());
}

void force_error_rows(const AppState& app) {
    ImGui::Spacing();
    app.actions.button("simulation.verify", "Verify forces");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    if (app.status.verifying) {
        spinner();
        return;
    }
    if (!app.status.verified) {
        const bool in_box = app.get<SceneSpace>().box.is_periodic() &&
                            find_solver(app.status.settings.algorithm).info.periodic;
        small_text_to_edge(quiet_colour(), in_box ? "vs. Ewald sum" : "vs. direct sum");
        return;
    }
    const ForceError& measured = app.status.verified->error;
    const SolverInfo& info = find_solver(app.status.verified->settings.algorithm).info;
    const double promise = app.status.verified->promised_error();
    const bool kept = measured.p99 <= promise;
    small_text_to_edge(quiet_colour(), verified_words(*app.status.verified, app.status.settings));
    number_row("Force error, median", "Half of the bodies have a smaller relative error",
               with_exponent(measured.median), text_colour());
    const bool promised = measured.promised_from == 0 && std::isfinite(promise);
    number_row("99 % below", "1 % of the bodies have a larger relative error",
               with_exponent(measured.p99),
               !promised ? text_colour()
               : kept    ? good_colour()
                         : danger_colour());
    number_row("largest", "The largest error of the bodies sampled",
               with_exponent(measured.maximum), text_colour());
    if (!std::isfinite(promise)) {
        small_text(quiet_colour(), "promises nothing in this box");
        return;
    }
    if (!promised) {
        small_text(quiet_colour(), tr_format("promised from a softening of {} on",
                                             briefly(measured.promised_from)));
        tip(tr_format("{} has no detail below its cells: with less softening than four of them it "
                      "promises no error",
                      info.id));
        return;
    }
    verdict(info, kept, promise);
}

} // namespace

void trust_panel(AppState& app) {
    if (begin_panel("Conservation", "Trust")) {
        Drifts drifts;
        ValueExtent range{1e-9, 1e-3};
        for (std::size_t i = 0; i < quantities.size(); ++i) {
            drifts[i] = drift_of(app, quantities[i]);
            range.include(drifts[i].errors);
        }
        for (std::size_t i = 0; i < quantities.size(); ++i) {
            drift_card(quantities[i], drifts[i], range);
        }
        virial_row(app);
        if (app.status.edited_at) {
            small_text(quiet_colour(),
                       tr_format("bodies changed at t = {}", plainly(*app.status.edited_at)));
            tip("Conserved quantities are compared with their values at that time, when you "
                "changed the bodies");
        }
        // What the rows below need is theirs; the plot takes the rest.
        const float rows = app.status.rounding.samples > 0 ? 5 : 4;
        const float below = rows * ImGui::GetTextLineHeightWithSpacing() +
                            1.6F * ImGui::GetFrameHeightWithSpacing();
        drift_plot(app, drifts, range,
                   std::max(ImGui::GetContentRegionAvail().y - below, scaled(84)));
        force_error_rows(app);
        rounding_row(app);
    }
    ImGui::End();
}

} // namespace orrery
