#include "app/panels/panels.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/panels/step_words.hpp"
#include "app/panels/timings.hpp"

#include <functional>
#include <ranges>

namespace orrery {
namespace {

void plot_stack(const PhaseStack& stack) {
    std::vector<double> below(stack.moments.size(), 0.0);
    std::vector<double> above = below;
    for (const PhaseBand& band : stack.bands) {
        for (std::size_t i = 0; i < above.size(); ++i) {
            above[i] = below[i] + band.milliseconds[i];
        }
        ImPlotSpec spec;
        spec.FillColor = spec.LineColor = phase_colour(band.name);
        spec.FillAlpha = 0.9F;
        ImPlot::PlotShaded(band.name.c_str(), stack.moments.data(), below.data(), above.data(),
                           static_cast<int>(above.size()), spec);
        below = above;
    }
}

// As many seconds as have room beside each other in a plot of `width`.
void set_up_seconds(float width) {
    constexpr double all = History::seconds_kept;
    const double room = (width - scaled(55)) / scaled(44);
    ImPlot::SetupAxisLimits(ImAxis_X1, -all, 0, ImPlotCond_Always);
    ImPlot::SetupAxisFormat(ImAxis_X1, "%g s");
    set_up_round_ticks(ImAxis_X1, -all, std::max(room, 1.0));
}

void set_up_milliseconds(ImAxis axis, double high, float room) {
    set_up_axis(axis, 0, high, false,
                [](double value) { return value == 0 ? "0" : as_milliseconds(value); });
    set_up_round_ticks(axis, high, std::max(std::floor(double{room}), 2.0));
}

// The bands that did something lately: with their milliseconds, in less `room` without those, then
// with the window's own work in one; at the least those that took most of the time.
std::vector<LegendEntry> legend_of(const PhaseStack& stack, float room) {
    std::vector<PhaseBand> bands;
    PhaseBand window{tr_noop("window"), {}, 0};
    for (const PhaseBand& band : stack.bands) {
        const bool of_window = is_window_work(band.name);
        if (of_window || band.lately > 0) {
            bands.push_back({band.name, {}, band.lately});
            window.lately += of_window ? band.lately : 0;
        }
    }
    const auto entries_of_bands = [&](bool with_numbers) {
        std::vector<LegendEntry> entries;
        for (const PhaseBand& band : bands) {
            const std::string number = with_numbers ? " " + as_milliseconds(band.lately) : "";
            entries.push_back(
                {tr(band.name) + number, phase_colour(band.name == "window" ? "draw" : band.name)});
        }
        return entries;
    };
    std::vector<LegendEntry> entries = entries_of_bands(true);
    if (legend_width(entries) > room) {
        entries = entries_of_bands(false);
    }
    if (legend_width(entries) > room) {
        std::erase_if(bands, [](const PhaseBand& band) { return is_window_work(band.name); });
        bands.push_back(window);
    }
    while (legend_width(entries) > room && !bands.empty()) {
        entries = entries_of_bands(false);
        bands.erase(std::ranges::min_element(bands, {}, &PhaseBand::lately));
    }
    return entries;
}

void mark_switches(const History& history) {
    draw_switch_marks({history.marks().begin(), history.marks().end()}, &SwitchMark::at,
                      history.now());
}

// The plot's name and, where there is room for them, its bands: a square and a name each. Whose
// time it is stands first, or how far its step has come.
void stack_heading(const AppState& app, const PhaseStack& stack, float width) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    strong_text(tr("Milliseconds"));
    if (const std::string words = step_words(app); !words.empty()) {
        const float left = ImGui::GetItemRectMax().x + scaled(10);
        ImGui::PushFont(nullptr, small_text_height);
        line_in(*ImGui::GetWindowDrawList(), {left, corner.y}, corner.x + width, accent_colour(),
                app.status.settings.algorithm + ", " + words);
        ImGui::PopFont();
        return;
    }
    tip("Time of the latest step by phase and, in grey on top, of the window for one frame. Steps "
        "run on their own threads.");
    const ImVec2 start{ImGui::GetItemRectMax().x + scaled(14), corner.y + scaled(1.5F)};
    draw_legend(legend_of(stack, corner.x + width - start.x), start);
}

void milliseconds_plot(const AppState& app, const ImVec2& size) {
    const PhaseStack stack = phase_stack(app.history);
    stack_heading(app, stack, size.x);
    if (begin_plot("##milliseconds", size)) {
        const double high = 1.15 * stack.usual_height();
        set_up_seconds(size.x);
        set_up_milliseconds(ImAxis_Y1, high, size.y / scaled(34));
        plot_stack(stack);
        mark_switches(app.history);
        ImPlot::EndPlot();
    }
}

ValueExtent range_of(const std::vector<RateRun>& runs) {
    ValueExtent range;
    for (const RateRun& run : runs) {
        range.include(run.rates);
    }
    return runs.empty() ? ValueExtent{1e6, 1e10}
                        : ValueExtent{range.low / 2.5, range.high * 6}; // room for the names above
}

// Each run's algorithm over its line, where no other name stands already.
void name_runs(const std::vector<RateRun>& runs) {
    ImDrawList& draw = *ImPlot::GetPlotDrawList();
    const ImVec2 corner = ImPlot::GetPlotPos();
    const ImVec2 size = ImPlot::GetPlotSize();
    ImPlot::PushPlotClipRect();
    ImGui::PushFont(nullptr, small_text_height);
    float free_until = corner.x + size.x - scaled(4);
    for (const RateRun& run : std::views::reverse(runs)) {
        const float width = ImGui::CalcTextSize(run.algorithm.c_str()).x;
        const ImVec2 begin = ImPlot::PlotToPixels(run.moments.front(), run.rates.front());
        const ImVec2 end = ImPlot::PlotToPixels(run.moments.back(), run.rates.back());
        const float middle = (std::max(begin.x, corner.x) + end.x) / 2;
        const float left = std::min(middle - width / 2, free_until - width);
        if (left < corner.x + scaled(2) || left + width < begin.x) {
            continue;
        }
        const double highest = *std::max_element(run.rates.begin(), run.rates.end());
        const float line = ImPlot::PlotToPixels(run.moments.front(), highest).y;
        const float top =
            std::max(line - ImGui::GetTextLineHeight() - scaled(3), corner.y + scaled(1));
        draw.AddText({left, top}, faded(algorithm_colour(run.algorithm)), run.algorithm.c_str());
        free_until = left - scaled(10);
    }
    ImGui::PopFont();
    ImPlot::PopPlotClipRect();
}

void rates_plot(const AppState& app, const ImVec2& size) {
    ImGui::PushFont(strong_font(), 0);
    const char* const name = tr("Interactions per second");
    ImGui::TextUnformatted(ImGui::CalcTextSize(name).x <= size.x ? name : tr("Interactions/s"));
    ImGui::PopFont();
    tip("Ordered pairs of bodies evaluated per second of computing, on a logarithmic scale; a "
        "switch of algorithm is a jump");
    const std::vector<RateRun> runs = rate_runs(app.history);
    if (!begin_plot("##rates", size)) {
        return;
    }
    const ValueExtent range = range_of(runs);
    set_up_seconds(size.x);
    set_up_axis(ImAxis_Y1, range.low, range.high, true,
                [](double value) { return with_prefix(value, ""); });
    for (std::size_t i = 0; i < runs.size(); ++i) {
        plot_line(std::to_string(i), runs[i].moments, runs[i].rates,
                  algorithm_colour(runs[i].algorithm), scaled(2.5F));
    }
    name_runs(runs);
    mark_switches(app.history);
    ImPlot::EndPlot();
}

void timeline_heading(const DeviceTimeline& timeline, float width) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    strong_text("GPUs");
    tip("What each GPU did in the latest step, from their common start; in gaps it waits for "
        "another");
    std::vector<LegendEntry> entries;
    for (const std::string& phase : timeline.phases) {
        entries.push_back({phase, phase_colour(phase)});
    }
    const ImVec2 start{ImGui::GetItemRectMax().x + scaled(14), corner.y + scaled(1.5F)};
    if (legend_width(entries) <= corner.x + width - start.x) {
        draw_legend(entries, start);
    }
}

