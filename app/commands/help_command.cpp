// orrery help: the page of a command, or the whole manual.

#include "app/command_line.hpp"
#include "app/commands/parser.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

struct HelpArguments {
    std::string command;
    bool man = false;
};

ExitCode help(const HelpArguments& request, const Console& /*console*/) {
    fmt::print("{}", request.man ? man_page() : help_text(command_called(request.command)));
    return ExitCode::done;
}

void declare(Parser& parser, HelpArguments& request) {
    parser.group("Arguments")
        .option("COMMAND", request.command, "the command (default: the window)");
    parser.group("Output").flag("--man", request.man,
                                "the whole manual in troff: orrery help --man | man -l -");
}

} // namespace

extern const Subcommand help_command{
    "help",
    "[COMMAND]",
    "show the help of a command, like COMMAND --help",
    "Prints what COMMAND --help prints.",
    "orrery help simulate\norrery help --man | man -l -",
    declared<HelpArguments, help>,
};

} // namespace orrery
