#include "app/chart/ladder_chart.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr int width = 1280, margin = 40, names = 300, figures = 230, bar_height = 34, gap = 14,
              heading = 96;

std::string escaped(const std::string& text) {
    std::string result;
    for (const char letter : text) {
        result += letter == '&'   ? "&amp;"
                  : letter == '<' ? "&lt;"
                  : letter == '>' ? "&gt;"
                                  : std::string(1, letter);
    }
    return result;
}

std::string text_at(double x, double y, int size, const char* anchor, const std::string& words,
                    const char* colour = "#111418") {
    return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\" "
                       "fill=\"{}\">{}</text>\n",
                       x, y, size, anchor, colour, escaped(words));
}

std::string colour_of(const ChartBar& bar) {
    const auto channel = [](float share) { return static_cast<int>(share * 200); }; // on white
    return fmt::format("#{:02x}{:02x}{:02x}", channel(bar.red), channel(bar.green),
                       channel(bar.blue));
}

} // namespace

std::string chart_svg(const LadderChart& chart) {
    const ChartAxis axis = axis_of(chart);
    const int rows = static_cast<int>(chart.bars.size());
    const int foot = heading + rows * (bar_height + gap);
    const int height = foot + 60;
    const double left = margin + names;
    const double room = width - margin - figures - left;
    std::string svg =
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                    "viewBox=\"0 0 {0} {1}\" font-family=\"Inter, Helvetica, Arial, sans-serif\">\n"
                    "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                    width, height);
    svg += text_at(margin, 48, 28, "start", chart.title);
    svg += text_at(margin, 78, 18, "start",
                   "times as fast as " + chart.reference +
                       (axis.logarithmic ? ", on a logarithmic scale" : ""),
                   "#555a64");
    for (const double tick : axis.ticks) {
        const double x = left + room * axis.place(tick);
        svg += fmt::format("<line x1=\"{0:.1f}\" y1=\"{1}\" x2=\"{0:.1f}\" y2=\"{2}\" "
                           "stroke=\"#d4d7dd\"/>\n",
                           x, heading - 6, foot);
        svg += text_at(x, foot + 24, 16, "middle", fmt::format("{:g}", tick), "#555a64");
    }
    for (int row = 0; row < rows; ++row) {
        const ChartBar& bar = chart.bars[static_cast<std::size_t>(row)];
        const int top = heading + row * (bar_height + gap);
        const double length = std::max(room * axis.place(bar.factor), 1.0);
        svg += text_at(left - 14, top + 23, 18, "end", bar.title);
        svg += fmt::format("<rect x=\"{:.1f}\" y=\"{}\" width=\"{:.1f}\" height=\"{}\" rx=\"3\" "
                           "fill=\"{}\"{}/>\n",
                           left, top, length, bar_height, colour_of(bar),
                           bar.certain ? "" : " fill-opacity=\"0.45\"");
        svg += text_at(left + length + 12, top + 23, 18, "start", bar_text(bar));
    }
    return svg + "</svg>\n";
}

} // namespace orrery
