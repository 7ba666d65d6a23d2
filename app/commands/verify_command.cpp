// orrery verify: how wrong are an algorithm's forces?

#include "app/commands/forces.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/table.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/snapshots/file_position.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace orrery {
namespace {

struct VerifyArguments {
    SystemArguments system;
    std::optional<std::size_t> samples;
    std::string reference, json;
};

// True forces of some bodies.
struct Truth : ReferenceFile {
    std::vector<double> potential = {}; // empty where it is not known
    ForceError rounding = {};           // of the bodies to the precision; no samples: not known
};

// Of no use where it was stopped.
Truth compute_truth(const System& system, const Settings& settings, std::size_t samples,
                    Workers& workers, const std::stop_token& stop) {
    const ForceParameters law = checked(settings, system).forces;
    Truth truth;
    truth.body = sample_bodies(system.bodies.size(), samples, settings.seed);
    const auto forces_seen_in = [&](Precision precision) {
        return reference_forces(view(system.bodies), truth.body, system.units.gravity,
                                law.softening, workers, stop, precision, law.box);
    };
    ReferenceForces reference = forces_seen_in(settings.precision);
    truth.rounding = force_error(reference.acceleration,
                                 settings.precision == Precision::fp32
                                     ? forces_seen_in(Precision::fp64).acceleration
                                     : reference.acceleration,
                                 law.box);
    truth.acceleration = std::move(reference.acceleration);
    truth.potential = std::move(reference.potential);
    return truth;
}

std::string error_text(const char* what, const ForceError& error) {
    return fmt::format("{}: median {:.2e}, p99 {:.2e}, max {:.2e}\n", what, error.median, error.p99,
                       error.maximum);
}

Json error_json(const ForceError& error) {
    return {{"median_error", error.median}, {"p99_error", error.p99}, {"max_error", error.maximum}};
}

// An error, and what it may be: in words and for programs.
struct Measured {
    ForceError error;
    double promise = 0;

    // Infinite: nothing is promised there, and nothing broken.
    bool promised() const { return std::isfinite(promise); }
    bool kept() const { return !promised() || error.p99 <= promise; }
    std::string text(const char* what) const {
        return error_text(what, error) +
               (promised() ? fmt::format("promised: p99 below {:.3g}: {}\n", promise,
                                         kept() ? "kept" : "broken")
                           : "promised: nothing with these options in this box\n");
    }
    Json json() const {
        Json json = error_json(error);
        json["promised_error"] = promised() ? Json(promise) : Json();
        return json;
    }
};

struct Verification {
    Measured force;
    std::optional<Measured> potential; // none: the algorithm gives none, or its truth is not known
    ForceError rounding;               // no samples: not known

