#include "app/commands/bench_chart.hpp"

#include "app/numbers.hpp"
#include "app/panels/theme.hpp"

#include <algorithm>

namespace orrery {

LadderChart bench_chart(const std::vector<BenchmarkRow>& rows) {
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
        const SolverInfo& info = find_solver(row.algorithm).info;
        std::string title = info.title;
        if (row.settings.sharing != Sharing::none) {
            title += std::string(", ") + sharing_mode(row.settings.sharing).id;
        }
        if (first == 0) {
            first = row.milliseconds;
            chart.reference = title;
            chart.title = row.scene + ", " + with_thousands(row.bodies) + " bodies, " +
                          (row.precision == Precision::fp64 ? "fp64" : "fp32");
        }
        const Rgb colour = family_colour(info.family);
        chart.bars.push_back({row.algorithm, title, row.milliseconds, first / row.milliseconds,
                              true, colour.red, colour.green, colour.blue});
    }
    return chart;
}

} // namespace orrery
