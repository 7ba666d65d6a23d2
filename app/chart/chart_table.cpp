// Charts as numbers, and the choice between the formats.

#include "app/chart/chart_file.hpp"

#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

std::string quoted(std::string word) {
    for (std::size_t at = 0; (at = word.find('"', at)) != std::string::npos; at += 2) {
        word.insert(at, 1, '"');
    }
    return '"' + word + '"';
}

struct Format {
    const char* extension;
    ChartWriter writer;
};
constexpr Format formats[] = {
    {".svg", chart_svg}, {".png", chart_png}, {".csv", chart_csv}, {".json", chart_json}};

} // namespace

std::string chart_csv(const Charts& charts) {
    std::string text = "chart,algorithm,title,bodies,ms_per_step,factor,certain,slope\n";
    for (const ChartBar& bar : charts.ladder.bars) {
        text += fmt::format("ladder,{},{},{},{},{},{},\n", bar.algorithm, quoted(bar.title),
                            charts.ladder.bodies, bar.time.own.milliseconds, bar.time.factor(),
                            bar.time.own.certain);
    }
    for (const ScalingLine& line : charts.scaling.lines) {
        const std::optional<double> slope = fitted_slope(line.points);
        for (const ScalingLine::Point& point : line.points) {
            text += fmt::format("scaling,{},{},{},{},,true,{}\n", line.algorithm,
                                quoted(line.title), point.bodies, point.milliseconds,
                                slope ? fmt::format("{:.4f}", *slope) : "");
        }
    }
    return text;
}

std::string chart_json(const Charts& charts) {
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
    for (const Format& format : formats) {
        if (file.extension() == format.extension) {
            return format.writer;
        }
    }
    throw bad_input("charts are written as .svg, .png, .csv or .json", file.string(),
                    "name a file, like chart.svg");
}

} // namespace orrery
