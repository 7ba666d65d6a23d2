// orrery forces: accelerations and potentials of every body, into a file.

#include "app/commands/command.hpp"
#include "app/commands/forces_file.hpp"
#include "app/commands/output_arguments.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/provenance.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/text_output.hpp"
#include "app/numbers.hpp"
#include "sim/base/error.hpp"
#include "sim/base/printable.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <memory>

namespace orrery {
namespace {

struct ForcesArguments {
    SystemArguments system;
    std::string output, json;
};

nlohmann::ordered_json report_json(const ForcesArguments& request, const ChosenSystem& from,
                                   const Forces& result) {
    const Settings& settings = from.chosen.settings;
    return {{"algorithm", settings.algorithm},
            {"options", options_json(settings)},
            {"scene", settings.source},
            {"bodies", from.system.bodies.size()},
            {"precision", precision_name(settings.precision)},
            {"softening", checked(settings, from.system).forces.softening},
            {"milliseconds", result.timings.total_milliseconds},
            {"forces", request.output},
            {"provenance", provenance(from)}};
}

ExitCode forces(const ForcesArguments& request, const Console& console) {
    require_result_format(request.output, "forces");
    if (request.output == "-" && request.json == "-") {
        throw bad_input("standard output cannot be both", "-o and --json", "name a file for one");
    }
    require_place(request.json);
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
    ResultFiles results;
    const std::filesystem::path wanted = request.output;
    const auto place = results.write(
        wanted, wanted == "-" ? ".csv" : wanted.extension().string(),
        [&](const std::filesystem::path& file) { write_forces(file, *result, system); });
    if (!request.json.empty()) {
        results.write_report(request.json, json_text(report_json(request, from, *result)));
    }
    if (place && place != "-" && request.json != "-" && console.words != Console::Words::few) {
        fmt::print("forces on {} by {} in {} written to {}\n",
                   counted(system.bodies.size(), "body", "bodies"), settings.algorithm,
                   as_milliseconds(result->timings.total_milliseconds), printable(place->string()));
    }
    return results.exit_code();
}

std::function<ExitCode()> declare(Parser& parser, const Console& console) {
    const auto request = std::make_shared<ForcesArguments>();
    add_source_arguments(parser, request->system, Settings{}.source);
    add_force_arguments(parser, request->system, UnnamedAlgorithm::direct_sum);
    add_result_arguments(parser, request->output, ".csv (id,ax,ay,az,potential) or .h5",
                         request->json);
    return [request, &console] { return forces(*request, console); };
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
    declare,
};

} // namespace orrery
