#include "app/chart/charts.hpp"

#include "app/language/tr.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

using Anchor = ChartDrawing::Anchor;
using Text = ChartDrawing::Text;
using Line = ChartDrawing::Line;

constexpr int width = 1280, margin = 40, names = 300, figures = 230, bar_height = 34, gap = 14,
              heading = 96, foot = 60;
constexpr int plot_height = 520, times = 90, labels_width = 330, label_height = 22;
const char* const quiet = "#555a64";
const char* const grid = "#d4d7dd";
const char* const guide_colour = "#8a8f99";

std::string colour_of(float red, float green, float blue) {
    const auto channel = [](float share) { return static_cast<int>(share * 200); }; // on white
    return fmt::format("#{:02x}{:02x}{:02x}", channel(red), channel(green), channel(blue));
}

void add_heading(ChartDrawing& drawing, double top, const std::string& title,
                 const std::string& line) {
    drawing.add(Text{margin, top + 48, 28, Anchor::start, title});
    drawing.add(Text{margin, top + 78, 18, Anchor::start, line, quiet});
}

void add_ladder(ChartDrawing& drawing, const LadderChart& chart) {
    const ChartAxis axis = axis_of(chart);
    const int rows = static_cast<int>(chart.bars.size());
    const int bottom = heading + rows * (bar_height + gap);
    const double left = margin + names;
    const double room = width - margin - figures - left;
    add_heading(drawing, 0, chart.title,
                tr_format("speed-up over {}", chart.reference) +
                    (axis.logarithmic ? tr(", on a logarithmic scale") : ""));
    for (const auto& [value, text] : axis.ticks) {
        const double x = left + room * axis.fraction(value);
        drawing.add(Line{{{x, heading - 6}, {x, bottom}}, grid});
        drawing.add(Text{x, bottom + 24.0, 16, Anchor::middle, text, quiet});
    }
    for (int row = 0; row < rows; ++row) {
        const ChartBar& bar = chart.bars[static_cast<std::size_t>(row)];
        const double top = heading + row * (bar_height + gap);
        const double length = std::max(room * axis.fraction(bar.time.factor()), 1.0);
        drawing.add(Text{left - 14, top + 23, 18, Anchor::end, bar.title});
        drawing.add(ChartDrawing::Bar{left, top, length, bar_height,
                                      colour_of(bar.red, bar.green, bar.blue),
                                      bar.time.own.certain ? 1 : 0.45});
        drawing.add(Text{left + length + 12, top + 23, 18, Anchor::start, bar_text(bar)});
    }
    drawing.height = bottom + foot;
}

// Where the plot stands.
struct Plot {
    ChartAxis along, up;
    double left, right, top, bottom;

    double x(double value) const { return left + (right - left) * along.fraction(value); }
    double y(double value) const { return bottom - (bottom - top) * up.fraction(value); }
};

void add_axes(ChartDrawing& drawing, const Plot& plot) {
    for (const auto& [value, text] : plot.along.ticks) {
        const double x = plot.x(value);
        drawing.add(Line{{{x, plot.top}, {x, plot.bottom}}, grid});
        drawing.add(Text{x, plot.bottom + 24, 16, Anchor::middle, text, quiet});
    }
    for (const auto& [value, text] : plot.up.ticks) {
        const double y = plot.y(value);
        drawing.add(Line{{{plot.left, y}, {plot.right, y}}, grid});
        drawing.add(Text{plot.left - 12, y + 6, 16, Anchor::end, text, quiet});
    }
}

// The label beside the plot of a line that ends there.
struct LineLabel {
    double x, y;
    std::string words, colour;
};

void add_labels(ChartDrawing& drawing, const Plot& plot, const std::vector<LineLabel>& labels) {
    std::vector<double> ends;
    for (const LineLabel& label : labels) {
        ends.push_back(label.y + 6);
    }
    const std::vector<double> places =
        spread_labels(ends, label_height, plot.top + 6, plot.bottom + 6);
    for (std::size_t i = 0; i < labels.size(); ++i) {
        const LineLabel& label = labels[i];
        drawing.add(Line{{{label.x, label.y}, {plot.right + 14, places[i] - 6}}, label.colour, 1});
        drawing.add(Text{plot.right + 20, places[i], 18, Anchor::start, label.words, label.colour});
    }
}

