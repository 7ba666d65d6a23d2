#include "app/panels/device_timeline.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/panels/theme.hpp"

#include <implot.h>

#include <algorithm>
#include <cmath>
#include <map>

namespace orrery {
namespace {

using Span = StepTimings::DeviceSpan;

void name_rows(std::vector<DeviceTimeline::Row>& rows) {
    std::map<int, int> times_seen;
    for (DeviceTimeline::Row& row : rows) {
        const int device = row.spans.front().device;
        const int times = ++times_seen[device];
        row.name = "GPU " + std::to_string(device);
        if (times > 1) {
            row.name += " (" + std::to_string(times) + ")";
        }
    }
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

void draw_span(const DeviceTimeline::Row& row, std::size_t place, const Span& span) {
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

} // namespace

DeviceTimeline device_timeline(const History& history) {
    DeviceTimeline timeline;
    if (history.steps().empty()) {
        return timeline;
    }
    std::vector<Span> spans = history.steps().back().timings.device_spans;
    std::stable_sort(spans.begin(), spans.end(),
                     [](const Span& a, const Span& b) { return a.begin < b.begin; });
    for (const Span& span : spans) {
        auto row = std::find_if(timeline.rows.begin(), timeline.rows.end(),
                                [&](const auto& one) { return one.member == span.member; });
        if (row == timeline.rows.end()) {
            row = timeline.rows.insert(row, {span.member, "", {}});
        }
        row->spans.push_back(span);
        if (std::find(timeline.phases.begin(), timeline.phases.end(), span.phase) ==
            timeline.phases.end()) {
            timeline.phases.emplace_back(span.phase);
        }
        timeline.milliseconds = std::max(timeline.milliseconds, span.end);
    }
    std::sort(timeline.rows.begin(), timeline.rows.end(),
              [](const auto& a, const auto& b) { return a.member < b.member; });
    name_rows(timeline.rows);
    return timeline;
}

void device_timeline_plot(const DeviceTimeline& timeline, const ImVec2& size) {
    timeline_heading(timeline, size.x);
    constexpr ImPlotAxisFlags rows = ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_Invert |
                                     ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks;
    if (!begin_plot("##gpus", size, nullptr, rows)) {
        return;
    }
    const double end = std::max(timeline.milliseconds, 1e-3);
    set_up_axis(ImAxis_X1, 0, end, false, millisecond_tick);
    set_up_millisecond_ticks(ImAxis_X1, end, (size.x - scaled(60)) / scaled(60));
    set_up_rows(timeline, size.y);
    ImPlot::PushPlotClipRect();
    for (std::size_t place = 0; place < timeline.rows.size(); ++place) {
        for (const Span& span : timeline.rows[place].spans) {
            draw_span(timeline.rows[place], place, span);
        }
    }
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
}

} // namespace orrery
