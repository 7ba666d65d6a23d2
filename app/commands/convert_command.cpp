// orrery convert: bodies from one file format, or a scene, into another.

#include "app/commands/commands.hpp"
#include "app/commands/decisions.hpp"
#include "app/commands/system_arguments.hpp"
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

ExitCode convert(const Request& request, const Console& console) {
    const InitialConditions system = load_system(request.system.settings, console);
    write_snapshot(request.output, system);
    if (console.words != Console::Words::few) {
        fmt::print("{} written to {}\n", counted(system.bodies.size(), "body", "bodies"),
                   request.output);
    }
    return ExitCode::done;
}

std::function<ExitCode()> declare(CLI::App& parser, const Console& console) {
    const auto request = std::make_shared<Request>();
    add_source_arguments(parser, request->system, "");
    parser.get_option("SCENE|FILE")->required();
    parser.add_option("OUT", request->output, "the file to write; its ending says the format")
        ->required()
        ->group("Output");
    return [request, &console] { return convert(*request, console); };
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
