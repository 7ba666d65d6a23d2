// orrery bench gauss: the methods of the Gauss transform side by side, by time and by error.

#include "app/commands/benchmark.hpp"
#include "app/commands/chosen_system.hpp"
#include "app/commands/density.hpp"
#include "app/commands/gauss_benchmark.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

struct BenchGaussArguments {
    SystemArguments system;
    std::vector<std::size_t> bodies{65536, 1048576};
    std::vector<std::string> methods{"all"};
    GaussBenchmarkPlan plan;
    bool lesson = false;
    std::string json;
};

Json row_json(const GaussBenchmarkRow& row) {
    const bool timed = row.repeats > 0;
    const auto if_timed = [&](double value) { return timed ? Json(value) : Json(nullptr); };
    return {{"method", row.method->id},
            {"chosen", row.chosen->id},
            {"bodies", row.bodies},
            {"precision", precision_name(row.precision)},
            {"sigma", row.sigma},
            {"error", row.error},
            {"first_milliseconds", if_timed(row.first_milliseconds)},
            {"milliseconds", if_timed(row.milliseconds)},
            {"on_gpu_milliseconds", if_known(row.on_gpu_milliseconds)},
            {"times_quickest", if_known(row.times_quickest)},
            {"estimated_milliseconds", if_finite(row.estimated_milliseconds)},
            {"measured_error", if_timed(row.measured_error)},
            {"phases", phases_json(row.timings)},
            {"repeats", row.repeats},
            {"left_out", row.left_out.empty() ? Json(nullptr) : Json(row.left_out)}};
}

using LessonRate = double (HermiteLessonRow::*)(double in_milliseconds) const;

// None where there is no GPU.
std::optional<double> rate_on_gpu(const HermiteLessonRow& row, LessonRate rate) {
    return row.gpu_milliseconds ? std::optional((row.*rate)(*row.gpu_milliseconds)) : std::nullopt;
}

constexpr LessonRate points = &HermiteLessonRow::points_per_second;
constexpr LessonRate operations = &HermiteLessonRow::operations_per_second;

Json lesson_json(const HermiteLessonRow& row) {
    return {{"order", row.order},
            {"points", row.points},
            {"milliseconds", row.milliseconds},
            {"points_per_second", row.points_per_second(row.milliseconds)},
            {"operations_per_point", hermite_operations(row.order)},
            {"operations_per_second", row.operations_per_second(row.milliseconds)},
            {"gpu_milliseconds", if_known(row.gpu_milliseconds)},
            {"gpu_points_per_second", if_known(rate_on_gpu(row, points))},
            {"gpu_operations_per_second", if_known(rate_on_gpu(row, operations))},
            {"repeats", row.repeats}};
}

std::string remark(const GaussBenchmarkRow& row) {
    return row.method != row.chosen ? row.chosen->id : row.left_out;
}

std::string gauss_table(const std::vector<GaussBenchmarkRow>& rows) {
    Table table({"METHOD", ">BODIES", ">ERROR", ">FIRST", ">TIME", ">ON THE GPU", ">TIMES QUICKEST",
                 ">BODIES/s", ">MEASURED ERROR", "REMARK"});
    for (const GaussBenchmarkRow& row : rows) {
        const bool timed = row.repeats > 0;
        const auto if_timed = [&](std::string text) { return timed ? std::move(text) : "-"; };
        table.add_row(
            {row.method->id, with_thousands(row.bodies), briefly(row.error),
             if_timed(as_milliseconds(row.first_milliseconds)),
             if_timed(as_milliseconds(row.milliseconds)),
             row.on_gpu_milliseconds ? as_milliseconds(*row.on_gpu_milliseconds) : "-",
             row.times_quickest ? fmt::format("{:.2f}", *row.times_quickest) : "-",
             if_timed(with_prefix(static_cast<double>(row.bodies) / row.milliseconds * 1e3, "")),
             if_timed(with_exponent(row.measured_error)), remark(row)});
    }
    return table.text();
}

std::string lesson_table(const std::vector<HermiteLessonRow>& rows) {
    Table table({">HERMITE SERIES IN A PLANE, ORDER", ">POINTS", ">TIME", ">POINTS/s",
                 ">OPERATIONS/s", ">GPU'S POINTS/s", ">OPERATIONS/s"});
    const auto rate = [](const std::optional<double>& number) {
        return number ? with_prefix(*number, "") : "-";
    };
    for (const HermiteLessonRow& row : rows) {
        table.add_row({std::to_string(row.order), with_thousands(row.points),
                       as_milliseconds(row.milliseconds),
                       with_prefix(row.points_per_second(row.milliseconds), ""),
                       with_prefix(row.operations_per_second(row.milliseconds), ""),
                       rate(rate_on_gpu(row, points)), rate(rate_on_gpu(row, operations))});
    }
    return table.text();
}

