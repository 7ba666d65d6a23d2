#pragma once

#include "app/state/actions.hpp"

#include <string>
#include <string_view>

namespace orrery {

// Commands in words, as the palette, tours and the command line take them: what a choice is called
// and a value, "bodies 64k", "algorithm cpu.tree"; an action by its id or what menus call it,
// "camera.frame", "frame all"; a toggle with on or off, "bloom off". Capitals do not matter.
//
// Throws bad_input for what is none, naming what comes near. Whether it can be carried out now is
// another question, which Actions::run answers.
Command spoken_command(const Actions& actions, std::string_view words);

// The words for a command.
std::string words_of(const Actions& actions, const Command& command);

} // namespace orrery
