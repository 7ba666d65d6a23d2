#include "app/stage/stage_layers.hpp"

#include "app/language/tr.hpp"
#include "app/numbers.hpp"
#include "app/stage/chart_parts.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"
#include "sim/scene.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <tuple>
#include <utility>
#include <vector>

namespace orrery {

bool is_charted(const AppState& app, const std::string& algorithm) {
    const std::vector<std::string>& wanted = app.view.chart_algorithms;
    return wanted.empty() || std::find(wanted.begin(), wanted.end(), algorithm) != wanted.end();
}

LadderChart ladder_of(const AppState& app, bool of_run_ones) {
    LadderChart chart;
    const Settings& settings = app.status.settings;
    chart.title =
        (is_scene(settings.source) ? std::string(tr(find_scene(settings.source).title))
                                   : std::filesystem::path(settings.source).filename().string()) +
        ", " + counted(app.status.all_bodies(), "body", "bodies") + ", " +
        (settings.precision == Precision::fp64 ? "fp64" : "fp32");
    chart.bodies = app.status.all_bodies();
    chart.logarithmic = app.view.logarithmic_chart;
    chart.reference = app.view.reference;
    for (const SolverEntry& entry : solvers()) {
        if (app.view.reference == entry.info.id) {
            chart.reference = tr(entry.info.title);
        }
        const TimeRatio time = app.history.costs().compare(entry.info.id, app.view.reference);
        const bool left_out = of_run_ones && !app.history.costs().of(entry.info.id).is_measured();
        if (!is_charted(app, entry.info.id) || !time.is_known() || left_out ||
            !why_not(entry, app).empty()) {
            continue;
        }
        const Rgb colour = family_colour(entry.info.family);
        chart.bars.push_back(
            {entry.info.id, tr(entry.info.title), time, colour.red, colour.green, colour.blue});
    }
    return chart;
}

namespace {

// What has run so far, with however many bodies: of the scene that is there.
std::vector<ScalingLine> lines_of_session(const AppState& app) {
    std::vector<ScalingLine> lines;
    for (const SolverEntry& entry : solvers()) {
        ScalingLine line{.algorithm = entry.info.id, .title = "", .points = {}};
        for (const auto& [bodies, cost] : app.history.costs().measured_over_bodies(entry.info.id)) {
            line.points.push_back({bodies, cost.milliseconds});
        }
        if (!line.points.empty() && is_charted(app, entry.info.id)) {
            lines.push_back(std::move(line));
        }
    }
    return lines;
}

} // namespace

ScalingChart scaling_of(const AppState& app) {
    const ScalingStatus& status = app.get<ScalingStatus>();
    const bool measured = status.under_way || !status.lines.empty();
    ScalingChart chart;
    chart.title = tr_format("Plummer spheres, {}",
                            app.settings.precision == Precision::fp64 ? "fp64" : "fp32");
    chart.lines = measured || !app.view.chart_growth ? status.lines : lines_of_session(app);
    for (ScalingLine& line : chart.lines) {
        const SolverInfo& info = find_solver(line.algorithm).info;
        const Rgb colour = family_colour(info.family);
        line.title = tr(info.title);
        std::tie(line.red, line.green, line.blue) = std::tie(colour.red, colour.green, colour.blue);
    }
    return chart;
}

float written_width(const std::string& text) {
    return ImGui::CalcTextSize(text.c_str()).x;
}

void write_heading(const ChartFrame& frame, const ImVec4& colour, const std::string& words) {
    const float line = ImGui::GetTextLineHeight();
    const float pad = 0.6F * line;
    const float fits = (frame.at.width() - 2 * pad) / written_width(words);
    const Typeface face(nullptr, std::min(fits, 1.0F) * line);
    write_on_stage({frame.at.from.x + pad, frame.at.from.y + pad / 2}, colour, words);
}

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

namespace {

// The bars between `left` and `right`, and the axis below them.
struct BarPlaces {
    float left, right, top, row, bar;

