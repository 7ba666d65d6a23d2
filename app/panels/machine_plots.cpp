#include "app/panels/machine_plots.hpp"

#include "app/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>
#include <iterator>
#include <map>
#include <set>

namespace orrery {
namespace {

void plot_roof(const Roof& roof, const Roofline& line) {
    const ImVec4 colour = quiet_colour();
    const std::array x{line.intensities.low, roof.ridge(), line.intensities.high};
    const std::array y{roof.at(x[0]), roof.flops, roof.flops};
    plot_line(roof.name, x, y, colour, scaled(2));
    if (roof.issue_limit > 0 && roof.issue_limit < roof.flops) {
        const std::array from_to{roof.issue_limit / roof.bytes_per_second, line.intensities.high};
        const std::array limit{roof.issue_limit, roof.issue_limit};
        plot_line(roof.name + " issue", from_to, limit, {colour.x, colour.y, colour.z, 0.5F},
                  scaled(1));
    }
}

void draw_dots(const Roofline& line) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    FreePlaces places = plot_places();
    const FontScope scope(nullptr, small_text_height);
    for (const bool live : {true, false}) { // the live one gets its name first
        for (const RoofDot& dot : line.dots) {
            if (dot.live != live) {
                continue;
            }
            const ImVec2 place = ImPlot::PlotToPixels(dot.intensity, dot.flops);
            const ImVec4 colour = algorithm_colour(dot.algorithm);
            draw.AddCircleFilled(place, scaled(live ? 5.0F : 3.5F), faded(colour));
            if (live) {
                draw.AddCircle(place, scaled(8), faded(accent_colour()), 0, scaled(1.5F));
            }
            write_beside(places, place, {dot.algorithm, colour}, live);
        }
    }
    // The names of the roofs; the limit of issue needs none where there is no room.
    for (const Roof& roof : line.roofs) {
        const ImVec2 end = ImPlot::PlotToPixels(line.intensities.high, roof.flops);
        write_beside(places, {end.x, end.y - ImGui::GetTextLineHeight() * 0.7F},
                     {roof.name + " " + with_prefix(roof.flops, "FLOP/s"), quiet_colour()}, false);
    }
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
    for (const Access access : all_accesses) {
        const char* const name = access_name(access);
        if (access != all_accesses.front()) {
            ImGui::SameLine(0, scaled(10));
            if (ImGui::GetCursorPosX() + ImGui::CalcTextSize(name).x > right) {
                ImGui::NewLine();
            }
        }
        small_text(curve_colour(access, 16), name);
    }
}

// At the middles of as many cells from 0 to 1.
std::vector<PlotTick> cell_ticks(const std::vector<std::string>& names) {
    std::vector<PlotTick> ticks;
    for (const std::string& name : names) {
        const auto middle = static_cast<double>(ticks.size()) + 0.5;
        ticks.push_back({middle / static_cast<double>(names.size()), name});
    }
    return ticks;
}

} // namespace

Roofline roofline(const AppState& app) {
    Roofline line;
    const Precision precision = app.status.settings.precision;
    for (const Space space : {Space::host, Space::device}) {
        const Roof roof{space == Space::host ? "CPU" : "GPU", app.peaks->bytes_per_second(space),
                        app.peaks->flops(space, precision),
                        precision == Precision::fp32 ? issue_limit(*app.peaks, space) : 0};
        if (roof.bytes_per_second > 0 && roof.flops > 0) {
            line.roofs.push_back(roof);
            line.intensities.include(4 * roof.ridge());
            line.flops.include(roof.flops / 1000);
            line.flops.include(12 * roof.flops); // a name above it
        }
    }
    for (const SolverEntry& entry : solvers()) {
        const SolverInfo& info = entry.info;
        const double rate = app.history.costs().of(info.id).interactions_per_second;
        if (rate > 0) {
            const RoofDot dot{info.id, arithmetic_intensity(info, precision),
                              rate * info.flops_per_interaction,
                              app.status.settings.algorithm == info.id};
            line.intensities.include(dot.intensity / 4);
            line.intensities.include(4 * dot.intensity);
            line.flops.include(dot.flops / 3);
            line.flops.include(3 * dot.flops);
            line.dots.push_back(dot);
        }
    }
    return line;
}

