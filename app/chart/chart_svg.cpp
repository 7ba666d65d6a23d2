#include "app/chart/chart_file.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

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

struct Svg {
    std::string operator()(const ChartDrawing::Bar& bar) const {
        return fmt::format("<rect x=\"{:.1f}\" y=\"{:g}\" width=\"{:.1f}\" height=\"{:g}\" "
                           "rx=\"3\" fill=\"{}\"{}/>\n",
                           bar.x, bar.y, bar.width, bar.height, bar.colour,
                           bar.opacity < 1 ? fmt::format(" fill-opacity=\"{:g}\"", bar.opacity)
                                           : "");
    }
    std::string operator()(const ChartDrawing::Line& line) const {
        std::string points;
        for (const auto& [x, y] : line.points) {
            points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x, y);
        }
        return fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" "
                           "stroke-width=\"{:g}\"{}/>\n",
                           points, line.colour, line.width,
                           line.dash > 0 ? fmt::format(" stroke-dasharray=\"{:g}\"", line.dash)
                                         : "");
    }
    std::string operator()(const ChartDrawing::Dot& dot) const {
        return fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:g}\" fill=\"{}\"/>\n", dot.x,
                           dot.y, dot.radius, dot.colour);
    }
    std::string operator()(const ChartDrawing::Text& text) const {
        constexpr const char* anchors[] = {"start", "middle", "end"};
        return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{}\" text-anchor=\"{}\" "
                           "fill=\"{}\">{}</text>\n",
                           text.x, text.y, text.size, anchors[static_cast<int>(text.anchor)],
                           text.colour, escaped(text.words));
    }
};

} // namespace

std::string chart_svg(const Charts& charts) {
    const ChartDrawing drawing = draw_charts(charts);
    std::string svg =
        fmt::format("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                    "viewBox=\"0 0 {0} {1}\" font-family=\"Inter, Helvetica, Arial, sans-serif\">\n"
                    "<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
                    drawing.width, drawing.height);
    for (const ChartDrawing::Mark& mark : drawing.marks) {
        svg += std::visit(Svg(), mark);
    }
    return svg + "</svg>\n";
}

} // namespace orrery
