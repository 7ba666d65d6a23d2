#include "app/arguments.hpp"

#include "app/commands/parser.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

void set_progress(Console& console, const std::string& when) {
    using enum Console::Progress;
    if (when == "auto") {
        console.progress = automatic;
    } else if (when == "always") {
        console.progress = always;
    } else if (when == "never") {
        console.progress = never;
    } else {
        throw bad_input(fmt::format("'{}' is none of auto, always, never", when), "--progress", "");
    }
}

void set_words(Console& console, Console::Words words) {
    if (console.words != Console::Words::usual && console.words != words) {
        throw bad_input("--quiet and --verbose cannot be combined", "", "leave one out");
    }
    console.words = words;
}

void add_console_arguments(Parser& parser, Console& console) {
    constexpr const char* group = "Messages";
    parser
        .add_option_function<std::string>(
            "--progress", [&console](const std::string& when) { set_progress(console, when); },
            "show progress: 'auto' (default), as a bar if standard error is a terminal; 'always', "
            "otherwise as a line every tenth of the way and every ten seconds; 'never'")
        ->type_name("auto|always|never")
        ->group(group);
    parser
        .add_flag_callback(
            "-q,--quiet", [&console] { set_words(console, Console::Words::few); },
            "print results and errors only")
        ->group(group);
    parser
        .add_flag_callback(
            "-v,--verbose", [&console] { set_words(console, Console::Words::many); },
            "explain automatic choices")
        ->group(group);
}

} // namespace

std::function<ExitCode()> declare_arguments(const Subcommand& command, Parser& parser,
                                            Console& console) {
    parser.add_help_and_version(help_group);
    const std::function<ExitCode()> run = command.declare(parser, console);
    add_console_arguments(parser, console);
    return run;
}

} // namespace orrery
