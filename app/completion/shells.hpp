#pragma once

#include "app/completion/command_table.hpp"

#include <string>

namespace orrery {

// Scripts that make a shell complete what is typed after `orrery`: commands, options, and the
// values that are known; files elsewhere.
std::string bash_completion(const std::vector<CommandRow>& commands);
std::string zsh_completion(const std::vector<CommandRow>& commands);
std::string fish_completion(const std::vector<CommandRow>& commands);

// The manual, section 1, in troff.
std::string man_page(const std::vector<CommandRow>& commands);

} // namespace orrery
