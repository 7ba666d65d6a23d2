// orrery verify: how wrong are an algorithm's forces?

#include "app/commands/command.hpp"
#include "app/commands/decisions.hpp"
#include "app/commands/forces_file.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace orrery {
namespace {

struct Request {
    SystemArguments system;
    std::size_t samples = 1000;
    std::string reference, json;
};

// True accelerations of some bodies.
struct Truth {
    std::vector<std::size_t> body;
    std::vector<Vector3> acceleration;
};

std::optional<Truth> compute_truth(const InitialConditions& system, const Settings& settings,
                                   std::size_t samples, Workers& workers, std::stop_token stop) {
    const Bodies<double> bodies = rounded_bodies(system.bodies, settings.precision);
    Truth truth;
    truth.body = sample_bodies(bodies.size(), samples, settings.seed);
    ReferenceForces reference =
        reference_forces(view(bodies), truth.body, system.units.gravity,
                         checked(settings, system).forces.softening, workers, std::move(stop));
    if (reference.outcome == Outcome::cancelled) {
        return std::nullopt;
    }
    truth.acceleration = std::move(reference.acceleration);
    return truth;
}

Truth read_truth(const std::string& file, const InitialConditions& system) {
    ReferenceFile reference = read_reference(file, system.bodies.size(), system.catalogue);
    return {std::move(reference.body), std::move(reference.acceleration)};
}

ForceError error_of(const Forces& forces, const Truth& truth) {
    std::vector<Vector3> computed;
    for (const std::size_t body : truth.body) {
        computed.push_back(forces.acceleration[body]);
    }
    return force_error(computed, truth.acceleration);
}

// Failed, if the report is not where it was wanted.
ExitCode report(const Request& request, const Settings& settings, const InitialConditions& system,
                const ForceError& error, double promise) {
    const bool kept = error.p99 <= promise;
    const double softening = checked(settings, system).forces.softening;
    const std::string against =
        request.reference.empty() ? "the direct sum in double precision" : request.reference;
    ResultFiles results;
    if (!request.json.empty()) {
        const nlohmann::ordered_json document{{"algorithm", settings.algorithm},
                                              {"scene", settings.source},
                                              {"bodies", system.bodies.size()},
                                              {"precision", precision_name(settings.precision)},
                                              {"softening", softening},
                                              {"samples", error.samples},
                                              {"median_error", error.median},
                                              {"p99_error", error.p99},
                                              {"max_error", error.maximum},
                                              {"promised_error", promise},
                                              {"passed", kept}};
        results.write_report(request.json, json_text(document));
    }
    if (request.json != "-") {
        fmt::print("{} in {} on {} ({}, softening {:g}) against {}, {} sampled\n"
                   "relative force error: median {:.2e}, p99 {:.2e}, max {:.2e}\n"
                   "promised: p99 below {:.0e}: {}\n",
                   settings.algorithm, precision_name(settings.precision), settings.source,
                   counted(system.bodies.size(), "body", "bodies"), softening, against,
                   counted(error.samples, "body", "bodies"), error.median, error.p99, error.maximum,
                   promise, kept ? "kept" : "broken");
    }
    return results.exit_code();
}

ExitCode verify(const Request& request, const Console& console) {
    const Settings settings = complete_settings(request.system);
    require_place(request.json);
    const StopSignals signals;
    const InitialConditions system = load_system(settings, console);
    Workers workers(settings.threads);
    const auto stopped = [] { return failure("stopped before the end", "verify", ""); };

    const std::optional<Truth> truth =
        request.reference.empty()
            ? compute_truth(system, settings, request.samples, workers, signals.token())
            : read_truth(request.reference, system);
    if (!truth) {
        throw stopped();
    }
    const std::optional<Forces> forces = compute_forces(system, settings, workers, signals.token());
    if (!forces) {
        throw stopped();
    }
    const SolverInfo& info = find_solver(settings.algorithm).info;
    const double promise =
        settings.precision == Precision::fp32 ? info.promised_error_fp32 : info.promised_error_fp64;
    const ForceError error = error_of(*forces, *truth);
    const ExitCode reported = report(request, settings, system, error, promise);
    return error.p99 <= promise ? reported : ExitCode::failed;
}

std::function<ExitCode()> declare(CLI::App& parser, const Console& console) {
    const auto request = std::make_shared<Request>();
    add_source_arguments(parser, request->system, "plummer");
    add_force_arguments(parser, request->system);
    parser
        .add_option_function<std::string>(
            "--samples",
            [request](const std::string& text) {
                request->samples = parse_number_of("bodies", text, "--samples");
                if (request->samples == 0) {
                    throw bad_input("at least one body must be sampled", "--samples", "");
                }
            },
            "bodies that the error is measured on; 1000 unless given")
        ->type_name("N")
        ->group("Measurement");
    parser
        .add_option(
            "--reference", request->reference,
            "compare with these forces instead of computing the truth: a CSV with the "
            "columns index,ax,ay,az,potential, index counting bodies from 0, or a file that "
            "'orrery forces' wrote")
        ->type_name("FILE")
        ->group("Measurement");
    parser.add_option("--json", request->json, "write the figures as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return verify(*request, console); };
}

} // namespace

extern const Command verify_command{
    "verify",
    "[SCENE|FILE] --algorithm ID [options]",
    "measure an algorithm's force error",
    "Compares accelerations with a direct sum in double precision on sampled bodies: |a - a_true| "
    "/ "
    "|a_true|, its median, 99th percentile and maximum. Exits with 1 when the 99th percentile is "
    "over "
    "what the algorithm promises. The truth is summed from the bodies as --precision rounds them, "
    "so "
    "that the figure is the algorithm's own error.",
    "orrery verify plummer --bodies 16k --algorithm cpu.simd\n"
    "orrery verify bodies.tipsy --algorithm cpu.aos --reference forces.csv",
    declare,
};

} // namespace orrery
