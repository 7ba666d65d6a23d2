#pragma once

#include "app/commands/command.hpp"

#include <string>
#include <vector>

namespace orrery {

// Parses `arguments` (without the program's own name) and runs the command they ask for. Throws
// bad_input for anything mistyped, with the nearest right word.
ExitCode run_command_line(const std::vector<std::string>& arguments);

} // namespace orrery
