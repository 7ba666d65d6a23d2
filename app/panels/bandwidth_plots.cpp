#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/bandwidth_table.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/machine_plots.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace orrery {
namespace {

constexpr ImPlotFlags plot_flags =
    ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;

// Each access has a colour; wider elements are brighter.
ImVec4 curve_colour(Access access, int width) {
    static constexpr std::array colours{
        ImVec4{0.42F, 0.74F, 1.00F, 1}, ImVec4{1.00F, 0.50F, 0.42F, 1},
        ImVec4{0.98F, 0.80F, 0.42F, 1}, ImVec4{0.50F, 0.88F, 0.60F, 1}};
    const ImVec4& colour = colours[static_cast<std::size_t>(access)];
    const float light = width <= 4 ? 0.55F : width <= 8 ? 0.75F : 1.0F;
    return {colour.x * light, colour.y * light, colour.z * light, 1};
}

std::vector<const char*> pointers(const std::vector<std::string>& texts) {
    std::vector<const char*> result;
    result.reserve(texts.size());
    for (const std::string& text : texts) {
        result.push_back(text.c_str());
    }
    return result;
}

// The names of the accesses in their colours.
void access_legend() {
    const float right = ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(nullptr, small_text_height);
    bool first = true;
    for (const Access access : all_accesses) {
        const char* const name = access_name(access);
        if (!first) {
            ImGui::SameLine(0, scaled(10));
            if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(name).x > right) {
                ImGui::NewLine();
            }
        }
        first = false;
        ImGui::TextColored(curve_colour(access, 16), "%s", name);
    }
    ImGui::PopFont();
}

int format_gigabytes(double value, char* text, int size, void* /*data*/) {
    return std::snprintf(text, static_cast<std::size_t>(size), "%s",
                         with_prefix(value * 1e9, "").c_str());
}

// Viridis, from the dark of nothing to the bright of the best.
ImU32 heat(double share) {
    const ImVec4 colour = ImPlot::SampleColormap(static_cast<float>(share), ImPlotColormap_Viridis);
    return faded(colour);
}

void draw_cell(ImDrawList& draw, const ImVec2& low, const ImVec2& high, double value, double best) {
    draw.AddRectFilled(low, high, heat(value / best));
    char number[16];
    std::snprintf(number, sizeof number, value < 9.95 ? "%.1f" : "%.0f", value);
    const ImVec2 size = ImGui::CalcTextSize(number);
    if (size.x + scaled(4) <= high.x - low.x && size.y <= high.y - low.y) {
        const bool bright = value / best > 0.6;
        draw.AddText({(low.x + high.x - size.x) / 2, (low.y + high.y - size.y) / 2},
                     bright ? IM_COL32(10, 12, 16, 255) : IM_COL32(230, 232, 238, 255), number);
    }
}

} // namespace

