// orrery convert: bodies from one file format, or a scene, into another.

#include "app/commands/chosen_system.hpp"
#include "app/commands/parser.hpp"
#include "app/commands/results.hpp"
#include "app/numbers.hpp"
#include "app/state/body_units.hpp"
#include "sim/base/words.hpp"
#include "sim/simulation/algorithm_speed.hpp"
#include "sim/snapshot.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace orrery {
namespace {

struct ConvertArguments {
    SystemArguments system;
    std::string output, format;
};

ExitCode convert(const ConvertArguments& request, const Console& console) {
    const SnapshotFormat& format = format_to_write(request.output, request.format);
    require_place(request.output);
    Settings settings = typed_settings(request.system);
    const SnapshotFile from = load_system(settings);
    const System& system = from.system;
    settings.algorithm = promising_on_host(settings, system.bodies.size()); // a session names one
    tell_remarks(system, settings, console);
    for (const std::string& lost : {lost_content(format, system), lost_columns(format, system),
                                    lost_units(format, system.units)}) {
        if (!lost.empty()) {
            console.note(printable(lost));
        }
    }
    if (std::error_code none; std::filesystem::equivalent(settings.source, request.output, none)) {
        console.note(
            printable(fmt::format("{} is the input file: it is overwritten", request.output)));
    }
    // A session's own settings, though they may not run here: nothing is computed.
    write_snapshot(request.output, system, request.format, from.settings.value_or(settings));
    if (request.output != "-" && console.words != Console::Words::few) {
        fmt::print("{}{} written to {}\n", header_line(system.catalogue, system.units),
                   counted(system.bodies.size(), "body", "bodies"), printable(request.output));
    }
    return ExitCode::done;
}

void declare(Parser& parser, ConvertArguments& request) {
    add_source_arguments(parser, request.system, "");
    parser.require("SCENE|FILE");
    parser.group("Output").option(
        "OUT", request.output,
        "the file to write; its extension sets the format; - is standard output");
    parser.require("OUT");
    add_format_argument(parser, request.format);
}

} // namespace

extern const Subcommand convert_command{
    "convert",
    "SCENE|IN OUT [options]",
    "copy bodies into another file format",
    "Reads a file of any format ('orrery list formats'), recognised by its content, or standard "
    "input (-), or makes a scene, and writes the format given by the output's extension or by "
    "--format. Units, names and digits that a format cannot hold are listed on standard error.",
    "orrery convert galaxy.bin galaxy.csv\n"
    "orrery convert plummer --bodies 64k plummer.tipsy\n"
    "orrery convert galaxy.tipsy - --format csv | head",
    declared<ConvertArguments, convert>,
};

} // namespace orrery
