#pragma once

#include "app/commands/command.hpp"

#include <string>

namespace orrery {

// The group of the options that ask about the program instead of running it.
inline constexpr const char* help_group = "Help";

// The manual page of a command, 80 columns wide; that of the window lists the other commands too.
// `parser` is what the command declared its arguments on.
std::string help_text(const Command& command, const CLI::App& parser);

} // namespace orrery
