// orrery completion: what makes a shell complete the command line.

#include "app/commands/command.hpp"
#include "app/commands/parser.hpp"
#include "app/completion/shells.hpp"
#include "sim/base/closest_names.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>

namespace orrery {
namespace {

using Script = std::string (*)(const std::vector<CommandRow>&);

constexpr std::array<std::pair<const char*, Script>, 3> shells{
    {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}}};

ExitCode print_completion(const std::string& shell) {
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

std::function<ExitCode()> declare(Parser& parser, const Console& /*console*/) {
    const auto shell = std::make_shared<std::string>();
    parser.add_option("SHELL", *shell, "the shell to write for: bash, zsh or fish")
        ->type_name("bash|zsh|fish")
        ->group("Arguments");
    return [shell] { return print_completion(*shell); };
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
    declare,
};

} // namespace orrery
