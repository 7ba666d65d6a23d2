// orrery bench gauss: the methods of the Gauss transform side by side, by time and by error.

#include "app/commands/chosen_system.hpp"
#include "app/commands/gauss_benchmark.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

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

Findings density_times(const BenchGaussArguments& request, const Console& console,
                       const std::stop_token& stop) {
    ChosenSettings chosen;
    chosen.settings = typed_settings(request.system);
    Workers workers(chosen.settings.threads);
    std::vector<Figures> rows;
    for (const std::size_t bodies : request.bodies) {
        Settings settings = chosen.settings;
        settings.bodies = bodies;
        console.note(fmt::format("measuring {}", counted(bodies, "body", "bodies")));
        std::ranges::move(run_gauss_benchmark(load_system(settings).system.bodies,
                                              settings.precision, request.plan, workers, stop),
                          std::back_inserter(rows));
    }
    std::vector<Figures> lesson;
    if (request.lesson) {
        lesson = run_hermite_lesson(workers, request.plan.repeats, stop);
    }
    return {table_text(rows) + (request.lesson ? "\n" + table_text(lesson) : ""),
            {{"results", json_of(rows)},
             {"hermite_in_plane", json_of(lesson)},
             {"provenance", provenance(chosen)}}};
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
