#include "app/commands/benchmark.hpp"

#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "app/panels/theme.hpp"
#include "sim/base/error.hpp"
#include "sim/probe/machine_peaks.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

Json row_json(const BenchmarkRow& row) {
    const bool timed = row.repeats > 0;
    const auto if_timed = [&](double value) { return timed ? Json(value) : Json(nullptr); };
    return {{"algorithm", row.algorithm},
            {"sharing", sharing_mode(row.settings.sharing).id},
            {"device", row.device},
            {"scene", row.scene},
            {"bodies", row.bodies},
            {"precision", precision_name(row.precision)},
            {"ms_per_step", if_timed(row.milliseconds)},
            {"interactions_per_step", if_timed(row.interactions)},
            {"interactions_per_second", if_timed(row.interactions_per_second())},
            {"gflops", if_timed(row.gflops())},
            {"percent_of_peak", if_known(row.percent_of_peak)},
            {"median_error", row.error ? Json(row.error->median) : Json(nullptr)},
            {"p99_error", row.error ? Json(row.error->p99) : Json(nullptr)},
            {"phases", phases_json(row.phases)},
            {"threads", row.threads},
            {"repeats", row.repeats},
            {"options", options_json(row.settings)},
            {"time_step", row.time_step},
            {"softening", row.softening}};
}

// "gpu.symmetric", "gpu.symmetric peer"
std::string with_sharing(const std::string& name, const BenchmarkRow& row, const char* between) {
    const Sharing sharing = row.settings.sharing;
    return name + (sharing == Sharing::none ? std::string()
                                            : between + std::string(sharing_mode(sharing).id));
}

std::string suspect_peaks(const std::vector<BenchmarkRow>& rows) {
    std::vector<std::string> names;
    for (const BenchmarkRow& row : rows) {
        if (row.percent_of_peak &&
            is_suspect(find_solver(row.algorithm).info, *row.percent_of_peak) &&
            std::find(names.begin(), names.end(), row.algorithm) == names.end()) {
            names.push_back(row.algorithm);
        }
    }
    return names.empty() ? ""
                         : fmt::format("the peak is suspect, since {} exceeds it: run 'orrery "
                                       "probe' again on a quiet machine\n",
                                       fmt::join(names, ", "));
}

std::string error_text(const std::optional<ForceError>& error, double ForceError::*figure) {
    return error ? fmt::format("{:.1e}", (*error).*figure) : "–";
}

std::string title_of(const BenchmarkRow& row) {
    return with_sharing(find_solver(row.algorithm).info.title, row, ", ");
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

ExitCode report_findings(const char* name, const std::string& json,
                         const std::function<Findings(const std::stop_token&)>& measure) {
    require_place(json);
    const StopSignals signals;
    const std::string date = date_now();
    const Findings found = measure(signals.token());
    ResultFiles results;
    results.write_report(json, json_text(found.document)); // first: a terminal may be gone
    bool has_standard_output = json != "-";
    for (const auto& [file, text] : found.files) {
        results.write_report(file, text);
        has_standard_output = has_standard_output && file != "-";
    }
    if (has_standard_output) {
        fmt::print("{}{}", report_heading(date), found.page);
    }
    if (signals.interrupted()) {
        throw failure("stopped before every row was measured", name, "");
    }
    return results.exit_code();
}

Json rows_json(Json rows, const Json& provenance) {
    Json document = Json::object();
    for (const char* key : {"machine", "version", "commit", "date"}) {
        document[key] = provenance.at(key);
    }
    document["rows"] = std::move(rows);
    document["provenance"] = provenance;
    return document;
}

std::string benchmark_table(const std::vector<BenchmarkRow>& rows) {
    // A column only where this machine's peak is known.
    const bool percentages = std::any_of(rows.begin(), rows.end(), [](const BenchmarkRow& row) {
        return row.percent_of_peak.has_value();
    });
    std::vector<std::string> columns{"ALGORITHM", ">BODIES", ">ms/STEP", ">INTERACTIONS/s",
                                     ">GFLOP/s"};
    if (percentages) {
        columns.push_back(">% OF PEAK");
    }
    columns.insert(columns.end(), {">MEDIAN ERROR", ">P99 ERROR", ">REPEATS"});
    Table table(columns);
    bool some_over_budget = false;
    for (const BenchmarkRow& row : rows) {
        std::vector<std::string> cells{with_sharing(row.algorithm, row, " "),
                                       with_thousands(row.bodies)};
        if (row.repeats == 0) {
            cells.emplace_back(row.stopped ? "stopped" : "over budget");
            cells.resize(columns.size() - 1, "–");
            some_over_budget = some_over_budget || !row.stopped;
        } else {
            cells.push_back(fmt::format("{:.4g}", row.milliseconds));
            cells.push_back(with_prefix(row.interactions_per_second(), ""));
            cells.push_back(fmt::format("{:.4g}", row.gflops()));
            if (percentages) {
                cells.push_back(row.percent_of_peak ? fmt::format("{:.3g}", *row.percent_of_peak)
                                                    : "–");
            }
            cells.push_back(error_text(row.error, &ForceError::median));
            cells.push_back(error_text(row.error, &ForceError::p99));
        }
        cells.push_back(std::to_string(row.repeats));
        table.add_row(std::move(cells));
    }
    return table.text() +
           (some_over_budget ? "over budget: not one step within three times --budget\n" : "") +
           suspect_peaks(rows);
}

Json benchmark_json(const std::vector<BenchmarkRow>& rows, const Json& provenance) {
    Json list = Json::array();
    for (const BenchmarkRow& row : rows) {
        list.push_back(row_json(row));
    }
    return rows_json(std::move(list), provenance);
}

std::string benchmark_csv(const std::vector<BenchmarkRow>& rows) {
    const std::string header =
        "algorithm,device,scene,bodies,precision,ms_per_step,interactions_per_step,"
        "interactions_per_second,gflops,percent_of_peak,median_error,p99_error,threads,repeats,"
        "sharing";
    const auto cell = [](std::string_view key, const Json& value) {
        if (value.is_number_float()) {
            return fmt::format("{}", value.get<double>());
        }
        if (!value.is_string()) {
            return value.is_null() ? "" : value.dump();
        }
        auto word = value.get<std::string>();
        if (key != "device" && key != "scene") {
            return word; // one of ours
        }
        for (std::size_t at = 0; (at = word.find('"', at)) != std::string::npos; at += 2) {
            word.insert(at, 1, '"');
        }
        return '"' + word + '"';
    };
    std::string text = header + "\n";
    for (const BenchmarkRow& row : rows) {
        const Json json = row_json(row);
        std::vector<std::string> cells;
        for (const std::string& key : split(header, ',')) {
            cells.push_back(cell(key, json.at(key)));
        }
        text += fmt::format("{}\n", fmt::join(cells, ","));
    }
    return text;
}

Charts bench_charts(const std::vector<BenchmarkRow>& rows) {
    return {ladder_of(rows), scaling_of(rows)};
}

} // namespace orrery
