#include "app/panels/controls.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

namespace orrery {
namespace {

std::string scientific(double value) {
    if (!std::isfinite(value)) {
        return "-";
    }
    char text[32];
    std::snprintf(text, sizeof text, "%.1e", value);
    return text;
}

// A conserved quantity: how it is called, what its drift means, and which of a sample it is.
struct Quantity {
    const char* name;
    const char* tooltip;
    double StepSample::*error;
    ImVec4 colour;
};

constexpr Quantity quantities[] = {{"Energy",
                                    "Change of the total energy since the start, relative to it",
                                    &StepSample::energy_error,
                                    {1.00F, 0.72F, 0.36F, 1}},
                                   {"Momentum",
                                    "Change of the total momentum, relative to the sum of m |v|",
                                    &StepSample::momentum_error,
                                    {0.38F, 0.70F, 0.98F, 1}},
                                   {"Angular mom.",
                                    "Change of the total angular momentum, relative to it",
                                    &StepSample::angular_momentum_error,
                                    {0.49F, 0.86F, 0.55F, 1}}};

// The errors of one quantity; exact zeroes cannot stand on a logarithmic axis.
void plot_quantity(const std::vector<StepSample>& samples, const Quantity& quantity) {
    std::vector<double> times;
    std::vector<double> errors;
    for (const StepSample& sample : samples) {
        const double error = sample.*quantity.error;
        if (std::isfinite(error) && error > 0) {
            times.push_back(sample.time);
            errors.push_back(error);
        }
    }
    ImPlotSpec spec;
    spec.LineColor = quantity.colour;
    spec.LineWeight = scaled(1.5F);
    ImPlot::PlotLine(quantity.name, times.data(), errors.data(), static_cast<int>(times.size()),
                     spec);
}

struct Range {
    double low, high;
};

Range range_of_errors(const std::vector<StepSample>& samples) {
    Range range{1e-3, 1e-9};
    for (const StepSample& sample : samples) {
        for (const Quantity& quantity : quantities) {
            const double error = sample.*quantity.error;
            if (std::isfinite(error) && error > 0) {
                range.low = std::min(range.low, error);
                range.high = std::max(range.high, error);
            }
        }
    }
    return {std::max(range.low / 3, 1e-17), range.high * 3};
}

int format_power(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%.0e", value);
}

void drift_plot(const std::vector<StepSample>& samples, float height) {
    constexpr ImPlotFlags flags = ImPlotFlags_NoTitle | ImPlotFlags_NoMouseText |
                                  ImPlotFlags_NoBoxSelect | ImPlotFlags_NoMenus |
                                  ImPlotFlags_NoLegend;
    if (!ImPlot::BeginPlot("##drift", {-1, height}, flags)) {
        return;
    }
    const double first = samples.empty() ? 0 : samples.front().time;
    const double last = samples.empty() ? 1 : samples.back().time;
    const Range range = range_of_errors(samples);
    ImPlot::SetupAxes(nullptr, nullptr, ImPlotAxisFlags_NoHighlight, ImPlotAxisFlags_NoHighlight);
    ImPlot::SetupAxisFormat(ImAxis_X1, "t=%g");
    ImPlot::SetupAxisLimits(ImAxis_X1, std::min(first, last),
                            std::max({first, last, std::min(first, last) + 1e-9}),
                            ImPlotCond_Always);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_Y1, format_power);
    ImPlot::SetupAxisLimits(ImAxis_Y1, range.low, range.high, ImPlotCond_Always);
    for (const Quantity& quantity : quantities) {
        plot_quantity(samples, quantity);
    }
    ImPlot::EndPlot();
}

// The newest number of each quantity, in the colour of its line.
void drift_rows(const std::vector<StepSample>& samples) {
    for (const Quantity& quantity : quantities) {
        ImGui::TextColored(quantity.colour, "%s", quantity.name);
        tip(quantity.tooltip);
        const double error = samples.empty() ? std::numeric_limits<double>::quiet_NaN()
                                             : samples.back().*quantity.error;
        const std::string text = scientific(error);
        ImGui::SameLine(ImGui::GetContentRegionAvail().x - scaled(66));
        number_text(text);
    }
}

void virial_row(const AppState& app) {
    ImGui::TextColored(quiet_colour(), "Virial ratio");
    tip("Kinetic energy over minus the potential energy; 0.5 in equilibrium");
    ImGui::SameLine(ImGui::GetContentRegionAvail().x - scaled(66));
    const bool known = app.status.latest && app.status.latest->has_potential &&
                       app.status.latest->potential_energy != 0;
    char text[32] = "-";
    if (known) {
        std::snprintf(text, sizeof text, "%.3f", app.status.latest->virial_ratio());
    }
    number_text(text);
}

void force_error_rows(const AppState& app) {
    heading("Force error");
    app.actions.button("simulation.verify", app.status.verifying ? "Verifying …" : "Verify now");
    const auto& measured = app.status.force_error;
    if (!measured) {
        ImGui::TextColored(quiet_colour(), "against the direct sum in double");
        return;
    }
    const SolverInfo& info = find_solver(app.status.verified_algorithm).info;
    const double promise = app.status.settings.precision == Precision::fp32
                               ? info.promised_error_fp32
                               : info.promised_error_fp64;
    const bool kept = measured->p99 <= promise;
    ImGui::SameLine();
    ImGui::TextColored(quiet_colour(), "%s", info.id);
    const auto line = [](const char* name, double value, const ImVec4& colour) {
        ImGui::TextColored(quiet_colour(), "%s", name);
        ImGui::SameLine(ImGui::GetContentRegionAvail().x - scaled(66));
        number_text(colour, scientific(value));
    };
    const ImVec4 text = ImGui::GetStyle().Colors[ImGuiCol_Text];
    line("median", measured->median, text);
    line("99 in 100 below", measured->p99, kept ? good_colour() : danger_colour());
    line("largest", measured->maximum, text);
    ImGui::TextColored(kept ? good_colour() : danger_colour(), "%s %s",
                       kept ? "keeps its promise of" : "breaks its promise of",
                       scientific(promise).c_str());
}

} // namespace

void trust_panel(AppState& app) {
    if (begin_panel("Trust")) {
        const auto& samples = app.history.trust();
        drift_rows(samples);
        virial_row(app);
        // What the rows below need is theirs; the plot takes the rest.
        const float below = 7.2F * ImGui::GetTextLineHeightWithSpacing();
        drift_plot(samples, std::max(ImGui::GetContentRegionAvail().y - below, scaled(80)));
        force_error_rows(app);
    }
    ImGui::End();
}

} // namespace orrery
