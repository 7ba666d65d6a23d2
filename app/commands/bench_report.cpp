#include "app/commands/bench_report.hpp"

#include "app/commands/provenance.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/probe/machine_peaks.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

using Json = nlohmann::ordered_json;

Json row_json(const BenchmarkRow& row) {
    const bool timed = row.repeats > 0;
    const auto if_timed = [&](double value) { return timed ? Json(value) : Json(nullptr); };
    Json phases = Json::object();
    for (const StepTimings::Phase& phase : row.phases.phases) {
        phases[phase.name] = phase.milliseconds;
    }
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
            {"percent_of_peak", row.percent_of_peak ? Json(*row.percent_of_peak) : Json(nullptr)},
            {"median_error", row.error ? Json(row.error->median) : Json(nullptr)},
            {"p99_error", row.error ? Json(row.error->p99) : Json(nullptr)},
            {"phases", std::move(phases)},
            {"threads", row.threads},
            {"repeats", row.repeats},
            {"options", options_json(row.settings)},
            {"time_step", row.time_step},
            {"softening", row.softening}};
}

// "gpu.symmetric", "gpu.symmetric peer"
std::string name_of(const BenchmarkRow& row) {
    const Sharing sharing = row.settings.sharing;
    return row.algorithm +
           (sharing == Sharing::none ? "" : std::string(" ") + sharing_mode(sharing).id);
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

} // namespace

std::string benchmark_table(const std::vector<BenchmarkRow>& rows) {
    using enum Table::Align;
    // A column only where this machine's peak is known.
    const bool percentages = std::any_of(rows.begin(), rows.end(), [](const BenchmarkRow& row) {
        return row.percent_of_peak.has_value();
    });
    std::vector<Table::Column> columns{{"ALGORITHM"},
                                       {"BODIES", right},
                                       {"ms/STEP", right},
                                       {"INTERACTIONS/s", right},
                                       {"GFLOP/s", right}};
    if (percentages) {
        columns.push_back({"% OF PEAK", right});
    }
    columns.insert(columns.end(),
                   {{"MEDIAN ERROR", right}, {"P99 ERROR", right}, {"REPEATS", right}});
    Table table(columns);
    bool some_over_budget = false;
    for (const BenchmarkRow& row : rows) {
        std::vector<std::string> cells{name_of(row), with_thousands(row.bodies)};
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

std::string benchmark_json(const std::vector<BenchmarkRow>& rows, const Json& provenance) {
    Json document{{"machine", provenance.at("machine")},
                  {"version", provenance.at("version")},
                  {"commit", provenance.at("commit")},
                  {"date", provenance.at("date")},
                  {"rows", Json::array()}};
    for (const BenchmarkRow& row : rows) {
        document["rows"].push_back(row_json(row));
    }
    document["provenance"] = provenance;
    return document.dump(2) + "\n";
}

std::string benchmark_csv(const std::vector<BenchmarkRow>& rows) {
    std::string text =
        "algorithm,device,scene,bodies,precision,ms_per_step,interactions_per_step,"
        "interactions_per_second,gflops,percent_of_peak,median_error,p99_error,threads,repeats,"
        "sharing\n";
    const auto quoted = [](std::string word) {
        for (std::size_t at = 0; (at = word.find('"', at)) != std::string::npos; at += 2) {
            word.insert(at, 1, '"');
        }
        return '"' + word + '"';
    };
    for (const BenchmarkRow& row : rows) {
        const std::string timed =
            row.repeats == 0 ? ",,,"
                             : fmt::format("{},{},{},{}", row.milliseconds, row.interactions,
                                           row.interactions_per_second(), row.gflops());
        const std::string percent =
            row.percent_of_peak ? fmt::format("{}", *row.percent_of_peak) : "";
        const std::string error =
            row.error ? fmt::format("{},{}", row.error->median, row.error->p99) : ",";
        text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", row.algorithm, quoted(row.device),
                            quoted(row.scene), row.bodies, precision_name(row.precision), timed,
                            percent, error, row.threads, row.repeats,
                            sharing_mode(row.settings.sharing).id);
    }
    return text;
}

} // namespace orrery
