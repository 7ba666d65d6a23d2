// orrery completion: what makes a shell complete the command line.

#include "app/commands/command.hpp"
#include "app/commands/parser.hpp"
#include "app/completion/command_table.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <array>

namespace orrery {
namespace {

using Script = std::string (*)(const std::vector<CommandRow>&);

constexpr std::array<std::pair<const char*, Script>, 3> shells{
    {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}}};

ExitCode print_completion(const std::string& shell, const Console& /*console*/) {
    std::vector<std::string> names;
    for (const auto& [name, script] : shells) {
        if (shell == name) {
            fmt::print("{}", script(command_table()));
            return ExitCode::done;
        }
        names.emplace_back(name);
    }
    throw bad_input(shell.empty() ? "the shell is missing"
                                  : fmt::format("no completion for '{}'", shell),
                    "completion", fmt::format("it is one of {}", fmt::join(names, ", ")));
}

void declare(Parser& parser, std::string& shell) {
    parser.group("Arguments")
        .option("SHELL bash|zsh|fish", shell, "the shell to write for: bash, zsh or fish");
}

} // namespace

extern const Subcommand completion_command{
    "completion",
    "bash|zsh|fish",
    "print a script for a shell's completion of orrery's arguments",
    "Prints the script; where it goes depends on the shell. An installed orrery has all three in "
    "place.",
    "orrery completion bash > ~/.local/share/bash-completion/completions/orrery\n"
    "orrery completion zsh > ~/.zfunc/_orrery\n"
    "orrery completion fish > ~/.config/fish/completions/orrery.fish",
    declared<std::string, declare, print_completion>,
};

} // namespace orrery
