// orrery convert: bodies from one file format, or a scene, into another.

#include "app/commands/chosen_system.hpp"
#include "app/commands/commands.hpp"
#include "app/numbers.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>

#include <memory>

namespace orrery {
namespace {

struct Request {
    SystemArguments system;
    std::string output;
};

ExitCode convert(const Request& request) {
    const Settings settings = typed_settings(request.system);
    const SnapshotFile from = load_system(settings);
    // A session's own settings, though they may not run here: nothing is computed.
    write_snapshot(request.output, from.system, from.settings.value_or(settings));
    fmt::print("{} bodies written to {}\n", with_thousands(from.system.bodies.size()),
               request.output);
    return ExitCode::done;
}

std::function<ExitCode()> declare(CLI::App& parser) {
    const auto request = std::make_shared<Request>();
    add_source_arguments(parser, request->system, "");
    parser.get_option("SCENE|FILE")->required();
    parser.add_option("OUT", request->output, "the file to write; its ending says the format")
        ->required()
        ->group("Output");
    return [request] { return convert(*request); };
}

} // namespace

const Command convert_command{
    "convert",
    "SCENE|IN OUT [options]",
    "copy bodies into another file format",
    "Reads a file of any format ('orrery list formats'), told by its content, or makes a scene, "
    "and "
    "writes the format that the output's ending asks for.",
    "orrery convert galaxy.bin galaxy.csv\norrery convert plummer --bodies 64k plummer.tipsy",
    declare,
};

} // namespace orrery
