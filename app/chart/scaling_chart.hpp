#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

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

// The power of N that the time grows with, fitted to the points of the most bodies, where overheads
// count least; none for fewer than three points.
std::optional<double> fitted_slope(const std::vector<ScalingLine::Point>& points);
// "cpu.tree  N^1.08"
std::string line_text(const ScalingLine& line);

// A logarithmic axis and where its lines stand.
struct LogarithmicAxis {
    struct Tick {
        double value;
        std::string text;
    };
    double low = 1, high = 10;
    std::vector<Tick> ticks;

    // 0 … 1.
    double fraction(double value) const;
};
LogarithmicAxis bodies_axis(const ScalingChart& chart);       // "1k", "4k", "16k" …
LogarithmicAxis milliseconds_axis(const ScalingChart& chart); // "1 ms", "10 ms" …

// Heights for labels beside the ends of lines: as near to `wanted` as they can be, in its order,
// `apart` from each other and within low … high as far as there is room.
std::vector<double> spread_labels(const std::vector<double>& wanted, double apart, double low,
                                  double high);

} // namespace orrery
