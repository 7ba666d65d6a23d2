#include "app/stage/chart_layer.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>
#include <vector>

namespace orrery {

bool is_charted(const AppState& app, const std::string& algorithm) {
    const std::vector<std::string>& wanted = app.view.chart_algorithms;
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), algorithm) != wanted.end();
}

LadderChart ladder_of(const AppState& app) {
    LadderChart chart;
    const Settings& settings = app.status.settings;
    chart.title =
        (is_scene(settings.source) ? std::string(tr(find_scene(settings.source).title))
                                   : std::filesystem::path(settings.source).filename().string()) +
        ", " + tr_format("{} bodies", with_thousands(app.status.count)) + ", " +
        (settings.precision == Precision::fp64 ? "fp64" : "fp32");
    chart.bodies = app.status.count;
    chart.logarithmic = app.view.logarithmic_chart;
    chart.reference = app.view.reference;
    for (const SolverEntry& entry : solvers()) {
        if (app.view.reference == entry.info.id) {
            chart.reference = tr(entry.info.title);
        }
        const TimeRatio time = app.history.costs().compare(entry.info.id, app.view.reference);
        if (!is_charted(app, entry.info.id) || !time.is_known() || !entry.unavailable().empty()) {
            continue;
        }
        const Rgb colour = family_colour(entry.info.family);
        chart.bars.push_back(
            {entry.info.id, tr(entry.info.title), time, colour.red, colour.green, colour.blue});
    }
    return chart;
}

ScalingChart scaling_of(const AppState& app) {
    ScalingChart chart;
    chart.title = tr_format("Plummer spheres, {}",
                            app.settings.precision == Precision::fp64 ? "fp64" : "fp32");
    chart.lines = app.get<ScalingStatus>().lines;
    for (ScalingLine& line : chart.lines) {
        const SolverInfo& info = find_solver(line.algorithm).info;
        const Rgb colour = family_colour(info.family);
        line.title = tr(info.title);
        std::tie(line.red, line.green, line.blue) = std::tie(colour.red, colour.green, colour.blue);
    }
    return chart;
}

namespace {

// Ticks along the foot, each with a line through the chart; words where there is room for them.
void draw_ticks(const std::vector<std::pair<float, std::string>>& ticks, float top, float foot,
                float words) {
    float free_from = 0;
    for (const auto& [x, text] : ticks) {
        const float left = x - written_width(text) / 2;
        ImGui::GetBackgroundDrawList()->AddLine({x, top}, {x, foot}, faded(quiet_colour(), 0.35F));
        if (left > free_from) {
            write_on_stage({left, words}, quiet_colour(), text);
            free_from = left + written_width(text) + scaled(8);
        }
    }
}

// The bars between `left` and `right`, and the axis below them.
struct BarPlaces {
    float left, right, top, row, bar;

    float at(const ChartAxis& axis, double factor) const {
        return left + (right - left) * static_cast<float>(axis.fraction(factor));
    }
};

// What is written behind a bar.
std::string words_of(const ChartBar& bar, const ChartBar* fastest) {
    return bar_text(bar) + (&bar == fastest ? "   " + std::string(tr("fastest")) : "");
}

// What runs has the colour of what is live, as its card in the deck.
void draw_bar(const ChartBar& bar, bool runs, const std::string& words, const ChartAxis& axis,
              const BarPlaces& places, float top) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec4 text = runs ? accent_colour() : text_colour();
    const float middle = top + (places.bar - ImGui::GetTextLineHeight()) / 2;
    write_on_stage({places.left - written_width(bar.title) - scaled(10), middle}, text, bar.title);
    const float end = std::max(places.at(axis, bar.time.factor()), places.left + scaled(2));
    const ImVec4 colour = algorithm_colour(bar.algorithm);
    draw.AddRectFilled({places.left, top}, {end, top + places.bar},
                       faded(colour, bar.time.own.certain ? 1 : 0.4F), scaled(3));
    write_on_stage({end + scaled(10), middle}, text, words);
}

