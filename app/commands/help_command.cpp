// orrery help: the page of a command, or the whole manual.

#include "app/commands/command.hpp"
#include "app/commands/parser.hpp"
#include "app/completion/shells.hpp"
#include "app/help_text.hpp"
#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <memory>

namespace orrery {
namespace {

struct HelpArguments {
    std::string command;
    bool man = false;
};

const Subcommand& require_command(const std::string& name) {
    std::vector<std::string> names;
    for (const Subcommand* command : commands()) {
        if (command->name == name) {
            return *command;
        }
        names.emplace_back(command->name);
    }
    throw bad_input(fmt::format("unknown command '{}'", name), "",
                    did_you_mean(name, names, "orrery --help"));
}

ExitCode help(const HelpArguments& request) {
    fmt::print("{}", request.man ? man_page(command_table())
                                 : help_text(require_command(request.command)));
    return ExitCode::done;
}

std::function<ExitCode()> declare(Parser& parser, const Console& /*console*/) {
    const auto request = std::make_shared<HelpArguments>();
    parser.add_option("COMMAND", request->command, "the command (default: the window)")
        ->group("Arguments");
    parser
        .add_flag("--man", request->man, "the whole manual in troff: orrery help --man | man -l -")
        ->group("Output");
    return [request] { return help(*request); };
}

} // namespace

extern const Subcommand help_command{
    "help",
    "[COMMAND]",
    "show the help of a command, like COMMAND --help",
    "Prints what COMMAND --help prints.",
    "orrery help simulate\norrery help --man | man -l -",
    declare,
};

} // namespace orrery
