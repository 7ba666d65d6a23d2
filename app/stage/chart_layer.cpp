#include "app/stage/chart_layer.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/panels/open_picture.hpp"
#include "app/panels/theme.hpp"
#include "app/stage/scaling_layer.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "sim/scene.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace orrery {
namespace {

void write(const ImVec2& at, const ImVec4& colour, const std::string& text) {
    ImGui::GetBackgroundDrawList()->AddText(at, faded(colour), text.c_str());
}

float text_width(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str()).x;
}

// The bars between `left` and `right`, and the axis below them.
struct Places {
    float left, right, top, row, bar;
};

void draw_axis(const ChartAxis& axis, const Places& places, float foot) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    float free_from = 0;
    for (const double tick : axis.ticks) {
        const float x =
            places.left + (places.right - places.left) * static_cast<float>(axis.fraction(tick));
        const std::string text = with_decimal_mark(fmt::format("{:g}", tick));
        const float left = x - text_width(text) / 2;
        draw.AddLine({x, places.top}, {x, foot}, faded(quiet_colour(), 0.35F));
        if (left > free_from) {
            write({left, foot}, quiet_colour(), text);
            free_from = left + text_width(text) + scaled(8);
        }
    }
}

// What is written behind a bar.
std::string words_of(const ChartBar& bar, const ChartBar* fastest) {
    return bar_text(bar) + (&bar == fastest ? "   " + std::string(tr("fastest")) : "");
}

// What runs has the colour of what is live, as its card in the deck.
void draw_bar(const ChartBar& bar, bool runs, const std::string& words, const ChartAxis& axis,
              const Places& places, float top) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec4 text = runs ? accent_colour() : ImGui::GetStyle().Colors[ImGuiCol_Text];
    const float middle = top + (places.bar - ImGui::GetTextLineHeight()) / 2;
    write({places.left - text_width(bar.title) - scaled(10), middle}, text, bar.title);
    const float length = std::max((places.right - places.left) *
                                      static_cast<float>(axis.fraction(bar.time.factor())),
                                  scaled(2));
    const ImVec4 colour = algorithm_colour(bar.algorithm);
    draw.AddRectFilled({places.left, top}, {places.left + length, top + places.bar},
                       faded(colour, bar.time.own.certain ? 1 : 0.4F), scaled(3));
    write({places.left + length + scaled(10), middle}, text, words);
}

} // namespace

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
    for (const ScalingSeries& series : app.get<ScalingStatus>().series) {
        const SolverInfo& info = find_solver(series.algorithm).info;
        const Rgb colour = family_colour(info.family);
        ScalingLine line{info.id, tr(info.title), {}, colour.red, colour.green, colour.blue};
        for (const ScalingSeries::Point& point : series.points) {
            line.points.push_back({point.bodies, point.milliseconds});
        }
        chart.lines.push_back(std::move(line));
    }
    return chart;
}

namespace {

void draw_ladder(const AppState& app, const OpenPicture& frame) {
    const float height = frame.to.y - frame.from.y;
    const LadderChart chart = ladder_of(app);
    const auto rows = static_cast<float>(std::max<std::size_t>(chart.bars.size(), 1));
    // Heading and axis take two lines; type as large as the rows allow.
    float size = std::clamp(0.62F * height / (rows + 3), 0.02F * height, 0.055F * height);
    size = std::min(size, 0.045F * (frame.to.x - frame.from.x));
    ImGui::PushFont(nullptr, size / ImGui::GetStyle().FontScaleMain);
    const float line = ImGui::GetTextLineHeight();
    const float pad = 0.6F * line;
    write({frame.from.x + pad, frame.from.y + pad / 2}, ImGui::GetStyle().Colors[ImGuiCol_Text],
          chart.bars.empty() ? tr("Nothing measured yet")
                             : tr_format("Speed-up over {}", chart.reference));
    float names = 0;
    float figures = 0;
    const ChartBar* const fastest = fastest_bar(chart);
    for (const ChartBar& bar : chart.bars) {
        names = std::max(names, text_width(bar.title));
        figures = std::max(figures, text_width(words_of(bar, fastest)));
    }
    const float top = frame.from.y + 1.8F * line;
    const float foot = frame.to.y - 1.4F * line;
    const Places places{frame.from.x + pad + names + scaled(10),
                        frame.to.x - pad - figures - scaled(10), top, (foot - top) / rows,
                        std::min(0.72F * (foot - top) / rows, 2.2F * line)};
    if (!chart.bars.empty() && places.right > places.left) {
        const ChartAxis axis = axis_of(chart);
        draw_axis(axis, places, foot);
        float y = top;
        for (const ChartBar& bar : chart.bars) {
            draw_bar(bar, bar.algorithm == app.status.settings.algorithm, words_of(bar, fastest),
                     axis, places, y + (places.row - places.bar) / 2);
            y += places.row;
        }
    }
    ImGui::PopFont();
}

// In type that leaves room for every label at the lines' ends.
void draw_scaling(const AppState& app, const OpenPicture& frame) {
    const ScalingChart chart = scaling_of(app);
    const float height = frame.to.y - frame.from.y;
    const auto rows = static_cast<float>(chart.lines.size());
    const float size = std::min(
        {0.8F * height / (rows + 7), 0.05F * height, 0.036F * (frame.to.x - frame.from.x)});
    ImGui::PushFont(nullptr, size / ImGui::GetStyle().FontScaleMain);
    scaling_layer(chart, frame.from, frame.to,
                  app.get<ScalingStatus>().under_way ? app.get<ScalingStatus>().doing : "");
    ImGui::PopFont();
}

} // namespace

void chart_layer(const AppState& app) {
    const OpenPicture frame = unwritten_picture(app, 0.17F);
    if (!app.view.show_chart || frame.to.y - frame.from.y < scaled(120)) {
        return;
    }
    ImVec4 ground = ImGui::GetStyle().Colors[ImGuiCol_PopupBg];
    ground.w = 0.86F;
    ImGui::GetBackgroundDrawList()->AddRectFilled(frame.from, frame.to, faded(ground), scaled(6));
    if (!app.get<ScalingStatus>().under_way && app.get<ScalingStatus>().series.empty()) {
        draw_ladder(app, frame);
        return;
    }
    const float middle = (frame.from.x + frame.to.x) / 2;
    draw_ladder(app, {frame.from, {middle, frame.to.y}});
    draw_scaling(app, {{middle, frame.from.y}, frame.to});
}

} // namespace orrery
