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
    std::vector<int> levels{3, 6, 8};
    int repeats = 7;
    std::string json;
};

ExitCode bench_m2l(const BenchM2lArguments& request, const Console& console) {
    require_place(request.json);
    const StopSignals signals;
    const std::string date = date_now();
    const std::vector<M2lRow> rows =
        run_m2l_benchmark(request.levels, request.repeats, console, signals.token());
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

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<BenchM2lArguments>();
    parser
        .add_option_function<std::vector<std::string>>(
            "--levels",
            [request](const std::vector<std::string>& levels) {
                request->levels.clear();
                for (const std::string& level : comma_separated(levels, "--levels")) {
                    request->levels.push_back(static_cast<int>(
                        count_within(level, "levels", "--levels", min_level, max_level)));
                }
            },
            "quadtrees of so many levels, 3 to 8: from 2,160 translations on, with each level four "
            "times as many; 3,6,8 unless given")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("N,…")
        ->group("Measurement");
    add_repeat_argument(parser, request->repeats,
                        "timed samples a row, of which the median is reported; 7 unless given");
    parser.add_option("--json", request->json, "write the rows as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return bench_m2l(*request, console); };
}

} // namespace

extern const Subcommand bench_m2l_command{
    "bench-m2l",
    "[--levels N,…] [options]",
    "time ways to translate multipole expansions",
    "Turns the multipole expansions of all cells of a quadtree into local expansions of the cells "
    "that do not touch them, 27 translations a cell, at orders 8, 12 and 16: two-dimensional, as "
    "the lesson has it (docs/algorithms.md). Prints the median time, translations and operations a "
    "second. 'orrery bench m2l' is the same command.",
    "orrery bench m2l\n"
    "orrery bench m2l --levels 8 --json -",
    declare,
};

} // namespace orrery
