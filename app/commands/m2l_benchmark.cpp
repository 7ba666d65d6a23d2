#include "app/commands/m2l_benchmark.hpp"

#include "app/commands/progress_bar.hpp"
#include "app/commands/table.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/m2l/m2l_variant.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

M2lRow measured(const M2lVariant& variant, const TranslationProblem& problem, int repeats) {
    const auto run = variant.make(problem);
    constexpr double sample_seconds = 2e-3; // so that a launch and the clock do not matter
    run->run(1);                            // not timed: caches and clocks
    const int passes = static_cast<int>(std::clamp(sample_seconds / run->run(1), 1.0, 1e3));
    std::vector<double> seconds;
    for (int i = 0; i < repeats; ++i) {
        seconds.push_back(run->run(passes));
    }
    std::sort(seconds.begin(), seconds.end());
    return {.variant = variant.id,
            .title = variant.title,
            .order = problem.order,
            .translations = problem.translations(),
            .repeats = repeats,
            .seconds = seconds[seconds.size() / 2],
            .operations = variant.operations(problem.order)};
}

} // namespace

double M2lRow::translations_per_second() const {
    return static_cast<double>(translations) / seconds;
}

double M2lRow::operations_per_second() const {
    return operations * translations_per_second();
}

std::vector<M2lRow> run_m2l_benchmark(const std::vector<int>& levels, int repeats,
                                      const Console& console, const std::stop_token& stop) {
    std::vector<M2lRow> rows;
    ProgressBar progress(console, "bench m2l");
    const auto total =
        static_cast<double>(levels.size() * m2l_orders().size() * m2l_variants().size());
    double done = 0;
    for (const int order : m2l_orders()) {
        for (const int level : levels) {
            const TranslationProblem problem = make_translation_problem(order, level);
            for (const M2lVariant& variant : m2l_variants()) {
                if (stop.stop_requested()) {
                    return rows;
                }
                progress.show(done++ / total, fmt::format("{} · order {} · {}", variant.id, order,
                                                          with_thousands(problem.translations())));
                if (variant.unavailable().empty()) {
                    rows.push_back(measured(variant, problem, repeats));
                }
            }
        }
    }
    return rows;
}

std::string m2l_table(const std::vector<M2lRow>& rows) {
    constexpr auto right = Table::Align::right;
    Table table({{"VARIANT"},
                 {"ORDER", right},
                 {"TRANSLATIONS", right},
                 {"TIME", right},
                 {"MILLION/S", right},
                 {"GOP/S", right}});
    for (const M2lRow& row : rows) {
        table.add_row({row.variant, std::to_string(row.order), with_thousands(row.translations),
                       as_milliseconds(row.seconds * 1e3),
                       fmt::format("{:.1f}", row.translations_per_second() / 1e6),
                       fmt::format("{:.0f}", row.operations_per_second() / 1e9)});
    }
    return table.text();
}

std::string m2l_json(const std::vector<M2lRow>& rows, const nlohmann::ordered_json& provenance) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const M2lRow& row : rows) {
        list.push_back({{"algorithm", row.variant},
                        {"title", row.title},
                        {"order", row.order},
                        {"translations", row.translations},
                        {"repeats", row.repeats},
                        {"milliseconds", row.seconds * 1e3},
                        {"translations_per_second", row.translations_per_second()},
                        {"operations", row.operations},
                        {"operations_per_second", row.operations_per_second()}});
    }
    nlohmann::ordered_json document{{"machine", provenance.at("machine")},
                                    {"version", provenance.at("version")},
                                    {"commit", provenance.at("commit")},
                                    {"date", provenance.at("date")},
                                    {"rows", std::move(list)},
                                    {"provenance", provenance}};
    return json_text(document);
}

} // namespace orrery
