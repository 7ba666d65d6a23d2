#pragma once

#include "app/chart/charts.hpp"

#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace orrery {

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

// The two charts of the algorithms on this machine.
struct Charts {
    LadderChart ladder;   // on one system
    ScalingChart scaling; // over the number of bodies; empty: not measured
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