void bandwidth_curves(const ProcessorPeaks& processor, bool is_gpu, float height) {
    heading("Memory bandwidth, B/s by threads");
    tip("Useful bytes per second. Rows: neighbouring threads read neighbouring elements. Columns: "
        "elements are a row apart, and the bytes around them are fetched for nothing. Shifted: "
        "rows that start at an unaligned address. Copy: read and write. Bright curves move 16 "
        "bytes or more per instruction, dark ones 4.");
    access_legend();
    if (is_gpu) {
        small_text(quiet_colour(),
                   tr_format("threads per block, {} blocks", curve_blocks(processor)));
    }
    if (!ImPlot::BeginPlot("##bandwidth", {-1, height}, plot_flags)) {
        return;
    }
    const std::vector<BandwidthCurve> curves = bandwidth_curves_of(processor);
    double low = 1e300;
    double high = 0;
    double first = 1e300;
    double last = 0;
    for (const BandwidthCurve& curve : curves) {
        low = std::min(low, *std::min_element(curve.gigabytes.begin(), curve.gigabytes.end()));
        high = std::max(high, *std::max_element(curve.gigabytes.begin(), curve.gigabytes.end()));
        first = std::min(first, curve.threads.front());
        last = std::max(last, curve.threads.back());
    }
    constexpr ImPlotAxisFlags axis = ImPlotAxisFlags_NoHighlight;
    ImPlot::SetupAxes(nullptr, nullptr, axis, axis);
    ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
    ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    ImPlot::SetupAxisFormat(ImAxis_Y1, format_gigabytes);
    ImPlot::SetupAxisLimits(ImAxis_X1, first * 0.9, last * 1.1, ImPlotCond_Always);
    ImPlot::SetupAxisLimits(ImAxis_Y1, low / 1.5, high * 1.5, ImPlotCond_Always);
    if (!curves.empty()) {
        std::vector<std::string> names;
        for (const double threads : curves.front().threads) {
            names.push_back(std::to_string(std::lround(threads)));
        }
        const std::vector<const char*> labels = pointers(names);
        ImPlot::SetupAxisTicks(ImAxis_X1, curves.front().threads.data(),
                               static_cast<int>(labels.size()), labels.data());
    }
    for (const BandwidthCurve& curve : curves) {
        ImPlotSpec spec;
        spec.LineColor = curve_colour(curve.access, curve.width);
        spec.LineWeight = scaled(1.75F);
        const std::string name =
            access_name(curve.access) + std::string(" ") + std::to_string(curve.width);
        ImPlot::PlotLine(name.c_str(), curve.threads.data(), curve.gigabytes.data(),
                         static_cast<int>(curve.threads.size()), spec);
    }
    ImPlot::EndPlot();
}

void bandwidth_map(const ProcessorPeaks& processor, const MachineView& view, bool is_gpu,
                   float height) {
    const BandwidthGrid grid = is_gpu ? grid_by_blocks(processor, view.access, view.width)
                                      : grid_by_width(processor, view.access);
    small_text(quiet_colour(), is_gpu ? "GB/s · y: blocks, x: threads per block"
                                      : "GB/s · y: bytes per element, x: threads");
    if (grid.gigabytes.empty()) {
        small_text(quiet_colour(), "not part of the quick sweep");
        return;
    }
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushFont(number_font(), small_text_height);
    const float line = ImGui::GetTextLineHeight();
    const float margin = ImGui::CalcTextSize("00000").x;
    const float cell_width = (width - margin) / static_cast<float>(grid.columns.size());
    const float cell_height = (height - line) / static_cast<float>(grid.rows.size());
    const double best = *std::max_element(grid.gigabytes.begin(), grid.gigabytes.end());
    for (std::size_t row = 0; row < grid.rows.size(); ++row) {
        const float top = corner.y + cell_height * static_cast<float>(row);
        const std::string& name = grid.rows[row];
        draw.AddText({corner.x + margin - scaled(5) - ImGui::CalcTextSize(name.c_str()).x,
                      top + (cell_height - line) / 2},
                     faded(quiet_colour()), name.c_str());
        for (std::size_t column = 0; column < grid.columns.size(); ++column) {
            const float left = corner.x + margin + cell_width * static_cast<float>(column);
            draw_cell(draw, {left, top}, {left + cell_width - 1, top + cell_height - 1},
                      grid.gigabytes[row * grid.columns.size() + column], best);
        }
    }
    for (std::size_t column = 0; column < grid.columns.size(); ++column) {
        const std::string& name = grid.columns[column];
        const float middle = corner.x + margin + cell_width * (static_cast<float>(column) + 0.5F);
        draw.AddText({middle - ImGui::CalcTextSize(name.c_str()).x / 2,
                      corner.y + cell_height * static_cast<float>(grid.rows.size())},
                     faded(quiet_colour()), name.c_str());
    }
    ImGui::PopFont();
    ImGui::Dummy({width, height});
}

} // namespace orrery
