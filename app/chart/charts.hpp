#pragma once

#include "app/numbers.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace orrery {

// A bar of the ladder: how many times as fast as the reference an algorithm is.
struct ChartBar {
    std::string algorithm, title; // "cpu.simd", "SIMD"
    TimeRatio time;               // of a step
    float red = 1, green = 1, blue = 1;
};

// Algorithms side by side on one system.
struct LadderChart {
    std::string title;     // "Plummer sphere, 16,384 bodies, fp32"
    std::string reference; // "Two loops": what factors are against
    bool logarithmic = true;
    std::vector<ChartBar> bars; // in the order of the lecture
    std::size_t bodies = 0;
};

// An axis and where its lines stand.
struct ChartAxis {
    double low = 0, high = 1;
    bool logarithmic = false;
    std::vector<PlotTick> ticks = {};

    // The place of a value on the axis, 0 … 1.
    double fraction(double value) const;
};
// Factors, from zero or, where it is logarithmic, from a power of ten.
ChartAxis axis_of(const LadderChart& chart);

// "31 ×   12.3 ms", with ≈ where it is not certain.
std::string bar_text(const ChartBar& bar);
// The longest bar; null where that is an estimate, and where there are fewer than two.
const ChartBar* fastest_bar(const LadderChart& chart);

// How the time of an algorithm's step grows with the bodies.
struct ScalingLine {
    struct Point {
        std::size_t bodies = 0;
        double milliseconds = 0; // a step
    };
    std::string algorithm, title;
    std::vector<Point> points; // the fewest bodies first
    float red = 1, green = 1, blue = 1;
};

// Several of them, on logarithmic axes.
struct ScalingChart {
    std::string title; // "Plummer sphere, fp32"
    std::vector<ScalingLine> lines;

    bool empty() const;
};

// The power of N that the time grows with, where its first decimal can be told; else none.
//
// Idea: Theil and Sen's line, the median of the slopes between any two points, is not moved by one
//       point that was measured while the machine was busy. Through the points near it goes a
//       least-squares line, whose slope is taken if it is known to 0.03 (standard error), if at
//       most one point in five is left out and if those that remain are four at least and span
//       eight times the bodies. Where all points together allow no such line, since overheads bend
//       it for few bodies, those of the fewest bodies are left out, at most half of all. A time
//       that grows less than the bodies do is one of overheads, and no power of the algorithm.
std::optional<double> fitted_slope(const std::vector<ScalingLine::Point>& points);
// "Barnes-Hut tree  N^1.1", or the title alone where no power fits.
std::string line_text(const ScalingLine& line);

ChartAxis bodies_axis(const ScalingChart& chart);       // "1k", "4k", "16k" …
ChartAxis milliseconds_axis(const ScalingChart& chart); // "1 ms", "10 ms" …

// How N, N log N and N^2 grow, to compare slopes with, as far as the axes reach. Each goes through
// the last point of a line that ends as it does, so that what lies above it at few bodies are
// overheads.
struct GuideLine {
    std::string text;                              // "N log N"
    std::vector<std::pair<double, double>> points; // bodies and milliseconds
    bool reaches_top = false;                      // before the most bodies
};
std::vector<GuideLine> guide_lines(const ScalingChart& chart);

// Heights for labels beside the ends of lines: as near to `wanted` as they can be, in its order,
// `apart` from each other and within low … high as far as there is room.
std::vector<double> spread_labels(const std::vector<double>& wanted, double apart, double low,
                                  double high);

// Messages between two processes, the smallest first.
struct MessageChart {
    struct Point {
        std::size_t bytes = 0;
        double seconds = 0; // one way
        double bandwidth() const { return static_cast<double>(bytes) / seconds; }
    };
    std::string title; // "Open MPI v4.1.4, 2 ranks"
    std::vector<Point> points;
};
// The axes of the points' values: whole decades, or powers of two of bytes.
ChartAxis bytes_axis(const MessageChart& chart);
ChartAxis seconds_axis(const MessageChart& chart);
ChartAxis bandwidth_axis(const MessageChart& chart);

// A chart as a picture of its own, for slides: what is drawn where, whatever draws it. In pixels
// from the upper left; colours as "#rrggbb".
struct ChartDrawing {
    struct Bar {
        double x, y, width, height;
        std::string colour;
        double opacity = 1;
    };
    struct Line {
        std::vector<std::pair<double, double>> points;
        std::string colour;
        double width = 1;
        double dash = 0; // length of dashes and of gaps; 0: one stroke
    };
    struct Dot {
        double x, y, radius;
        std::string colour;
    };
    enum class Anchor { start, middle, end };
    struct Text { // its baseline begins, is centred or ends there
        double x, y;
        int size;
        Anchor anchor;
        std::string words;
        std::string colour = "#111418";
    };
    using Mark = std::variant<Bar, Line, Dot, Text>;

    int width = 0, height = 0;
    std::vector<Mark> marks; // over each other in this order, on white

    void add(Mark mark) { marks.push_back(std::move(mark)); }
};

// The charts of what was measured on this machine.
struct Charts {
    LadderChart ladder;         // on one system
    ScalingChart scaling;       // over the number of bodies; empty: not measured
    MessageChart messages = {}; // likewise; drawn instead of the others
};

// The ladder and, below it, the lines over the number of bodies where there are some.
ChartDrawing draw_charts(const Charts& charts);

// The charts as a file's contents.
std::string chart_svg(const Charts& charts);
std::string chart_csv(const Charts& charts); // a row for each bar and each point
std::string csv_quoted(std::string word);
std::string chart_json(const Charts& charts); // docs/json.md
// Twice as fine as its pixels. Throws failure in a build that cannot draw it.
std::string chart_png(const Charts& charts);

// Which of them a file's name wants: .svg, .png, .csv, .json; "-" is SVG. Throws bad_input for
// other endings.
using ChartWriter = std::string (*)(const Charts& charts);
ChartWriter chart_writer(const std::filesystem::path& file);

} // namespace orrery
