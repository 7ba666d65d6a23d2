// orrery verify: how wrong are an algorithm's forces?

#include "app/commands/command.hpp"
#include "app/commands/forces_file.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/base/printable.hpp"
#include "sim/snapshots/file_position.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace orrery {
namespace {

struct VerifyArguments {
    SystemArguments system;
    std::optional<std::size_t> samples;
    std::string reference, json;
};

// True accelerations of some bodies.
struct Truth {
    std::vector<std::size_t> body;
    std::vector<Vector3> acceleration;
};

std::optional<Truth> compute_truth(const System& system, const Settings& settings,
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

Truth read_truth(const std::string& file, const System& system) {
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

// What the algorithm promises with its options.
double promise_of(const Settings& settings) {
    const SolverInfo& info = find_solver(settings.algorithm).info;
    return info.promised_error(settings.precision, {info, options_of(settings, info.id)});
}

// "200 of 4,096 bodies"
std::string samples_text(std::size_t samples, std::size_t bodies) {
    return samples == bodies ? counted(bodies, "body", "bodies")
                             : fmt::format("{} of {}", with_thousands(samples),
                                           counted(bodies, "body", "bodies"));
}

// No algorithm is that wrong about bodies it was given.
void tell_foreign_reference(const VerifyArguments& request, const ForceError& error,
                            const Console& console) {
    constexpr double beyond_algorithms = 0.1;
    if (!request.reference.empty() && error.median > beyond_algorithms) {
        console.note(printable(fmt::format("half of the forces are off by {:.0f} % or more: {} is "
                                           "of another system, G or softening",
                                           100 * error.median, in_words(request.reference))));
    }
}

std::string report_text(const VerifyArguments& request, const ChosenSystem& from,
                        const ForceError& error) {
    const Settings& settings = from.chosen.settings;
    const std::string options = options_text(settings);
    const double promise = promise_of(settings);
    return fmt::format("{}{} in {} on {} ({}, softening {:g}) against {}, {} sampled\n"
                       "relative force error: median {:.2e}, p99 {:.2e}, max {:.2e}\n"
                       "promised: p99 below {:.3g}: {}\n",
                       settings.algorithm, options.empty() ? "" : " (" + options + ")",
                       precision_name(settings.precision), printable(settings.source),
                       counted(from.system.bodies.size(), "body", "bodies"),
                       checked(settings, from.system).forces.softening,
                       request.reference.empty() ? "the direct sum in double precision"
                                                 : printable(request.reference),
                       samples_text(error.samples, from.system.bodies.size()), error.median,
                       error.p99, error.maximum, promise, error.p99 <= promise ? "kept" : "broken");
}

nlohmann::ordered_json report_json(const ChosenSystem& from, const ForceError& error) {
    const Settings& settings = from.chosen.settings;
    const double promise = promise_of(settings);
    return {{"algorithm", settings.algorithm},
            {"options", options_json(settings)},
            {"scene", settings.source},
            {"bodies", from.system.bodies.size()},
            {"precision", precision_name(settings.precision)},
            {"softening", checked(settings, from.system).forces.softening},
            {"samples", error.samples},
            {"median_error", error.median},
            {"p99_error", error.p99},
            {"max_error", error.maximum},
            {"promised_error", promise},
            {"passed", error.p99 <= promise},
            {"provenance", provenance(from)}};
}

ExitCode verify(const VerifyArguments& request, const Console& console) {
    if (request.samples && !request.reference.empty()) {
        throw bad_input("the bodies compared are those of the reference file", "--samples",
                        "leave out --samples or --reference");
    }
    require_place(request.json);
    const StopSignals signals;
    const std::string date = date_now();
    const ChosenSystem from = choose_system(request.system, console);
    const Settings& settings = from.chosen.settings;
    const System& system = from.system;
    Workers workers(settings.threads);
    const auto stopped = [] { return failure("stopped before the end", "verify", ""); };

    constexpr std::size_t usual_samples = 1000;
    const std::optional<Truth> truth =
        request.reference.empty()
            ? compute_truth(system, settings, request.samples.value_or(usual_samples), workers,
                            signals.token())
            : read_truth(request.reference, system);
    if (!truth) {
        throw stopped();
    }
    const std::optional<Forces> forces = compute_forces(system, settings, workers, signals.token());
    if (!forces) {
        throw stopped();
    }
    const ForceError error = error_of(*forces, *truth);
    ResultFiles results;
    if (!request.json.empty()) {
        results.write_report(request.json, json_text(report_json(from, error)));
    }
    if (request.json != "-") {
        fmt::print("{}{}", report_heading(date), report_text(request, from, error));
    }
    tell_foreign_reference(request, error, console);
    return error.p99 <= promise_of(settings) ? results.exit_code() : ExitCode::failed;
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<VerifyArguments>();
    add_source_arguments(parser, request->system, "plummer");
    request->system.seed_samples = true;
    add_force_arguments(parser, request->system, UnnamedAlgorithm::direct_sum);
    parser
        .add_option_function<std::string>(
            "--samples",
            [request](const std::string& text) {
                request->samples = parse_number_of("bodies", text, "--samples");
                if (*request->samples == 0) {
                    throw bad_input("at least one body must be sampled", "--samples", "");
                }
            },
            "bodies to measure the error on (default: 1000)")
        ->type_name("N")
        ->group("Measurement");
    parser
        .add_option("--reference", request->reference,
                    "compare with these forces instead of computing the truth: a CSV with the "
                    "columns index,ax,ay,az,potential (index counts bodies from 0), or a file "
                    "written by 'orrery forces'")
        ->type_name("FILE")
        ->group("Measurement");
    parser.add_option("--json", request->json, "write the figures as JSON; - is standard output")
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return verify(*request, console); };
}

} // namespace

extern const Subcommand verify_command{
    "verify",
    "[SCENE|FILE] --algorithm ID [options]",
    "measure an algorithm's force error",
    "Compares accelerations with a direct sum in double precision on sampled bodies: |a - a_true| "
    "/ "
    "|a_true|, its median, 99th percentile and maximum. Exits with 1 when the 99th percentile is "
    "over "
    "what the algorithm promises. The truth is summed from the bodies as --precision rounds them, "
    "so "
    "that the figure is the algorithm's own error. The promise of a tree follows the error or the "
    "angle asked of it.",
    "orrery verify plummer --bodies 16k --algorithm cpu.simd\n"
    "orrery verify bodies.tipsy --algorithm cpu.aos --reference forces.csv",
    declare,
};

} // namespace orrery
