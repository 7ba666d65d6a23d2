#include "app/panels/bandwidth.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace orrery {
namespace {

// The samples that `take` wants, row_of(sample) by threads.
template <class Take, class RowOf>
BandwidthGrid grid(const ProcessorPeaks& processor, const Take& take, const RowOf& row_of) {
    std::set<int> threads;
    std::set<int, std::greater<>> rows;
    std::map<std::pair<int, int>, double> values;
    for (const BandwidthSample& sample : processor.bandwidth) {
        if (take(sample)) {
            threads.insert(sample.threads);
            rows.insert(row_of(sample));
            values[{row_of(sample), sample.threads}] = sample.bytes_per_second / 1e9;
        }
    }
    BandwidthGrid result;
    for (const int count : threads) {
        result.columns.push_back(std::to_string(count));
    }
    for (const int row : rows) {
        result.rows.push_back(std::to_string(row));
        for (const int count : threads) {
            const auto found = values.find({row, count});
            result.gigabytes.push_back(found == values.end() ? 0 : found->second);
        }
    }
    return result;
}

// Each access has a colour; wider elements are brighter.
ImVec4 curve_colour(Access access, int width) {
    static constexpr std::array colours{
        ImVec4{0.42F, 0.74F, 1.00F, 1}, ImVec4{1.00F, 0.50F, 0.42F, 1},
        ImVec4{0.98F, 0.80F, 0.42F, 1}, ImVec4{0.50F, 0.88F, 0.60F, 1}};
    const ImVec4& colour = colours[static_cast<std::size_t>(access)];
    const float light = width <= 4 ? 0.55F : width <= 8 ? 0.75F : 1.0F;
    return {colour.x * light, colour.y * light, colour.z * light, 1};
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

int format_gigabytes(double value, char* text, int size, void* data) {
    return prefix_tick(value * 1e9, text, size, data);
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

int curve_blocks(const ProcessorPeaks& processor) {
    std::set<int> blocks;
    for (const BandwidthSample& sample : processor.bandwidth) {
        blocks.insert(sample.blocks);
    }
    return blocks.empty()
               ? 1
               : *std::next(blocks.begin(), static_cast<std::ptrdiff_t>(blocks.size()) / 2);
}

std::vector<BandwidthCurve> bandwidth_curves_of(const ProcessorPeaks& processor) {
    const int blocks = curve_blocks(processor);
    std::map<std::pair<Access, int>, std::map<int, double>> by_threads;
    for (const BandwidthSample& sample : processor.bandwidth) {
        if (sample.blocks == blocks) {
            by_threads[{sample.access, sample.width}][sample.threads] =
                sample.bytes_per_second / 1e9;
        }
    }
    std::vector<BandwidthCurve> curves;
    for (const auto& [key, points] : by_threads) {
        BandwidthCurve& curve = curves.emplace_back();
        curve.access = key.first;
        curve.width = key.second;
        for (const auto& [threads, gigabytes] : points) {
            curve.threads.push_back(threads);
            curve.gigabytes.push_back(gigabytes);
        }
    }
    return curves;
}

BandwidthGrid grid_by_blocks(const ProcessorPeaks& processor, Access access, int width) {
    return grid(
        processor,
        [&](const BandwidthSample& sample) {
            return sample.access == access && sample.width == width;
        },
        [](const BandwidthSample& sample) { return sample.blocks; });
}

BandwidthGrid grid_by_width(const ProcessorPeaks& processor, Access access) {
    return grid(
        processor, [&](const BandwidthSample& sample) { return sample.access == access; },
        [](const BandwidthSample& sample) { return sample.width; });
}

std::vector<int> measured_widths(const ProcessorPeaks& processor) {
    std::set<int> widths;
    for (const BandwidthSample& sample : processor.bandwidth) {
        widths.insert(sample.width);
    }
    return {widths.begin(), widths.end()};
}

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
    if (!begin_plot("##bandwidth", {-1, height})) {
        return;
    }
    const std::vector<BandwidthCurve> curves = bandwidth_curves_of(processor);
    ValueExtent threads, gigabytes;
    for (const BandwidthCurve& curve : curves) {
        threads.include(curve.threads);
        gigabytes.include(curve.gigabytes);
    }
    set_up_axis(ImAxis_X1, threads.low * 0.9, threads.high * 1.1, true);
    set_up_axis(ImAxis_Y1, gigabytes.low / 1.5, gigabytes.high * 1.5, true, format_gigabytes);
    if (!curves.empty()) {
        std::vector<PlotTick> ticks;
        for (const double count : curves.front().threads) {
            ticks.push_back({count, std::to_string(std::lround(count))});
        }
        set_up_ticks(ImAxis_X1, ticks);
    }
    for (const BandwidthCurve& curve : curves) {
        plot_line(access_name(curve.access) + std::string(" ") + std::to_string(curve.width),
                  curve.threads, curve.gigabytes, curve_colour(curve.access, curve.width),
                  scaled(1.75F));
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
