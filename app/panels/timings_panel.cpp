#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/controls.hpp"
#include "app/panels/device_timeline.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/phase_stack.hpp"
#include "app/panels/plot_marks.hpp"
#include "app/panels/step_words.hpp"
#include "app/panels/theme.hpp"

#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ranges>
#include <span>
#include <string>
#include <utility>
#include <vector>

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
    const auto room = static_cast<double>((width - scaled(55)) / scaled(44));
    std::vector<double> ticks;
    const double distance = round_step(all / std::max(room, 1.0));
    for (int i = 0; i * distance <= all; ++i) {
        ticks.push_back(-i * distance);
    }
    ImPlot::SetupAxisLimits(ImAxis_X1, -all, 0, ImPlotCond_Always);
    ImPlot::SetupAxisFormat(ImAxis_X1, "%g s");
    ImPlot::SetupAxisTicks(ImAxis_X1, ticks.data(), static_cast<int>(ticks.size()));
}

// The bands that did something lately: with their milliseconds, in less `room` without those, then
// with the window's own work in one; at the least those that took most of the time.
std::vector<LegendEntry> legend_of(const PhaseStack& stack, float room) {
    struct Band {
        std::string name;
        double lately;
        ImVec4 colour;
    };
    std::vector<Band> all, merged;
    Band window{tr("window"), 0, phase_colour("draw")};
    for (const PhaseBand& band : stack.bands) {
        const Band one{tr(band.name), band.lately, phase_colour(band.name)};
        if (is_window_work(band.name)) {
            all.push_back(one);
            window.lately += band.lately;
        } else if (band.lately > 0) {
            all.push_back(one);
            merged.push_back(one);
        }
    }
    merged.push_back(window);
    const auto entries_of = [](const std::vector<Band>& bands, bool with_numbers) {
        std::vector<LegendEntry> entries;
        for (const Band& band : bands) {
            const std::string number = with_numbers ? " " + as_milliseconds(band.lately) : "";
            entries.push_back({band.name + number, band.colour});
        }
        return entries;
    };
    for (const auto& [bands, with_numbers] :
         {std::pair(&all, true), std::pair(&all, false), std::pair(&merged, false)}) {
        if (const auto entries = entries_of(*bands, with_numbers); legend_width(entries) <= room) {
            return entries;
        }
    }
    while (merged.size() > 1 && legend_width(entries_of(merged, false)) > room) {
        merged.erase(
            std::min_element(merged.begin(), merged.end(),
                             [](const Band& a, const Band& b) { return a.lately < b.lately; }));
    }
    return entries_of(merged, false);
}

void mark_switches(const History& history) {
    std::vector<PlacedMark> marks;
    for (const SwitchMark& mark : history.marks()) {
        marks.push_back({mark.at - history.now(), mark.label});
    }
    draw_switch_marks(marks);
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
        set_up_axis(ImAxis_Y1, 0, high, false, millisecond_tick);
        set_up_millisecond_ticks(ImAxis_Y1, high, size.y / scaled(34));
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
    set_up_axis(ImAxis_Y1, range.low, range.high, true, prefix_tick);
    for (std::size_t i = 0; i < runs.size(); ++i) {
        plot_line(std::to_string(i), runs[i].moments, runs[i].rates,
                  algorithm_colour(runs[i].algorithm), scaled(2.5F));
    }
    name_runs(runs);
    mark_switches(app.history);
    ImPlot::EndPlot();
}

// The plots beside each other where that leaves them wide enough, below each other elsewhere;
// rather narrow than out of sight.
class PlotPlaces {
public:
    // `shares` of the width, where they stand beside each other.
    explicit PlotPlaces(std::span<const float> shares) : shares_(shares) {
        const auto count = static_cast<float>(shares.size());
        const float heading = ImGui::GetTextLineHeightWithSpacing();
        const bool high = room_.y >= count * (heading + scaled(lowest));
        beside_ = room_.x > count * scaled(high ? 260 : 180);
        height_ = beside_ ? std::max(room_.y - heading, scaled(40))
                          : std::max(room_.y / count - heading, scaled(lowest));
    }

    // `draw` gets the size of the next plot.
    template <class Draw>
    void next(const Draw& draw) {
        if (beside_ && placed_ > 0) {
            ImGui::SameLine(0, scaled(gap));
        }
        const float gaps = scaled(gap) * static_cast<float>(shares_.size() - 1);
        const float width = beside_ ? (room_.x - gaps) * shares_[placed_] : room_.x;
        ImGui::BeginGroup();
        draw(ImVec2(width, height_));
        ImGui::EndGroup();
        ++placed_;
    }

private:
    static constexpr float gap = 18, lowest = 80; // at scale 1

    std::span<const float> shares_;
    ImVec2 room_ = ImGui::GetContentRegionAvail();
    bool beside_ = false;
    float height_ = 0;
    std::size_t placed_ = 0;
};

// The GPUs' plot has names at its left and the longest legend.
constexpr std::array shares_of_two{0.5F, 0.5F};
constexpr std::array shares_of_three{0.27F, 0.44F, 0.29F};

} // namespace

void timings_panel(AppState& app) {
    if (begin_panel("Timings")) {
        const DeviceTimeline timeline = device_timeline(app.history);
        const bool on_gpus = !timeline.rows.empty();
        PlotPlaces places = on_gpus ? PlotPlaces(shares_of_three) : PlotPlaces(shares_of_two);
        places.next([&](const ImVec2& size) { milliseconds_plot(app, size); });
        if (on_gpus) {
            places.next([&](const ImVec2& size) { device_timeline_plot(timeline, size); });
        }
        places.next([&](const ImVec2& size) { rates_plot(app, size); });
    }
    ImGui::End();
}

} // namespace orrery
