// orrery bench gauss: the methods of the Gauss transform side by side, by time and by error.

#include "app/commands/bench_arguments.hpp"
#include "app/commands/chosen_system.hpp"
#include "app/commands/command.hpp"
#include "app/commands/gauss_arguments.hpp"
#include "app/commands/gauss_report.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

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

std::vector<const GaussMethod*> chosen_methods(const std::vector<std::string>& names) {
    std::vector<const GaussMethod*> methods;
    for (const std::string& name : names) {
        if (name != "all") {
            methods.push_back(&gauss_method_called(name));
            continue;
        }
        for (const GaussMethod& method : gauss_methods()) {
            if (method.unavailable().empty()) {
                methods.push_back(&method);
            }
        }
    }
    return methods;
}

ExitCode bench_gauss(BenchGaussArguments& request, const Console& console) {
    require_place(request.json);
    request.plan.methods = chosen_methods(request.methods);
    const StopSignals signals;
    const std::string date = date_now();
    ChosenSettings chosen;
    chosen.settings = typed_settings(request.system);
    Workers workers(chosen.settings.threads);
    std::vector<GaussBenchmarkRow> rows;
    for (const std::size_t bodies : request.bodies) {
        Settings settings = chosen.settings;
        settings.bodies = bodies;
        console.note(fmt::format("measuring {}", counted(bodies, "body", "bodies")));
        const std::vector<GaussBenchmarkRow> more =
            run_gauss_benchmark(load_system(settings).system.bodies, settings.precision,
                                request.plan, workers, signals.token());
        rows.insert(rows.end(), more.begin(), more.end());
    }
    const std::vector<HermiteLessonRow> lesson =
        request.lesson ? run_hermite_lesson(workers, request.plan.repeats, signals.token())
                       : std::vector<HermiteLessonRow>();
    ResultFiles results;
    if (!request.json.empty()) {
        results.write_report(request.json, gauss_json(rows, lesson, provenance(chosen)));
    }
    if (request.json != "-") {
        fmt::print("{}{}", report_heading(date), gauss_table(rows));
        if (request.lesson) {
            fmt::print("\n{}", lesson_table(lesson));
        }
    }
    if (signals.interrupted()) {
        throw failure("stopped before every row was measured", "bench gauss", "");
    }
    return results.exit_code();
}

void add_plan_arguments(Parser& parser, BenchGaussArguments& request) {
    parser
        .add_option_function<std::string>(
            "--sigma",
            [&request](const std::string& text) {
                request.plan.sigma = parse_positive(text, "--sigma");
            },
            "the width of each body's Gaussian (default: 0.05)")
        ->type_name("LENGTH")
        ->group("Density");
    parser
        .add_option_function<std::vector<std::string>>(
            "--errors,--error",
            [&request](const std::vector<std::string>& texts) {
                request.plan.errors.clear();
                for (const std::string& text : comma_separated(texts, "--errors")) {
                    request.plan.errors.push_back(parse_positive(text, "--errors"));
                }
            },
            "allowed relative errors of the density (default: 1e-2,1e-4)")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name("PART,…")
        ->group("Density");
    parser
        .add_option_function<std::vector<std::string>>(
            "--methods,--method",
            [&request](const std::vector<std::string>& names) {
                request.methods = comma_separated(names, "--methods");
            },
            "'all' (default) or methods")
        ->take_all()
        ->allow_extra_args(false)
        ->type_name(gauss_method_names() + "|all,…")
        ->group("Density");
    parser
        .add_flag("--lesson", request.lesson,
                  "also evaluate a Hermite series in a plane: orders 5, 9 and 12 at up to "
                  "6,553,600 points")
        ->group("Measurement");
    add_repeat_argument(parser, request.plan.repeats,
                        "timed samples per row, of which the median is reported (default: 5)");
    add_budget_argument(parser, request.plan.budget_seconds,
                        "start no further sample after this many seconds on a row, and skip what "
                        "would take longer by its own estimate (default: 10)");
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<BenchGaussArguments>();
    add_source_arguments(parser, request->system, "uniform_cube", false);
    add_bodies_argument(parser, request->bodies,
                        "number of bodies of a scene, or the first N of a file; 0: as many as "
                        "there are (default: 65536,1048576)");
    add_plan_arguments(parser, *request);
    add_computing_arguments(parser, request->system, "Density");
    parser.add_option("--json", request->json, "write the rows as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return bench_gauss(*request, console); };
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
    declare,
};

} // namespace orrery
