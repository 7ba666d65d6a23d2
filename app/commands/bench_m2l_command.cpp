// orrery bench m2l: ways to translate multipole expansions, side by side.

#include "app/commands/bench_arguments.hpp"
#include "app/commands/m2l_benchmark.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace orrery {
namespace {

constexpr std::size_t min_level = 3, max_level = 8; // 2,160 and 2,359,152 translations

struct BenchM2lArguments {
    std::vector<std::string> variants{"all"};
    M2lBenchmarkPlan plan;
    std::string json;
};

const M2lVariant& variant_called(const std::string& id) {
    const M2lVariant& variant = find_m2l_variant(id);
    if (const std::string reason = variant.unavailable(); !reason.empty()) {
        throw bad_input(fmt::format("{} cannot run here: {}", id, reason), "--variants",
                        "use another one");
    }
    return variant;
}

std::vector<const M2lVariant*> chosen_variants(const std::vector<std::string>& ids) {
    std::vector<const M2lVariant*> variants;
    for (const std::string& id : ids) {
        if (id != "all") {
            variants.push_back(&variant_called(id));
            continue;
        }
        for (const M2lVariant& variant : m2l_variants()) {
            if (variant.unavailable().empty()) {
                variants.push_back(&variant);
            }
        }
    }
    return variants;
}

int order_called(const std::string& text) {
    for (const int order : m2l_orders()) {
        if (text == std::to_string(order)) {
            return order;
        }
    }
    throw bad_input(
        fmt::format("'{}' is none of the orders {}", text, fmt::join(m2l_orders(), ", ")),
        "--orders", "");
}

ExitCode bench_m2l(BenchM2lArguments& request, const Console& console) {
    require_place(request.json);
    request.plan.variants = chosen_variants(request.variants);
    const StopSignals signals;
    const std::string date = date_now();
    const std::vector<M2lRow> rows = run_m2l_benchmark(request.plan, console, signals.token());
    ResultFiles results;
    if (!request.json.empty()) {
        results.write_report(request.json, m2l_json(rows, provenance_of_program()));
    }
    if (request.json != "-") {
        fmt::print("{}{}", report_heading(date), m2l_table(rows));
    }
    if (signals.interrupted()) {
        throw failure("stopped before every row was measured", "bench m2l", "");
    }
    return results.exit_code();
}

std::string variant_ids() {
    std::string ids;
    for (const M2lVariant& variant : m2l_variants()) {
        ids += std::string(variant.id) + "|";
    }
    return ids;
}

void add_variant_argument(Parser& parser, std::vector<std::string>& variants) {
    parser
        .add_option_function<std::vector<std::string>>(
            "--variants,--variant",
            [&variants](const std::vector<std::string>& ids) {
                variants = comma_separated(ids, "--variants");
            },
            "'all' (default) or ways to translate")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name(variant_ids() + "all,…")
        ->group("Translations");
}

void add_order_argument(Parser& parser, std::vector<int>& orders) {
    parser
        .add_option_function<std::vector<std::string>>(
            "--orders,--order",
            [&orders](const std::vector<std::string>& texts) {
                orders.clear();
                for (const std::string& text : comma_separated(texts, "--orders")) {
                    orders.push_back(order_called(text));
                }
            },
            "numbers of coefficients of an expansion (default: all three)")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name(fmt::format("{},…", fmt::join(m2l_orders(), "|")))
        ->group("Translations");
}

void add_level_argument(Parser& parser, std::vector<int>& levels) {
    parser
        .add_option_function<std::vector<std::string>>(
            "--levels",
            [&levels](const std::vector<std::string>& texts) {
                levels.clear();
                for (const std::string& text : comma_separated(texts, "--levels")) {
                    levels.push_back(static_cast<int>(
                        count_within(text, "levels", "--levels", min_level, max_level)));
                }
            },
            "numbers of quadtree levels, 3 to 8: 2,160 translations at 3 levels, four times as "
            "many with each further one (default: 3,6,8)")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("N,…")
        ->group("Translations");
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<BenchM2lArguments>();
    add_variant_argument(parser, request->variants);
    add_order_argument(parser, request->plan.orders);
    add_level_argument(parser, request->plan.levels);
    add_repeat_argument(parser, request->plan.repeats,
                        "timed samples per row, of which the median is reported (default: 7)");
    parser.add_option("--json", request->json, "write the rows as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return bench_m2l(*request, console); };
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
    "orrery bench m2l --variants gpu.unfused,gpu.fused --orders 8,16\n"
    "orrery bench m2l --levels 8 --json -",
    declare,
};

} // namespace orrery
