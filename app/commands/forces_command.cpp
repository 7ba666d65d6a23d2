// orrery forces: accelerations and potentials of every body, into a file.

#include "app/commands/command.hpp"
#include "app/commands/decisions.hpp"
#include "app/commands/forces_file.hpp"
#include "app/commands/result_files.hpp"
#include "app/commands/stop_signals.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/numbers.hpp"
#include "sim/base/printable.hpp"
#include "sim/error.hpp"

#include <fmt/format.h>

#include <memory>

namespace orrery {
namespace {

struct Request {
    SystemArguments system;
    std::string output;
};

ExitCode forces(const Request& request, const Console& console) {
    require_forces_format(request.output);
    const Settings settings = complete_settings(request.system);
    const StopSignals signals;
    const InitialConditions system = load_system(settings, console);
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
    if (place && place != "-" && console.words != Console::Words::few) {
        fmt::print("forces on {} by {} in {} written to {}\n",
                   counted(system.bodies.size(), "body", "bodies"), settings.algorithm,
                   as_milliseconds(result->timings.total_milliseconds), printable(place->string()));
    }
    return results.exit_code();
}

std::function<ExitCode()> declare(CLI::App& parser, const Console& console) {
    const auto request = std::make_shared<Request>();
    add_source_arguments(parser, request->system, request->system.settings.source);
    add_force_arguments(parser, request->system);
    parser
        .add_option(
            "-o,--output", request->output,
            "where to: a .csv (id,ax,ay,az,potential) or .h5 file; - is standard output, as "
            "CSV")
        ->required()
        ->type_name("FILE")
        ->group("Output");
    return [request, &console] { return forces(*request, console); };
}

} // namespace

extern const Command forces_command{
    "forces",
    "[SCENE|FILE] --algorithm ID -o FILE.csv|.h5 [options]",
    "write the acceleration and potential of every body",
    "Evaluates the forces once and writes one row a body, in file order: id, acceleration, "
    "potential. The id is the file's own where it has one, else the place in the file from 0.",
    "orrery forces galaxy.tipsy --algorithm cpu.simd_threads -o forces.csv\n"
    "orrery forces plummer --precision fp64 --softening 0.01 -o truth.h5",
    declare,
};

} // namespace orrery