void draw_ladder(const AppState& app, const OpenPicture& frame) {
    const float height = frame.height();
    const LadderChart chart = ladder_of(app);
    const auto rows = static_cast<float>(std::max<std::size_t>(chart.bars.size(), 1));
    // Heading and axis take two lines; type as large as the rows allow.
    const float size = std::clamp(0.62F * height / (rows + 3), 0.02F * height, 0.055F * height);
    const Typeface face(nullptr, std::min(size, 0.045F * frame.width()));
    const float line = ImGui::GetTextLineHeight();
    const float pad = 0.6F * line;
    write_on_stage({frame.from.x + pad, frame.from.y + pad / 2}, text_colour(),
                   chart.bars.empty() ? tr("Nothing measured yet")
                                      : tr_format("Speed-up over {}", chart.reference));
    float names = 0;
    float figures = 0;
    const ChartBar* const fastest = fastest_bar(chart);
    for (const ChartBar& bar : chart.bars) {
        names = std::max(names, written_width(bar.title));
        figures = std::max(figures, written_width(words_of(bar, fastest)));
    }
    const float top = frame.from.y + 1.8F * line;
    const float foot = frame.to.y - 1.4F * line;
    const BarPlaces places{frame.from.x + pad + names + scaled(10),
                           frame.to.x - pad - figures - scaled(10), top, (foot - top) / rows,
                           std::min(0.72F * (foot - top) / rows, 2.2F * line)};
    if (!chart.bars.empty() && places.right > places.left) {
        const ChartAxis axis = axis_of(chart);
        std::vector<std::pair<float, std::string>> ticks;
        for (const auto& [value, text] : axis.ticks) {
            ticks.emplace_back(places.at(axis, value), text);
        }
        draw_ticks(ticks, top, foot, foot);
        float y = top;
        for (const ChartBar& bar : chart.bars) {
            draw_bar(bar, bar.algorithm == app.status.settings.algorithm, words_of(bar, fastest),
                     axis, places, y + (places.row - places.bar) / 2);
            y += places.row;
        }
    }
}

// The lines and their axes.
struct LinePlaces {
    ChartAxis bodies, milliseconds;
    float left, right, top, bottom;

    ImVec2 at(const ScalingLine::Point& point) const {
        return {width(static_cast<double>(point.bodies)), height(point.milliseconds)};
    }
    float width(double value) const {
        return left + (right - left) * static_cast<float>(bodies.fraction(value));
    }
    float height(double value) const {
        return bottom - (bottom - top) * static_cast<float>(milliseconds.fraction(value));
    }
};

void draw_axes(const LinePlaces& places) {
    const float line = ImGui::GetTextLineHeight();
    std::vector<std::pair<float, std::string>> ticks;
    for (const auto& [value, text] : places.bodies.ticks) {
        ticks.emplace_back(places.width(value), text);
    }
    draw_ticks(ticks, places.top, places.bottom, places.bottom + 0.3F * line);
    float free_above = places.bottom + line;
    for (const auto& [value, text] : places.milliseconds.ticks) {
        const float y = places.height(value);
        ImGui::GetBackgroundDrawList()->AddLine({places.left, y}, {places.right, y},
                                                faded(quiet_colour(), 0.35F));
        if (y + line / 2 <= free_above) {
            write_on_stage({places.left - written_width(text) - scaled(8), y - line / 2},
                           quiet_colour(), text);
            free_above = y - line / 2;
        }
    }
}

// The label beside the plot of a line that ends there.
struct LineLabel {
    ImVec2 end;
    std::string words;
    ImVec4 colour;
};

// Dashed.
void draw_guides(const ScalingChart& chart, const LinePlaces& places,
                 std::vector<LineLabel>& labels) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const float line = ImGui::GetTextLineHeight();
    for (const GuideLine& guide : guide_lines(chart)) {
        std::vector<ImVec2> at;
        for (const auto& [bodies, milliseconds] : guide.points) {
            at.push_back(places.at({static_cast<std::size_t>(bodies), milliseconds}));
        }
        for (std::size_t i = 1; i < at.size(); i += 2) {
            draw.AddLine(at[i - 1], at[i], faded(quiet_colour(), 0.8F), scaled(1.5F));
        }
        if (!at.empty() && guide.reaches_top) {
            write_on_stage({at.back().x - written_width(guide.text) - 1.3F * line, at.back().y},
                           quiet_colour(), guide.text);
        } else if (!at.empty()) {
            labels.push_back({at.back(), guide.text, quiet_colour()});
        }
    }
}

