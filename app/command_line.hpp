#pragma once

#include "app/commands/command.hpp"

#include <string>
#include <vector>

namespace orrery {

// The group of the options that ask about the program instead of running it.
inline constexpr const char* help_group = "Help";

// Sets `parser` up for a command: its own arguments and those that every command has. Parsing, the
// help, the manual and the shells' completions all begin here, so that they cannot disagree.
std::function<ExitCode()> declare_arguments(const Subcommand& command, Parser& parser,
                                            Console& console);

// Parses `arguments` (without the program's own name) and runs the command they ask for. Throws
// bad_input for anything mistyped, with the nearest right word.
ExitCode run_command_line(const std::vector<std::string>& arguments);

} // namespace orrery