    float at(const ChartAxis& axis, double factor) const {
        return left + (right - left) * static_cast<float>(axis.fraction(factor));
    }
};

// What is written behind a bar; a small chart has no room for times.
std::string words_of(const ChartBar& bar, const ChartBar* fastest, bool small) {
    return small ? bar.time.text()
                 : bar_text(bar) + (&bar == fastest ? "   " + std::string(tr("fastest")) : "");
}

// Bars of estimates let through what is behind them, less where that is nearly as light.
float strength_of(const ChartBar& bar) {
    return bar.time.own.certain ? 1 : text_colour().x < 0.5F ? 0.65F : 0.4F;
}

// Returns where its figures end. The algorithm that runs has the colour of what is live, as its
// card in the deck.
float draw_bar(const ChartBar& bar, bool runs, const std::string& words, const BarPlaces& places,
               float top, float share) {
    const ImVec4 text = runs ? accent_colour() : text_colour();
    const float middle = top + (places.bar - ImGui::GetTextLineHeight()) / 2;
    write_on_stage({places.left - written_width(bar.title) - scaled(10), middle}, text, bar.title);
    const float end =
        std::max(places.left + (places.right - places.left) * share, places.left + scaled(2));
    const ImVec4 colour = algorithm_colour(bar.algorithm);
    fill_on_stage({places.left, top}, {end, top + places.bar}, faded(colour, strength_of(bar)),
                  scaled(3));
    write_on_stage({end + scaled(10), middle}, text, words);
    return end + scaled(14) + written_width(words);
}

// Its lines leave out bars and their figures, which end there.
void draw_axis(const ChartAxis& axis, const BarPlaces& places, const std::vector<float>& ends,
               float foot) {
    std::vector<std::pair<float, std::string>> ticks;
    for (const auto& [value, text] : axis.ticks) {
        const float x = places.at(axis, value);
        ticks.emplace_back(x, text);
        float top = places.top;
        for (const float end : ends) {
            if (x < places.left + 1 || x > end) {
                ImGui::GetBackgroundDrawList()->AddLine({x, top}, {x, top + places.row},
                                                        faded(quiet_colour(), 0.35F));
            }
            top += places.row;
        }
    }
    draw_ticks(ticks, foot, foot, foot);
}

// In the current type.
struct WordWidths {
    float names = 0, figures = 0;
};

WordWidths word_widths(const LadderChart& chart, bool small) {
    WordWidths widths;
    const ChartBar* const fastest = fastest_bar(chart);
    for (const ChartBar& bar : chart.bars) {
        widths.names = std::max(widths.names, written_width(bar.title));
        widths.figures = std::max(widths.figures, written_width(words_of(bar, fastest, small)));
    }
    return widths;
}

// The type, or a smaller one in which words leave bars a quarter of the width.
float type_beside_bars(const LadderChart& chart, const ChartFrame& frame, float type) {
    constexpr float bars = 0.25F, gaps = 3; // in lines
    const Typeface face(nullptr, type);
    const auto [names, figures] = word_widths(chart, frame.small);
    const float words = names + figures + gaps * ImGui::GetTextLineHeight();
    return type * std::min((1 - bars) * frame.at.width() / words, 1.0F);
}

void draw_ladder(AppState& app, const ChartFrame& frame) {
    const LadderChart chart = ladder_of(app, frame.small);
    const auto rows = static_cast<float>(std::max<std::size_t>(chart.bars.size(), 1));
    const float height = frame.at.height();
    // Heading and axis take two lines; type as large as the rows allow.
    const float size = std::clamp(0.62F * height / (rows + 3), 0.02F * height, 0.055F * height);
    const float type = frame.small ? frame.type : std::min(size, 0.045F * frame.at.width());
    const Typeface face(nullptr, type_beside_bars(chart, frame, type));
    const float line = ImGui::GetTextLineHeight();
    const float pad = 0.6F * line;
    const ImVec2 from = frame.at.from;
    write_heading(frame, frame.small ? quiet_colour() : text_colour(),
                  chart.bars.empty()
                      ? tr_format("{} has not run yet; Ctrl+L runs all", chart.reference)
                      : tr_format("Speed-up over {}", chart.reference));
    const auto [names, figures] = word_widths(chart, frame.small);
    const ChartBar* const fastest = fastest_bar(chart);
    const float top = from.y + 1.8F * line;
    const float foot = frame.at.to.y - (frame.small ? 0.4F : 1.4F) * line;
    const BarPlaces places{from.x + pad + names + scaled(10),
                           frame.at.to.x - pad - figures - scaled(10), top, (foot - top) / rows,
                           std::min(0.72F * (foot - top) / rows, 2.2F * line)};
    if (chart.bars.empty() || places.right <= places.left) {
        return;
    }
    const ChartAxis axis = axis_of(chart);
    std::vector<float> ends;
    float y = top;
    for (const ChartBar& bar : chart.bars) {
        const auto share = static_cast<float>(axis.fraction(bar.time.factor()));
        ends.push_back(draw_bar(bar, bar.algorithm == app.status.settings.algorithm,
                                words_of(bar, fastest, frame.small), places,
                                y + (places.row - places.bar) / 2,
                                moved(app, bar.algorithm, share)));
        y += places.row;
    }
    if (!frame.small) {
        draw_axis(axis, places, ends, foot);
    }
}

constexpr float small_type = 0.034F; // of the picture's height

// In the picture's lower right corner, as high as its contents want.
OpenPicture corner_of(const AppState& app, const OpenPicture& whole, float type) {
    constexpr float widest = 0.42F, line = 1.2F, of_growth = 0.42F;
    const std::size_t bars = std::max<std::size_t>(ladder_of(app, true).bars.size(), 1);
    const float height = app.view.chart_growth
                             ? of_growth * ImGui::GetIO().DisplaySize.y
                             : (1.15F * static_cast<float>(bars) + 2.2F) * line * type;
    OpenPicture corner = whole;
    corner.from.x = whole.to.x - widest * whole.width();
    corner.from.y = std::max(whole.to.y - height, whole.from.y);
    return corner;
}

ImVec2 between(const ImVec2& a, const ImVec2& b, float share) {
    return {a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)};
}

} // namespace

