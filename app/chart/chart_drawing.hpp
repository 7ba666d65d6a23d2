#pragma once

#include "app/chart/ladder_chart.hpp"
#include "app/chart/scaling_chart.hpp"

#include <string>
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
};

// What is known of the algorithms here.
struct Charts {
    LadderChart ladder;   // on one system
    ScalingChart scaling; // over the number of bodies; empty: not measured
};

// The ladder and, below it, the lines over the number of bodies where there are some.
ChartDrawing draw_charts(const Charts& charts);

} // namespace orrery
