#pragma once

#include "app/commands/command.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

// The group of the options that ask about the program instead of running it.
inline constexpr const char* help_group = "Help";

// Sets `parser` up for a command: its own arguments and those that every command has. Parsing, the
// help, the manual and the shells' completions all begin here, so that they cannot disagree.
std::function<ExitCode()> declare_arguments(const Subcommand& command, Parser& parser,
                                            Console& console);

// The command that a line's words name, behind the program's own, and how many of them do so; the
// window where none does.
std::pair<const Subcommand*, std::size_t> command_of(const std::vector<std::string>& words);

// The processes that a launcher started, how many of them are on this machine, and which of these
// this one is.
struct ProcessesTogether {
    Communicator& ranks = one_process();
    std::size_t here = 1;
    std::size_t rank_here = 0;
};

// Parses `arguments` (without the program's own name) and runs the command they ask for. Throws
// bad_input for anything mistyped, with the nearest right word.
ExitCode run_command_line(const std::vector<std::string>& arguments,
                          const ProcessesTogether& together = {});

// The help text about numbers on the pages of all commands.
inline constexpr std::string_view about_numbers =
    "Numbers of bodies may end in k, M or G, which are binary multiples: 16k is 16,384, 1M is "
    "1,048,576; 1e5 is 100,000. For anything else, such as steps or frames, k is 1,000. Other "
    "numbers may be fractions: --dt 1/64. Units are those of the scene or file, with G = 1 by "
    "default; angles are in degrees.\n\n"
    "Arguments after -- are not options: orrery -- -x.csv.";

inline constexpr std::array<std::pair<const char*, const char*>, 3> exit_statuses{
    {{"0", "done"}, {"1", "failed"}, {"2", "bad usage or bad input"}}};

// The page of a command, 80 columns wide; that of the window lists the other commands too.
std::string help_text(const Subcommand& command);

// The manual, section 1, in troff.
std::string man_page();

} // namespace orrery