void draw_line(const ScalingLine& line, const LinePlaces& places, std::vector<LineLabel>& labels) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec4 colour = algorithm_colour(line.algorithm);
    ImVec2 before = places.at(line.points.front());
    for (const ScalingLine::Point& point : line.points) {
        const ImVec2 at = places.at(point);
        draw.AddLine(before, at, faded(colour), scaled(2.5F));
        draw.AddCircleFilled(at, scaled(3.5F), faded(colour));
        before = at;
    }
    labels.push_back({before, line_text(line), colour});
}

void draw_labels_of(const std::vector<LineLabel>& labels, const LinePlaces& places) {
    const float line = ImGui::GetTextLineHeight();
    std::vector<double> wanted;
    for (const LineLabel& label : labels) {
        wanted.push_back(label.end.y - line / 2);
    }
    const std::vector<double> heights =
        spread_labels(wanted, line, places.top - line, places.bottom - line / 2);
    const float x = places.right + scaled(10);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const auto top = static_cast<float>(heights[i]);
        ImGui::GetBackgroundDrawList()->AddLine(labels[i].end, {x, top + line / 2},
                                                faded(labels[i].colour, 0.5F));
        write_on_stage({x + scaled(4), top}, labels[i].colour, labels[i].words);
    }
}

// In type that leaves room for every label at the lines' ends.
void draw_scaling(const AppState& app, const OpenPicture& frame) {
    const ScalingStatus& status = app.get<ScalingStatus>();
    const ScalingChart chart = scaling_of(app);
    const auto& [from, to] = frame;
    const auto rows = static_cast<float>(chart.lines.size());
    const Typeface face(nullptr, std::min({0.8F * frame.height() / (rows + 7),
                                           0.05F * frame.height(), 0.036F * frame.width()}));
    const float line = ImGui::GetTextLineHeight();
    const float pad = 0.6F * line;
    write_on_stage({from.x + pad, from.y + pad / 2}, text_colour(),
                   status.under_way && !status.doing.empty()
                       ? tr_format("Measuring {}", status.doing)
                       : tr("Time per step vs. number of bodies"));
    LinePlaces places{bodies_axis(chart),   milliseconds_axis(chart), 0, 0,
                      from.y + 2.2F * line, to.y - 1.7F * line};
    float times = 0;
    for (const auto& tick : places.milliseconds.ticks) {
        times = std::max(times, written_width(tick.text));
    }
    std::vector<const ScalingLine*> lines;
    float labels = 0;
    for (const ScalingLine& each : chart.lines) {
        if (!each.points.empty()) {
            lines.push_back(&each);
            labels = std::max(labels, written_width(line_text(each)));
        }
    }
    places.left = from.x + pad + times + scaled(8);
    places.right = to.x - pad - labels - scaled(14);
    if (lines.empty() || places.right <= places.left || places.bottom <= places.top) {
        return;
    }
    draw_axes(places);
    std::vector<LineLabel> ends;
    draw_guides(chart, places, ends);
    for (const ScalingLine* const each : lines) {
        draw_line(*each, places, ends);
    }
    draw_labels_of(ends, places);
}

} // namespace

void chart_layer(const AppState& app) {
    const OpenPicture frame = unwritten_picture(app, 0.17F);
    if (!app.view.show_chart || frame.height() < scaled(120)) {
        return;
    }
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
    ground.w = 0.86F;
    ImGui::GetBackgroundDrawList()->AddRectFilled(frame.from, frame.to, faded(ground), scaled(6));
    if (!app.get<ScalingStatus>().under_way && app.get<ScalingStatus>().lines.empty()) {
        draw_ladder(app, frame);
        return;
    }
    draw_ladder(app, {frame.from, {frame.centre(), frame.to.y}});
    draw_scaling(app, {{frame.centre(), frame.from.y}, frame.to});
}

} // namespace orrery
