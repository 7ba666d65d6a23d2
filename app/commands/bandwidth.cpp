#include "app/commands/bandwidth.hpp"

#include "app/chart/charts.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/system_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

std::string csv_cell(const Json& value) {
    if (value.is_string()) {
        return csv_quoted(value.get<std::string>());
    }
    return value.is_null() ? "" : value.dump();
}

// The same columns as JSON, a row a line.
std::string csv_of(const std::vector<Figures>& rows) {
    std::string text;
    for (const Json& row : json_of(rows)) {
        std::vector<std::string> keys, cells;
        for (const auto& [key, value] : row.items()) {
            keys.push_back(key);
            cells.push_back(csv_cell(value));
        }
        if (text.empty()) {
            text = fmt::format("{}\n", fmt::join(keys, ","));
        }
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

} // namespace

void add_bandwidth_arguments(Parser& parser, BandwidthArguments& request) {
    add_repeat_argument(parser, request.plan.repeats, "timed samples");
    add_budget_argument(parser, request.plan.budget_seconds,
                        "start no further sample after this many seconds on a row (default: 10)");
    add_json_argument(parser, request.json, "the rows");
    parser.option("--csv FILE", request.csv, "write the rows as CSV; - is standard output");
}

void add_bandwidth(Figures& row, const BandwidthTimes& times, double bytes) {
    const double gigabytes = bytes / times.seconds / 1e9;
    const double percent = 100 * times.copy_seconds / times.seconds;
    row.push_back({"repeats", times.repeats});
    row.push_back(time_figure("milliseconds", ">TIME", times.seconds * 1e3));
    row.push_back({"gigabytes_per_second", gigabytes, ">GB/S", fmt::format("{:.1f}", gigabytes)});
    row.push_back({"percent_of_copy", percent, ">% OF COPY", fmt::format("{:.1f}", percent)});
}

Findings bandwidth_findings(const std::vector<Figures>& rows, const BandwidthArguments& request) {
    return {
        table_text(rows), rows_json(rows, provenance_of_program()), {{request.csv, csv_of(rows)}}};
}

} // namespace orrery
