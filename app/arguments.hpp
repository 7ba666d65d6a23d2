#pragma once

#include "app/commands/command.hpp"

namespace orrery {

// The group of the options that ask about the program instead of running it.
inline constexpr const char* help_group = "Help";

// Sets `parser` up for a command: its own arguments and those that every command has. Parsing, the
// help, the manual and the shells' completions all begin here, so that they cannot disagree.
std::function<ExitCode()> declare_arguments(const Subcommand& command, Parser& parser,
                                            Console& console);

} // namespace orrery
