#pragma once

#include "app/commands/console.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace orrery {

class Parser;

// What a finished command hands to the shell; bad input is thrown as an Error instead and
// becomes 2.
enum class ExitCode { done = 0, failed = 1, bad_input = 2 };

// A word after `orrery`. One described constant a command, in <name>_command.cpp; the help, the
// dispatch and the suggestions for a mistyped name read it.
struct Subcommand {
    const char* name;        // "bench"; "" for plain `orrery`, the window
    const char* arguments;   // "[SCENE|FILE] [options]"
    const char* summary;     // one line
    const char* description; // paragraphs, separated by empty lines
    const char* examples;    // one a line
    // Declares the command's arguments on `parser`. The returned function runs the command, once
    // they are parsed; `console` outlives it, and by then knows how much to say.
    std::function<ExitCode()> (*declare)(Parser& parser, const Console& console);
};

// Subcommand::declare of a command whose `Arguments` are declared by declare(parser, arguments),
// and run by run(arguments, console).
template <class Arguments, auto declare, auto run>
std::function<ExitCode()> declared(Parser& parser, const Console& console) {
    const auto arguments = std::make_shared<Arguments>();
    declare(parser, *arguments);
    return [arguments, &console] { return run(*arguments, console); };
}

// Every command, the window first: app/commands/commands.cpp.
std::span<const Subcommand* const> commands();

// Null if there is none of that name.
const Subcommand* find_command(std::string_view name);
// Throws bad_input if there is none, with the nearest name.
const Subcommand& command_called(std::string_view name);

} // namespace orrery