Json gauss_json(const std::vector<GaussBenchmarkRow>& rows,
                const std::vector<HermiteLessonRow>& lesson, const Json& provenance) {
    Json results = Json::array();
    for (const GaussBenchmarkRow& row : rows) {
        results.push_back(row_json(row));
    }
    Json evaluations = Json::array();
    for (const HermiteLessonRow& row : lesson) {
        evaluations.push_back(lesson_json(row));
    }
    return {{"results", std::move(results)},
            {"hermite_in_plane", std::move(evaluations)},
            {"provenance", provenance}};
}

Findings density_times(const BenchGaussArguments& request, const Console& console,
                       const std::stop_token& stop) {
    ChosenSettings chosen;
    chosen.settings = typed_settings(request.system);
    Workers workers(chosen.settings.threads);
    std::vector<GaussBenchmarkRow> rows;
    for (const std::size_t bodies : request.bodies) {
        Settings settings = chosen.settings;
        settings.bodies = bodies;
        console.note(fmt::format("measuring {}", counted(bodies, "body", "bodies")));
        const std::vector<GaussBenchmarkRow> more = run_gauss_benchmark(
            load_system(settings).system.bodies, settings.precision, request.plan, workers, stop);
        rows.insert(rows.end(), more.begin(), more.end());
    }
    const std::vector<HermiteLessonRow> lesson =
        request.lesson ? run_hermite_lesson(workers, request.plan.repeats, stop)
                       : std::vector<HermiteLessonRow>();
    return {gauss_table(rows) + (request.lesson ? "\n" + lesson_table(lesson) : ""),
            gauss_json(rows, lesson, provenance(chosen))};
}

ExitCode bench_gauss(BenchGaussArguments& request, const Console& console) {
    request.plan.methods = chosen_of(gauss_methods(), request.methods, gauss_method_called);
    return report_findings("bench gauss", request.json, [&](const std::stop_token& stop) {
        return density_times(request, console, stop);
    });
}

void declare(Parser& parser, BenchGaussArguments& request) {
    GaussBenchmarkPlan& plan = request.plan;
    add_source_arguments(parser, request.system, "uniform_cube", false);
    add_bodies_argument(parser, request.bodies, "65536,1048576");
    parser.group("Density")
        .option("--sigma LENGTH", into(plan.sigma, parse_positive),
                "the width of each body's Gaussian (default: 0.05)")
        .list("--errors,--error PART,…", all_into(plan.errors, parse_positive),
              "allowed relative errors of the density (default: 1e-2,1e-4)")
        .list("--methods,--method " + gauss_method_names() + "|all,…", request.methods,
              "'all' (default) or methods");
    parser.group("Measurement")
        .flag("--lesson", request.lesson,
              "also evaluate a Hermite series in a plane: orders 5, 9 and 12 at up to 6,553,600 "
              "points");
    add_repeat_argument(parser, plan.repeats, "timed samples");
    add_budget_argument(parser, plan.budget_seconds,
                        "start no further sample after this many seconds on a row, and skip what "
                        "would take longer by its own estimate (default: 10)");
    add_computing_arguments(parser, request.system, "Density");
    add_json_argument(parser, request.json, "the rows");
}

} // namespace

extern const Subcommand bench_gauss_command{
    "bench-gauss",
    "[SCENE|FILE] [--methods a,b|all] [--bodies N,…] [options]",
    "time the methods of the Gauss transform side by side",
    "Computes the density at every body by each method in turn, and prints the time of the first "
    "call, the median of later ones, the time on a GPU that already has the bodies and keeps the "
    "densities, the ratio to the fastest method, and the measured error: the root mean square "
    "difference from a direct sum in double precision at sampled bodies, relative to that of the "
    "densities. 'orrery bench gauss' is the same command.",
    "orrery bench gauss --bodies 1M --sigma 0.05 --errors 1e-4\n"
    "orrery bench gauss plummer --sigma 0.1 --json -\n"
    "orrery bench gauss --methods plane_wave --lesson",
    declared<BenchGaussArguments, declare, bench_gauss>,
};

} // namespace orrery