// Names of as many rows as have room below each other.
void set_up_rows(const DeviceTimeline& timeline, float height) {
    const auto rows = static_cast<double>(timeline.rows.size());
    const double row_height = std::max(double{height - scaled(24)}, 1.0) / rows;
    const double text = ImGui::GetTextLineHeight();
    const auto stride = static_cast<std::size_t>(std::max(std::ceil(text / row_height), 1.0));
    std::vector<PlotTick> names;
    for (std::size_t row = 0; row < timeline.rows.size(); row += stride) {
        names.push_back({static_cast<double>(row) + 0.5, timeline.rows[row].name});
    }
    set_up_axis(ImAxis_Y1, 0, rows, false);
    set_up_ticks(ImAxis_Y1, names);
}

void draw_span(const DeviceTimeline::Row& row, std::size_t place,
               const StepTimings::DeviceSpan& span) {
    const auto top = static_cast<double>(place);
    const ImVec2 from = ImPlot::PlotToPixels(span.begin, top + 0.12);
    ImVec2 to = ImPlot::PlotToPixels(span.end, top + 0.88);
    to.x = std::max(to.x, from.x + 1); // a short one is seen, too
    ImPlot::GetPlotDrawList()->AddRectFilled(from, to, faded(phase_colour(span.phase)));
    if (ImGui::IsWindowHovered() && ImGui::IsMouseHoveringRect(from, to)) {
        const std::string length = as_milliseconds(span.end - span.begin);
        const std::string begin = as_milliseconds(span.begin);
        ImGui::SetTooltip(tr("%s  %s for %s, from %s on"), row.name.c_str(), span.phase,
                          length.c_str(), begin.c_str());
    }
}

