// Charts as SVG and as numbers, and the choice between the formats.

#include "app/chart/charts.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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

using Json = nlohmann::ordered_json;

constexpr std::pair<const char*, ChartWriter> formats[] = {
    {".svg", chart_svg}, {".png", chart_png}, {".csv", chart_csv}, {".json", chart_json}};

} // namespace

std::string csv_quoted(std::string word) {
    for (std::size_t at = 0; (at = word.find('"', at)) != std::string::npos; at += 2) {
        word.insert(at, 1, '"');
    }
    return '"' + word + '"';
}

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

std::string chart_csv(const Charts& charts) {
    if (!charts.messages.points.empty()) {
        std::string text = "bytes,seconds,bytes_per_second\n";
        for (const MessageChart::Point& point : charts.messages.points) {
            text += fmt::format("{},{},{}\n", point.bytes, point.seconds, point.bandwidth());
        }
        return text;
    }
    std::string text = "chart,algorithm,title,bodies,ms_per_step,factor,certain,slope\n";
    for (const ChartBar& bar : charts.ladder.bars) {
        text += fmt::format("ladder,{},{},{},{},{},{},\n", bar.algorithm, csv_quoted(bar.title),
                            charts.ladder.bodies, bar.time.own.milliseconds, bar.time.factor(),
                            bar.time.own.certain);
    }
    for (const ScalingLine& line : charts.scaling.lines) {
        const std::optional<double> slope = fitted_slope(line.points);
        for (const ScalingLine::Point& point : line.points) {
            text += fmt::format("scaling,{},{},{},{},,true,{}\n", line.algorithm,
                                csv_quoted(line.title), point.bodies, point.milliseconds,
                                slope ? fmt::format("{:.4f}", *slope) : "");
        }
    }
    return text;
}

std::string chart_json(const Charts& charts) {
    if (!charts.messages.points.empty()) {
        Json messages = Json::array();
        for (const MessageChart::Point& point : charts.messages.points) {
            messages.push_back({{"bytes", point.bytes},
                                {"seconds", point.seconds},
                                {"bytes_per_second", point.bandwidth()}});
        }
        return Json{{"title", charts.messages.title}, {"messages", std::move(messages)}}.dump(2) +
               "\n";
    }
    Json ladder = Json::array();
    for (const ChartBar& bar : charts.ladder.bars) {
        ladder.push_back({{"algorithm", bar.algorithm},
                          {"title", bar.title},
                          {"ms_per_step", bar.time.own.milliseconds},
                          {"factor", bar.time.factor()},
                          {"certain", bar.time.own.certain}});
    }
    Json scaling = Json::array();
    for (const ScalingLine& line : charts.scaling.lines) {
        const std::optional<double> slope = fitted_slope(line.points);
        Json points = Json::array();
        for (const ScalingLine::Point& point : line.points) {
            points.push_back({{"bodies", point.bodies}, {"ms_per_step", point.milliseconds}});
        }
        scaling.push_back({{"algorithm", line.algorithm},
                           {"title", line.title},
                           {"slope", slope ? Json(*slope) : Json(nullptr)},
                           {"points", std::move(points)}});
    }
    const Json document{{"title", charts.ladder.title},          {"bodies", charts.ladder.bodies},
                        {"reference", charts.ladder.reference},  {"ladder", std::move(ladder)},
                        {"scaling_title", charts.scaling.title}, {"scaling", std::move(scaling)}};
    return document.dump(2) + "\n";
}

ChartWriter chart_writer(const std::filesystem::path& file) {
    if (file == "-") {
        return chart_svg;
    }
    for (const auto& [extension, writer] : formats) {
        if (file.extension() == extension) {
            return writer;
        }
    }
    throw bad_input("charts are written as .svg, .png, .csv or .json", file.string(),
                    "name a file, like chart.svg");
}

} // namespace orrery
