// orrery bench m2l: ways to translate multipole expansions, side by side (sim/lessons/m2l).

#include "app/commands/benchmark.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/base/median.hpp"
#include "sim/lessons/m2l/m2l_variant.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>

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

// A way to translate multipole expansions, at one order on one quadtree.
Figures measured(const M2lVariant& variant, const TranslationProblem& problem, int repeats) {
    const auto run = variant.make(problem);
    constexpr double sample_seconds = 2e-3; // so that a launch and the clock do not matter
    run->run(1);                            // not timed: caches and clocks
    const int passes = static_cast<int>(std::clamp(sample_seconds / run->run(1), 1.0, 1e3));
    std::vector<double> seconds, translation, reduction;
    for (int i = 0; i < repeats; ++i) {
        seconds.push_back(run->run(passes));
        // The two steps, each by itself, where sums are made afterwards.
        if (const std::optional<M2lSteps> steps = run->run_steps(passes)) {
            translation.push_back(steps->translation);
            reduction.push_back(steps->reduction);
        }
    }
    const double time = median(seconds);
    const double rate = static_cast<double>(problem.translations()) / time;
    const double operations = variant.operations(problem.order);
    const auto milliseconds = [](const std::vector<double>& times) {
        return times.empty() ? std::nullopt : std::optional(median(times) * 1e3);
    };
    return {{"algorithm", variant.id, "VARIANT", variant.id},
            {"title", variant.title},
            {"order", problem.order, ">ORDER", std::to_string(problem.order)},
            count_figure("translations", ">TRANSLATIONS", problem.translations()),
            {"repeats", repeats},
            time_figure("milliseconds", ">TIME", time * 1e3),
            time_figure("translation_milliseconds", ">TRANSLATION", milliseconds(translation)),
            time_figure("reduction_milliseconds", ">REDUCTION", milliseconds(reduction)),
            {"translations_per_second", rate, ">MILLION/S", fmt::format("{:.1f}", rate / 1e6)},
            {"operations", operations}, // of a translation
            {"operations_per_second", operations * rate, ">GOP/S",
             fmt::format("{:.0f}", operations * rate / 1e9)}};
}

std::vector<Figures> translation_rows(const BenchM2lArguments& plan,
                                      const std::vector<const M2lVariant*>& variants,
                                      const Console& console, const std::stop_token& stop) {
    std::vector<Figures> rows;
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

ExitCode bench_m2l(const BenchM2lArguments& request, const Console& console) {
    const std::vector<const M2lVariant*> variants =
        chosen_variants(m2l_variants(), find_m2l_variant, request.variants);
    return report_findings("bench m2l", request.json, [&](const std::stop_token& stop) {
        const std::vector<Figures> rows = translation_rows(request, variants, console, stop);
        return Findings{table_text(rows), rows_json(rows, provenance_of_program())};
    });
}

void declare(Parser& parser, BenchM2lArguments& request) {
    const auto ids = m2l_variants() | std::views::transform(&M2lVariant::id);
    parser.group("Translations")
        .list(fmt::format("--variants,--variant {}|all,…", fmt::join(ids, "|")), request.variants,
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
    declared<BenchM2lArguments, bench_m2l>,
};

} // namespace orrery