// A row of coloured bars for each GPU, under a heading with the legend.
void device_timeline_plot(const DeviceTimeline& timeline, const ImVec2& size) {
    timeline_heading(timeline, size.x);
    constexpr ImPlotAxisFlags rows = ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_Invert |
                                     ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks;
    if (!begin_plot("##gpus", size, nullptr, rows)) {
        return;
    }
    const double end = std::max(timeline.milliseconds, 1e-3);
    set_up_milliseconds(ImAxis_X1, end, (size.x - scaled(60)) / scaled(60));
    set_up_rows(timeline, size.y);
    ImPlot::PushPlotClipRect();
    for (std::size_t place = 0; place < timeline.rows.size(); ++place) {
        for (const StepTimings::DeviceSpan& span : timeline.rows[place].spans) {
            draw_span(timeline.rows[place], place, span);
        }
    }
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
}

struct PlacedPlot {
    float share; // of the width, where the plots stand beside each other
    std::function<void(const ImVec2& size)> draw;
};

// The plots beside each other where that leaves them wide enough, below each other elsewhere;
// rather narrow than out of sight.
void place_plots(const std::vector<PlacedPlot>& plots) {
    constexpr float gap = 18, lowest = 80; // at scale 1
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const auto count = static_cast<float>(plots.size());
    const float heading = ImGui::GetTextLineHeightWithSpacing();
    const bool high = room.y >= count * (heading + scaled(lowest));
    const bool beside = room.x > count * scaled(high ? 260 : 180);
    const float height = beside ? std::max(room.y - heading, scaled(40))
                                : std::max(room.y / count - heading, scaled(lowest));
    for (const PlacedPlot& plot : plots) {
        if (beside && &plot != &plots.front()) {
            ImGui::SameLine(0, scaled(gap));
        }
        ImGui::BeginGroup();
        plot.draw({beside ? (room.x - scaled(gap) * (count - 1)) * plot.share : room.x, height});
        ImGui::EndGroup();
    }
}

} // namespace

void timings_panel(AppState& app) {
    if (begin_panel("Timings")) {
        const auto milliseconds = [&](const ImVec2& size) { milliseconds_plot(app, size); };
        const auto rates = [&](const ImVec2& size) { rates_plot(app, size); };
        const DeviceTimeline timeline = device_timeline(app.history);
        if (!app.status.ranks.empty()) {
            const auto ranks = [&](const ImVec2& size) { ranks_table(app, size); };
            place_plots({{0.48F, ranks}, {0.26F, milliseconds}, {0.26F, rates}});
        } else if (timeline.rows.empty()) {
            place_plots({{0.5F, milliseconds}, {0.5F, rates}});
        } else { // the GPUs' plot has names at its left and the longest legend
            const auto gpus = [&](const ImVec2& size) { device_timeline_plot(timeline, size); };
            place_plots({{0.27F, milliseconds}, {0.44F, gpus}, {0.29F, rates}});
        }
    }
    ImGui::End();
}

} // namespace orrery
