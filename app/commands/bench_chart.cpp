#include "app/commands/bench_chart.hpp"

#include "app/numbers.hpp"
#include "app/panels/theme.hpp"

#include <algorithm>

namespace orrery {

namespace {

std::string title_of(const BenchmarkRow& row) {
    const Sharing sharing = row.settings.sharing;
    return find_solver(row.algorithm).info.title +
           (sharing == Sharing::none ? "" : std::string(", ") + sharing_mode(sharing).id);
}

LadderChart ladder_of(const std::vector<BenchmarkRow>& rows) {
    LadderChart chart;
    std::size_t most = 0;
    for (const BenchmarkRow& row : rows) {
        most = std::max(most, row.repeats > 0 ? row.bodies : 0);
    }
    double first = 0;
    for (const BenchmarkRow& row : rows) {
        if (row.bodies != most || row.repeats == 0 || row.milliseconds <= 0) {
            continue;
        }
        const std::string title = title_of(row);
        if (first == 0) {
            first = row.milliseconds;
            chart.reference = title;
            chart.title = row.scene + ", " + with_thousands(row.bodies) + " bodies, " +
                          (row.precision == Precision::fp64 ? "fp64" : "fp32");
            chart.bodies = row.bodies;
        }
        const Rgb colour = family_colour(find_solver(row.algorithm).info.family);
        chart.bars.push_back({row.algorithm,
                              title,
                              {{row.milliseconds}, {first}},
                              colour.red,
                              colour.green,
                              colour.blue});
    }
    return chart;
}

ScalingChart scaling_of(const std::vector<BenchmarkRow>& rows) {
    ScalingChart chart;
    for (const BenchmarkRow& row : rows) {
        if (row.repeats == 0 || row.milliseconds <= 0) {
            continue;
        }
        const std::string title = title_of(row);
        chart.title = row.scene + ", " + (row.precision == Precision::fp64 ? "fp64" : "fp32");
        auto line = std::find_if(chart.lines.begin(), chart.lines.end(),
                                 [&](const ScalingLine& other) { return other.title == title; });
        if (line == chart.lines.end()) {
            const Rgb colour = family_colour(find_solver(row.algorithm).info.family);
            chart.lines.push_back(
                {row.algorithm, title, {}, colour.red, colour.green, colour.blue});
            line = std::prev(chart.lines.end());
        }
        line->points.push_back({row.bodies, row.milliseconds});
    }
    for (ScalingLine& line : chart.lines) {
        std::sort(line.points.begin(), line.points.end(),
                  [](const auto& a, const auto& b) { return a.bodies < b.bodies; });
    }
    std::erase_if(chart.lines, [](const ScalingLine& line) { return line.points.size() < 2; });
    return chart;
}

} // namespace

Charts bench_charts(const std::vector<BenchmarkRow>& rows) {
    return {ladder_of(rows), scaling_of(rows)};
}

} // namespace orrery
