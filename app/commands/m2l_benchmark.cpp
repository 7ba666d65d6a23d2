#include "app/commands/m2l_benchmark.hpp"

#include "app/commands/progress_bar.hpp"
#include "app/commands/table.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace orrery {
namespace {

double median(std::vector<double> samples) {
    std::sort(samples.begin(), samples.end());
    return samples[samples.size() / 2];
}

M2lRow measured(const M2lVariant& variant, const TranslationProblem& problem, int repeats) {
    const auto run = variant.make(problem);
    constexpr double sample_seconds = 2e-3; // so that a launch and the clock do not matter
    run->run(1);                            // not timed: caches and clocks
    const int passes = static_cast<int>(std::clamp(sample_seconds / run->run(1), 1.0, 1e3));
    std::vector<double> seconds, translation, reduction;
    for (int i = 0; i < repeats; ++i) {
        seconds.push_back(run->run(passes));
        if (const std::optional<M2lSteps> steps = run->run_steps(passes)) {
            translation.push_back(steps->translation);
            reduction.push_back(steps->reduction);
        }
    }
    std::optional<M2lSteps> steps;
    if (!translation.empty()) {
        steps = {median(translation), median(reduction)};
    }
    return {.variant = variant.id,
            .title = variant.title,
            .order = problem.order,
            .translations = problem.translations(),
            .repeats = repeats,
            .seconds = median(seconds),
            .operations = variant.operations(problem.order),
            .steps = steps};
}

std::string step_time(const M2lRow& row, double M2lSteps::*step) {
    return row.steps ? as_milliseconds(*row.steps.*step * 1e3) : "";
}

nlohmann::ordered_json step_milliseconds(const M2lRow& row, double M2lSteps::*step) {
    return row.steps ? nlohmann::ordered_json(*row.steps.*step * 1e3) : nullptr;
}

} // namespace

double M2lRow::translations_per_second() const {
    return static_cast<double>(translations) / seconds;
}

double M2lRow::operations_per_second() const {
    return operations * translations_per_second();
}

std::vector<M2lRow> run_m2l_benchmark(const M2lBenchmarkPlan& plan, const Console& console,
                                      const std::stop_token& stop) {
    std::vector<M2lRow> rows;
    ProgressBar progress(console, "bench m2l");
    const auto total =
        static_cast<double>(plan.levels.size() * plan.orders.size() * plan.variants.size());
    double done = 0;
    for (const int order : plan.orders) {
        for (const int level : plan.levels) {
            const TranslationProblem problem = make_translation_problem(order, level);
            for (const M2lVariant* variant : plan.variants) {
                if (stop.stop_requested()) {
                    return rows;
                }
                progress.show(done++ / total, fmt::format("{} · order {} · {}", variant->id, order,
                                                          with_thousands(problem.translations())));
                rows.push_back(measured(*variant, problem, plan.repeats));
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
                 {"TRANSLATION", right},
                 {"REDUCTION", right},
                 {"MILLION/S", right},
                 {"GOP/S", right}});
    for (const M2lRow& row : rows) {
        table.add_row({row.variant, std::to_string(row.order), with_thousands(row.translations),
                       as_milliseconds(row.seconds * 1e3), step_time(row, &M2lSteps::translation),
                       step_time(row, &M2lSteps::reduction),
                       fmt::format("{:.1f}", row.translations_per_second() / 1e6),
                       fmt::format("{:.0f}", row.operations_per_second() / 1e9)});
    }
    return table.text();
}

std::string m2l_json(const std::vector<M2lRow>& rows, const nlohmann::ordered_json& provenance) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const M2lRow& row : rows) {
        list.push_back(
            {{"algorithm", row.variant},
             {"title", row.title},
             {"order", row.order},
             {"translations", row.translations},
             {"repeats", row.repeats},
             {"milliseconds", row.seconds * 1e3},
             {"translation_milliseconds", step_milliseconds(row, &M2lSteps::translation)},
             {"reduction_milliseconds", step_milliseconds(row, &M2lSteps::reduction)},
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