void roofline_plot(const AppState& app, float height) {
    heading("Roofline: FLOP/s over FLOP/byte");
    tip("Horizontal: operations per byte that the algorithm asks of memory. Vertical: operations "
        "per second, 20 per interaction. No one-sided sum exceeds the measured roof: the slope is "
        "memory bandwidth, the ceiling multiply-adds. The thin line is the limit for a direct sum, "
        "whose instructions are not all multiply-adds. A dot above the slope lives on its caches.");
    if (!begin_plot("##roofline", {-1, height})) {
        return;
    }
    const Roofline line = roofline(app);
    set_up_axis(ImAxis_X1, line.intensities.low, line.intensities.high, true,
                [](double value) { return fmt::format("{:g}", value); });
    set_up_axis(ImAxis_Y1, line.flops.low, line.flops.high, true,
                [](double value) { return with_prefix(value, ""); });
    for (const Roof& roof : line.roofs) {
        plot_roof(roof, line);
    }
    ImPlot::PushPlotClipRect();
    draw_dots(line);
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
}

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

BandwidthGrid bandwidth_grid(const ProcessorPeaks& processor, Access access,
                             std::optional<int> width) {
    std::set<int> threads;
    std::map<int, std::map<int, double>, std::greater<>> rows;
    for (const BandwidthSample& sample : processor.bandwidth) {
        if (sample.access == access && sample.width == width.value_or(sample.width)) {
            threads.insert(sample.threads);
            rows[width ? sample.blocks : sample.width][sample.threads] =
                sample.bytes_per_second / 1e9;
        }
    }
    BandwidthGrid grid;
    for (const int count : threads) {
        grid.columns.push_back(std::to_string(count));
    }
    for (auto& [row, by_threads] : rows) {
        grid.rows.push_back(std::to_string(row));
        for (const int count : threads) {
            grid.gigabytes.push_back(by_threads[count]);
        }
    }
    return grid;
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
    set_up_axis(ImAxis_Y1, gigabytes.low / 1.5, gigabytes.high * 1.5, true,
                [](double value) { return with_prefix(value * 1e9, ""); });
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
    const BandwidthGrid grid =
        bandwidth_grid(processor, view.access, is_gpu ? std::optional(view.width) : std::nullopt);
    small_text(quiet_colour(), is_gpu ? "GB/s · y: blocks, x: threads per block"
                                      : "GB/s · y: bytes per element, x: threads");
    if (grid.gigabytes.empty()) {
        small_text(quiet_colour(), "not part of the quick sweep");
        return;
    }
    ImGui::PushFont(number_font(), small_text_height);
    if (begin_plot("##map", {-1, height})) {
        set_up_axis(ImAxis_X1, 0, 1, false);
        set_up_axis(ImAxis_Y1, 0, 1, false);
        set_up_ticks(ImAxis_X1, cell_ticks(grid.columns));
        set_up_ticks(ImAxis_Y1, cell_ticks({grid.rows.rbegin(), grid.rows.rend()}));
        const double best = *std::max_element(grid.gigabytes.begin(), grid.gigabytes.end());
        const auto columns = static_cast<int>(grid.columns.size());
        const char* const digits = best < 99.5 ? "%.1f" : "%.0f";
        const std::string widest = fmt::format("{:.{}f}", best, best < 99.5 ? 1 : 0);
        const bool fits = ImGui::CalcTextSize(widest.c_str()).x * static_cast<float>(columns) <
                          ImPlot::GetPlotSize().x;
        ImPlot::PushColormap(ImPlotColormap_Viridis);
        ImPlot::PlotHeatmap("##gigabytes", grid.gigabytes.data(),
                            static_cast<int>(grid.rows.size()), columns, 0, best,
                            fits ? digits : nullptr);
        ImPlot::PopColormap();
        ImPlot::EndPlot();
    }
    ImGui::PopFont();
}

} // namespace orrery