float moved(AppState& app, const std::string& part, float target) {
    constexpr double seconds = 0.25; // to come nearer by a factor of e
    ChartMotion& motion = app.get<ChartMotion>();
    const auto found = motion.parts.find(part);
    if (app.view.reduced_motion || (found == motion.parts.end() && !motion.began)) {
        motion.parts[part] = {target, app.now};
        return target;
    }
    ChartMotion::Part& now = motion.parts[part]; // one that is new grows from nothing
    const double passed = found == motion.parts.end() ? 0 : std::max(app.now - now.at, 0.0);
    now.share += (target - now.share) * static_cast<float>(1 - std::exp(-passed / seconds));
    now.at = app.now;
    return now.share;
}

namespace {

// An empty chart would be a riddle.
bool has_corner_chart(const AppState& app) {
    return app.view.chart_corner && (app.view.chart_growth || !ladder_of(app, true).bars.empty());
}

bool has_room_for_chart(const AppState& app, const OpenPicture& picture) {
    constexpr float least_height = 120;
    return !shows_card(app) && picture.height() >= scaled(least_height);
}

} // namespace

ClearArea clear_of_corner(const AppState& app, const ClearArea& open) {
    const float height = ImGui::GetIO().DisplaySize.y;
    const OpenPicture whole = unwritten_picture(app, 0.17F);
    if (app.view.show_chart || app.view.layer != Layer::stage || app.race.under_way ||
        !has_room_for_chart(app, whole) || !has_corner_chart(app)) {
        return open;
    }
    const OpenPicture corner = corner_of(app, whole, small_type * height);
    ClearArea rest = open;
    const auto top = static_cast<double>(whole.from.y / height);
    const auto foot = static_cast<double>(corner.from.y / height);
    if (shows_code(app)) { // which has the other side
        rest.centre.y = 1 - (top + foot);
        rest.share.y = std::max(foot - top, 0.1);
    } else {
        const double corner_share =
            static_cast<double>(corner.width() / ImGui::GetIO().DisplaySize.x);
        rest.centre.x -= corner_share * open.share.x;
        rest.share.x *= 1 - corner_share;
    }
    return rest;
}

void chart_layer(AppState& app) {
    ChartMotion& motion = app.get<ChartMotion>();
    const OpenPicture whole = unwritten_picture(app, 0.17F);
    const bool full = app.view.show_chart;
    if ((!full && !has_corner_chart(app)) || !has_room_for_chart(app, whole)) {
        motion = {};
        return;
    }
    const float type = small_type * ImGui::GetIO().DisplaySize.y;
    const OpenPicture corner = corner_of(app, whole, type);
    const float opened = moved(app, "opened", full ? 1.0F : 0.0F);
    const ChartFrame frame{
        {between(corner.from, whole.from, opened), between(corner.to, whole.to, opened)},
        opened < 0.5F,
        type};
    stage_plate(frame.at.from, frame.at.to, scaled(6), 0.86F);
    const ScalingStatus& scaling = app.get<ScalingStatus>();
    if (app.view.chart_growth) {
        draw_scaling(app, frame);
    } else if (frame.small || (!scaling.under_way && scaling.lines.empty())) {
        draw_ladder(app, frame);
    } else {
        const OpenPicture& all = frame.at;
        draw_ladder(app, {{all.from, {all.centre(), all.to.y}}, false, type});
        draw_scaling(app, {{{all.centre(), all.from.y}, all.to}, false, type});
    }
    motion.began = true;
}

} // namespace orrery