    bool passed() const { return force.kept() && (!potential || potential->kept()); }
};

// With the softening from which on a mesh keeps its promise, where that is more.
void soften_for_promise(ChosenSystem& from, Workers& workers, const Console& console) {
    Settings& settings = from.chosen.settings;
    const CheckedSettings found = checked(settings, from.system);
    const BodiesView<double> bodies = view(from.system.bodies);
    const double least = least_promised_softening(
        found.info, found.forces, mesh_bounds(bodies, false, workers), bodies.count);
    if (found.forces.softening < least) {
        settings.softening = least;
        console.note(
            fmt::format("{} promises from a softening of four cells on: compared with {:.3g}",
                        found.info.id, least));
    }
}

Verification verified(const VerifyArguments& request, const ChosenSystem& from, Workers& workers,
                      const std::stop_token& stop) {
    const Settings& settings = from.chosen.settings;
    const System& system = from.system;
    constexpr std::size_t usual_samples = 1000;
    const Truth truth =
        request.reference.empty()
            ? compute_truth(system, settings, request.samples.value_or(usual_samples), workers,
                            stop)
            : Truth{read_reference(request.reference, system.bodies.size(), system.catalogue)};
    const std::optional<Forces> forces = compute_forces(system, settings, workers, stop);
    if (!forces || stop.stop_requested()) {
        throw failure("stopped before the end", "verify", "");
    }
    std::vector<Vector3> acceleration;
    std::vector<double> potential;
    for (const std::size_t body : truth.body) {
        acceleration.push_back(forces->acceleration[body]);
        if (!forces->potential.empty()) {
            potential.push_back(forces->potential[body]);
        }
    }
    const SolverInfo& info = find_solver(settings.algorithm).info;
    const ResolvedOptions options{info, options_of(settings, info.id)};
    const PeriodicBox box = checked(settings, system).forces.box;
    const double factor = promise_factor(info, settings.precision, masses_of(system.bodies.mass));
    Verification found{{force_error(acceleration, truth.acceleration, box),
                        factor * promised_error(settings, box)},
                       std::nullopt,
                       truth.rounding};
    if (!potential.empty() && !truth.potential.empty()) {
        found.potential = {potential_error(potential, truth.potential, box),
                           factor *
                               promised_potential_error(info, settings.precision, options, box)};
    }
    return found;
}

// "200 of 4,096 bodies"
std::string samples_text(std::size_t samples, std::size_t bodies) {
    return (samples == bodies ? "" : with_thousands(samples) + " of ") +
           counted(bodies, "body", "bodies");
}

// The name of the truth that forces are compared with.
std::string truth_name(const ForceParameters& law) {
    return law.box.is_periodic() ? "Ewald sum" : "direct sum";
}

std::string report_text(const VerifyArguments& request, const ChosenSystem& from,
                        const Verification& found) {
    const Settings& settings = from.chosen.settings;
    const ForceParameters law = checked(settings, from.system).forces;
    std::string text = fmt::format(
        "{} in {} on {} ({}, softening {:g}) against {}, {} sampled\n", algorithm_text(settings),
        precision_name(settings.precision), printable(settings.source),
        counted(from.system.bodies.size(), "body", "bodies"), law.softening,
        request.reference.empty() ? fmt::format("the {} in double precision", truth_name(law))
                                  : printable(request.reference),
        samples_text(found.force.error.samples, from.system.bodies.size()));
    const bool in_box = law.box.is_periodic();
    text += found.force.text(in_box ? "force error, relative to the typical force at least"
                                    : "relative force error");
    if (found.potential) {
        text +=
            found.potential->text(in_box ? "potential error, relative to the typical potential at "
                                           "least"
                                         : "relative potential error");
    }
    if (found.rounding.maximum > 0) {
        text += error_text("rounding the bodies to fp32 changes forces", found.rounding);
    }
    return text;
}

Json report_json(const VerifyArguments& request, const ChosenSystem& from,
                 const Verification& found) {
    Json json = forces_json(from);
    json["truth"] = request.reference.empty()
                        ? Json(truth_name(checked(from.chosen.settings, from.system).forces))
                        : Json();
    json["samples"] = found.force.error.samples;
    json.update(found.force.json());
    json["potential"] = found.potential ? found.potential->json() : Json();
    json["rounding"] = found.rounding.samples > 0 ? error_json(found.rounding) : Json();
    json["passed"] = found.passed();
    json["provenance"] = provenance(from);
    return json;
}

ExitCode verify(const VerifyArguments& request, const Console& console) {
    if (request.samples && !request.reference.empty()) {
        throw bad_input("the bodies compared are those of the reference file", "--samples",
                        "leave out --samples or --reference");
    }
    Settings settings;
    Verification found;
    const ExitCode written =
        report_findings("verify", request.json, [&](const std::stop_token& stop) {
            ChosenSystem from = choose_system(request.system, console);
            Workers workers(from.chosen.settings.threads);
            if (request.reference.empty()) {
                soften_for_promise(from, workers, console);
            }
            settings = from.chosen.settings;
            found = verified(request, from, workers, stop);
            return Findings{report_text(request, from, found), report_json(request, from, found)};
        });
    constexpr double beyond_algorithms = 0.1; // of bodies that they were given
    const double error = found.force.error.median;
    if (!request.reference.empty() && error > beyond_algorithms) {
        console.note(printable(fmt::format("half of the forces are off by {:.0f} % or more: {} is "
                                           "of another system, G or softening",
                                           100 * error, in_words(request.reference))));
    }
    tell_rounding(found.rounding, settings, console);
    return found.passed() ? written : ExitCode::failed;
}

void declare(Parser& parser, VerifyArguments& request) {
    add_source_arguments(parser, request.system, "plummer");
    request.system.seed_samples = true;
    add_force_arguments(parser, request.system, UnnamedAlgorithm::direct_sum);
    parser.group("Measurement")
        .option("--samples N", into(request.samples, count_within("bodies", 1)),
                "bodies to measure the error on (default: 1000)")
        .option("--reference FILE", request.reference,
                "compare with these forces instead of computing the truth: a CSV with the columns "
                "index,ax,ay,az,potential (index counts bodies from 0), or one written by "
                "'orrery forces'");
    add_json_argument(parser, request.json, "the figures");
}

} // namespace

extern const Subcommand verify_command{
    "verify",
    "[SCENE|FILE] --algorithm ID [options]",
    "measure an algorithm's force error",
    "Compares accelerations and potentials with a direct sum in double precision, in a periodic "
    "box with an Ewald sum, on sampled bodies: |a - a_true| / |a_true|, its median, 99th "
    "percentile and maximum; in a box relative to the root mean square of all forces where a "
    "body's own is less, since pulls cancel there. Exits with 1 when a "
    "99th percentile is over what the algorithm promises. The truth is summed from the bodies as "
    "--precision rounds them, so that the figures are the algorithm's own errors; what rounding "
    "the bodies does to the forces is a figure of its own. The promise of a tree follows the error "
    "or the angle asked of it.",
    "orrery verify plummer --bodies 16k --algorithm cpu.simd\n"
    "orrery verify bodies.tipsy --algorithm cpu.aos --reference forces.csv",
    declared<VerifyArguments, verify>,
};

} // namespace orrery