void add_guides(ChartDrawing& drawing, const Plot& plot, const ScalingChart& chart,
                std::vector<LineLabel>& labels) {
    for (const GuideLine& guide : guide_lines(chart)) {
        Line line{{}, guide_colour, 1.5, 6};
        for (const auto& [bodies, milliseconds] : guide.points) {
            line.points.emplace_back(plot.x(bodies), plot.y(milliseconds));
        }
        if (line.points.empty()) {
            continue;
        }
        const auto [x, y] = line.points.back();
        if (guide.reaches_top) {
            drawing.add(Text{x - 28, y + 18, 18, Anchor::end, guide.text, quiet});
        } else {
            labels.push_back({x, y, guide.text, quiet});
        }
        drawing.add(std::move(line));
    }
}

void add_line(ChartDrawing& drawing, const Plot& plot, const ScalingLine& line,
              std::vector<LineLabel>& labels) {
    const std::string colour = colour_of(line.red, line.green, line.blue);
    Line drawn{{}, colour, 3};
    for (const ScalingLine::Point& point : line.points) {
        const double x = plot.x(static_cast<double>(point.bodies));
        drawn.points.emplace_back(x, plot.y(point.milliseconds));
        drawing.add(ChartDrawing::Dot{x, drawn.points.back().second, 5, colour});
    }
    const auto [x, y] = drawn.points.back();
    labels.push_back({x, y, line_text(line), colour});
    drawing.add(std::move(drawn));
}

void add_scaling(ChartDrawing& drawing, const ScalingChart& chart) {
    constexpr std::size_t guides = 3;
    const double top = drawing.height;
    const double rows = static_cast<double>(chart.lines.size() + guides);
    const double room = std::max<double>(plot_height, label_height * rows);
    const Plot plot{bodies_axis(chart), milliseconds_axis(chart),
                    margin + times,     width - margin - labels_width,
                    top + heading,      top + heading + room};
    add_heading(drawing, top, chart.title, tr("time per step vs. number of bodies"));
    add_axes(drawing, plot);
    std::vector<LineLabel> labels;
    add_guides(drawing, plot, chart, labels);
    for (const ScalingLine& line : chart.lines) {
        if (!line.points.empty()) {
            add_line(drawing, plot, line, labels);
        }
    }
    add_labels(drawing, plot, labels);
    drawing.height = static_cast<int>(plot.bottom) + foot;
}

// How long messages take, and below it how many bytes a second that is.
void add_messages(ChartDrawing& drawing, const MessageChart& chart) {
    constexpr int height = 260, wide_times = 110;
    const auto add = [&](const ChartAxis& axis, const std::string& line, const char* colour,
                         double (*value)(const MessageChart::Point&)) {
        const double top = drawing.height;
        const Plot plot{bytes_axis(chart),    axis,          margin + wide_times,
                        width - 2.0 * margin, top + heading, top + heading + height};
        add_heading(drawing, top, top == 0 ? chart.title : "", line);
        add_axes(drawing, plot);
        Line drawn{{}, colour, 3};
        for (const MessageChart::Point& point : chart.points) {
            const double x = plot.x(static_cast<double>(point.bytes));
            drawn.points.emplace_back(x, plot.y(value(point)));
            drawing.add(ChartDrawing::Dot{x, drawn.points.back().second, 5, colour});
        }
        drawing.add(std::move(drawn));
        drawing.height = static_cast<int>(plot.bottom) + foot;
    };
    add(seconds_axis(chart), tr("time of a message one way vs. its size"), "#b3541e",
        [](const MessageChart::Point& point) { return point.seconds; });
    add(bandwidth_axis(chart), tr("bandwidth vs. size of a message"), "#1e6fb3",
        [](const MessageChart::Point& point) { return point.bandwidth(); });
}

} // namespace

ChartDrawing draw_charts(const Charts& charts) {
    ChartDrawing drawing;
    drawing.width = width;
    if (!charts.messages.points.empty()) {
        add_messages(drawing, charts.messages);
        return drawing;
    }
    if (!charts.ladder.bars.empty() || charts.scaling.empty()) {
        add_ladder(drawing, charts.ladder);
    }
    if (!charts.scaling.empty()) {
        add_scaling(drawing, charts.scaling);
    }
    return drawing;
}

} // namespace orrery
