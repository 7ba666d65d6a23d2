// orrery bench m2l: ways to translate multipole expansions, side by side (sim/lessons/m2l).

#include "app/commands/benchmark.hpp"
#include "app/commands/console.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/lessons/m2l/m2l_variant.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

constexpr int min_level = 3, max_level = 8; // 2,160 and 2,359,152 translations

struct BenchM2lArguments {
    std::vector<std::string> variants{"all"};
    std::vector<int> orders{m2l_orders().begin(), m2l_orders().end()};
    std::vector<int> levels{3, 6, 8};
    int repeats = 7;
    std::string json;
};

// A way to translate multipole expansions, at one order on one quadtree.
struct M2lRow {
    const M2lVariant* variant;
    int order;
    std::size_t translations;
    int repeats;
    double seconds; // of all translations, the median
    // Medians of the two steps, each by itself, where sums are made afterwards.
    std::optional<M2lSteps> steps;

    double operations() const { return variant->operations(order); } // of a translation
    double translations_per_second() const { return static_cast<double>(translations) / seconds; }
    double operations_per_second() const { return operations() * translations_per_second(); }
};

const M2lVariant& variant_called(const std::string& id) {
    const M2lVariant& variant = find_m2l_variant(id);
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        throw bad_input(fmt::format("{} cannot run here: {}", id, reason), "--variants",
                        "use another one");
    }
    return variant;
}

int order_called(const std::string& text, const std::string& flag) {
    for (const int order : m2l_orders()) {
        if (text == std::to_string(order)) {
            return order;
        }
    }
    throw bad_input(
        fmt::format("'{}' is none of the orders {}", text, fmt::join(m2l_orders(), ", ")), flag,
        "");
}

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
    return {&variant, problem.order, problem.translations(), repeats, median(seconds), steps};
}

std::vector<M2lRow> measured_rows(const BenchM2lArguments& plan,
                                  const std::vector<const M2lVariant*>& variants,
                                  const Console& console, const std::stop_token& stop) {
    std::vector<M2lRow> rows;
    ProgressBar progress(console, "bench m2l");
    const auto total =
        static_cast<double>(plan.levels.size() * plan.orders.size() * variants.size());
    double done = 0;
    for (const int order : plan.orders) {
        for (const int level : plan.levels) {
            const TranslationProblem problem = make_translation_problem(order, level);
            for (const M2lVariant* variant : variants) {
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

std::optional<double> step_milliseconds(const M2lRow& row, double M2lSteps::*step) {
    return row.steps ? std::optional(*row.steps.*step * 1e3) : std::nullopt;
}

std::string step_time(const M2lRow& row, double M2lSteps::*step) {
    return row.steps ? as_milliseconds(*step_milliseconds(row, step)) : "";
}

std::string m2l_table(const std::vector<M2lRow>& rows) {
    Table table({"VARIANT", ">ORDER", ">TRANSLATIONS", ">TIME", ">TRANSLATION", ">REDUCTION",
                 ">MILLION/S", ">GOP/S"});
    for (const M2lRow& row : rows) {
        table.add_row({row.variant->id, std::to_string(row.order), with_thousands(row.translations),
                       as_milliseconds(row.seconds * 1e3), step_time(row, &M2lSteps::translation),
                       step_time(row, &M2lSteps::reduction),
                       fmt::format("{:.1f}", row.translations_per_second() / 1e6),
                       fmt::format("{:.0f}", row.operations_per_second() / 1e9)});
    }
    return table.text();
}

Json m2l_json(const std::vector<M2lRow>& rows) {
    Json list = Json::array();
    for (const M2lRow& row : rows) {
        list.push_back(
            {{"algorithm", row.variant->id},
             {"title", row.variant->title},
             {"order", row.order},
             {"translations", row.translations},
             {"repeats", row.repeats},
             {"milliseconds", row.seconds * 1e3},
             {"translation_milliseconds", if_known(step_milliseconds(row, &M2lSteps::translation))},
             {"reduction_milliseconds", if_known(step_milliseconds(row, &M2lSteps::reduction))},
             {"translations_per_second", row.translations_per_second()},
             {"operations", row.operations()},
             {"operations_per_second", row.operations_per_second()}});
    }
    return rows_json(std::move(list), provenance_of_program());
}

ExitCode bench_m2l(const BenchM2lArguments& request, const Console& console) {
    const std::vector<const M2lVariant*> variants =
        chosen_of(m2l_variants(), request.variants, variant_called);
    return report_findings("bench m2l", request.json, [&](const std::stop_token& stop) {
        const std::vector<M2lRow> rows = measured_rows(request, variants, console, stop);
        return Findings{m2l_table(rows), m2l_json(rows)};
    });
}

void declare(Parser& parser, BenchM2lArguments& request) {
    std::string ids;
    for (const M2lVariant& variant : m2l_variants()) {
        ids += std::string(variant.id) + "|";
    }
    parser.group("Translations")
        .list("--variants,--variant " + ids + "all,…", request.variants,
              "'all' (default) or ways to translate")
        .list(fmt::format("--orders,--order {},…", fmt::join(m2l_orders(), "|")),
              all_into(request.orders, order_called),
              "numbers of coefficients of an expansion (default: all three)")
        .list("--levels N,…",
              all_into(request.levels, count_within("levels", min_level, max_level)),
              "numbers of quadtree levels, 3 to 8: 2,160 translations at 3 levels, four times as "
              "many with each further one (default: 3,6,8)");
    add_repeat_argument(parser, request.repeats, "timed samples");
    add_json_argument(parser, request.json, "the rows");
}

} // namespace

extern const Subcommand bench_m2l_command{
    "bench-m2l",
    "[--variants a,b|all] [--orders 8,12,16] [--levels N,…] [options]",
    "time ways to translate multipole expansions",
    "Turns the multipole expansions of all cells of a quadtree into local expansions of the cells "
    "that do not touch them, 27 translations per cell, at orders 8, 12 and 16, in two dimensions "
    "as in docs/algorithms.md. Prints the median time, translations and operations per second and, "
    "if the sum over a cell's sources is a separate step, the time of each step. 'orrery bench "
    "m2l' is the same command.",
    "orrery bench m2l\n"
    "orrery bench m2l --variants gpu.unrolled,gpu.fused --orders 8,16\n"
    "orrery bench m2l --levels 8 --json -",
    declared<BenchM2lArguments, declare, bench_m2l>,
};

} // namespace orrery
