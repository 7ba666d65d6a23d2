#include "app/commands/bench_report.hpp"

#include "app/commands/system_arguments.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "app/version.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

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
            {"device", row.device},
            {"scene", row.scene},
            {"bodies", row.bodies},
            {"precision", precision_name(row.precision)},
            {"ms_per_step", if_timed(row.milliseconds)},
            {"interactions_per_step", if_timed(row.interactions)},
            {"interactions_per_second", if_timed(row.interactions_per_second())},
            {"gflops", if_timed(row.gflops())},
            {"median_error", row.error ? Json(row.error->median) : Json(nullptr)},
            {"p99_error", row.error ? Json(row.error->p99) : Json(nullptr)},
            {"phases", std::move(phases)},
            {"threads", row.threads},
            {"repeats", row.repeats}};
}

std::string error_text(const std::optional<ForceError>& error, double ForceError::*figure) {
    return error ? fmt::format("{:.1e}", (*error).*figure) : "–";
}

} // namespace

std::string benchmark_header(const Machine& machine, const std::string& date) {
    const std::string built_from = *commit() == '\0' ? "" : fmt::format(" ({})", commit());
    return fmt::format("{}, {} threads, {} · orrery {}{} · {}\n", machine.cpu, machine.threads,
                       machine.instruction_set, version(), built_from, date);
}

std::string benchmark_table(const std::vector<BenchmarkRow>& rows) {
    using enum Table::Align;
    Table table({{"ALGORITHM"},
                 {"BODIES", right},
                 {"ms/STEP", right},
                 {"INTERACTIONS/s", right},
                 {"GFLOP/s", right},
                 {"MEDIAN ERROR", right},
                 {"P99 ERROR", right},
                 {"REPEATS", right}});
    bool some_over_budget = false;
    for (const BenchmarkRow& row : rows) {
        const std::string bodies = with_thousands(row.bodies);
        if (row.repeats == 0) {
            table.add_row({row.algorithm, bodies, row.stopped ? "stopped" : "over budget", "–", "–",
                           "–", "–", "0"});
            some_over_budget = some_over_budget || !row.stopped;
            continue;
        }
        table.add_row({row.algorithm, bodies, fmt::format("{:.4g}", row.milliseconds),
                       with_prefix(row.interactions_per_second(), ""),
                       fmt::format("{:.4g}", row.gflops()),
                       error_text(row.error, &ForceError::median),
                       error_text(row.error, &ForceError::p99), std::to_string(row.repeats)});
    }
    return table.text() +
           (some_over_budget ? "over budget: not one step within three times --budget\n" : "");
}

std::string benchmark_json(const std::vector<BenchmarkRow>& rows, const Machine& machine,
                           const std::string& date) {
    Json document{{"machine",
                   {{"cpu", machine.cpu},
                    {"threads", machine.threads},
                    {"instruction_set", machine.instruction_set}}},
                  {"version", version()},
                  {"commit", commit()},
                  {"date", date},
                  {"rows", Json::array()}};
    for (const BenchmarkRow& row : rows) {
        document["rows"].push_back(row_json(row));
    }
    return document.dump(2) + "\n";
}

std::string benchmark_csv(const std::vector<BenchmarkRow>& rows) {
    std::string text = "algorithm,device,scene,bodies,precision,ms_per_step,interactions_per_step,"
                       "interactions_per_second,gflops,median_error,p99_error,threads,repeats\n";
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
        const std::string error =
            row.error ? fmt::format("{},{}", row.error->median, row.error->p99) : ",";
        text += fmt::format("{},{},{},{},{},{},{},{},{}\n", row.algorithm, quoted(row.device),
                            quoted(row.scene), row.bodies, precision_name(row.precision), timed,
                            error, row.threads, row.repeats);
    }
    return text;
}

} // namespace orrery
