// orrery forces: accelerations and potentials of every body, into a file.

#include "app/commands/forces.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/results.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace orrery {
namespace {

struct ForcesArguments {
    SystemArguments system;
    std::string output, json;
};

Json report_json(const ForcesArguments& request, const ChosenSystem& from, const Forces& result) {
    Json json = forces_json(from);
    json["milliseconds"] = result.timings.total_milliseconds;
    json["forces"] = request.output;
    json["provenance"] = provenance(from);
    return json;
}

ExitCode forces(const ForcesArguments& request, const Console& console) {
    require_result_places(request.output, request.json, "forces");
    const StopSignals signals;
    const ChosenSystem from = choose_system(request.system, console);
    const Settings& settings = from.chosen.settings;
    const System& system = from.system;
    tell_rounding(from, console);
    Workers workers(settings.threads);
    const std::optional<Forces> result = compute_forces(system, settings, workers, signals.token());
    if (!result) {
        throw failure("stopped; nothing was written", "forces", "");
    }
    return write_results(
        request.output, [&](const auto& file) { write_forces(file, *result, system); },
        request.json, report_json(request, from, *result),
        fmt::format("forces on {} by {} in {}", counted(system.bodies.size(), "body", "bodies"),
                    settings.algorithm, as_milliseconds(result->timings.total_milliseconds)),
        console);
}

void declare(Parser& parser, ForcesArguments& request) {
    add_source_arguments(parser, request.system, Settings{}.source);
    add_force_arguments(parser, request.system, UnnamedAlgorithm::direct_sum);
    add_result_arguments(parser, request.output, ".csv (id,ax,ay,az,potential) or .h5",
                         request.json);
}

} // namespace

extern const Subcommand forces_command{
    "forces",
    "[SCENE|FILE] --algorithm ID -o FILE.csv|.h5 [options]",
    "write the acceleration and potential of every body",
    "Evaluates the forces once and writes one row per body, in file order: id, acceleration, "
    "potential. The id is the file's own if it has one, otherwise the position in the file from 0.",
    "orrery forces galaxy.tipsy --algorithm cpu.simd_threads -o forces.csv\n"
    "orrery forces plummer --precision fp64 --softening 0.01 -o truth.h5",
    declared<ForcesArguments, forces>,
};

} // namespace orrery
