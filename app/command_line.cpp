#include "app/command_line.hpp"

#include "app/arguments.hpp"
#include "app/help_text.hpp"
#include "app/resources.hpp"
#include "app/version.hpp"
#include "sim/closest_names.hpp"
#include "sim/error.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace orrery {
namespace {

std::string help_command(const Command& command) {
    return *command.name == '\0' ? "orrery --help" : fmt::format("orrery {} --help", command.name);
}

// What the parser did not know: a mistyped flag if there is one, else a word too many.
Error unknown_argument(const Command& command, const CLI::App& parser,
                       const std::vector<std::string>& unknown) {
    const auto end_of_options = std::find(unknown.begin(), unknown.end(), "--");
    const auto flag = std::find_if(unknown.begin(), end_of_options, [](const std::string& word) {
        return word.size() > 1 && word.front() == '-';
    });
    if (flag == end_of_options) {
        const auto word = std::find_if(unknown.begin(), unknown.end(),
                                       [](const std::string& one) { return one != "--"; });
        return bad_input(fmt::format("does not expect the argument '{}'", *word),
                         *command.name == '\0' ? "orrery" : command.name,
                         fmt::format("'{}' shows its usage", help_command(command)));
    }
    std::vector<std::string> names;
    for (const CLI::Option* option : parser.get_options()) {
        for (const std::string& name : option->get_lnames()) {
            names.push_back("--" + name);
        }
    }
    const std::string name = flag->substr(0, flag->find('='));
    return bad_input(fmt::format("there is no option '{}'", name), "",
                     did_you_mean(name, names, help_command(command)));
}

// The parser counts the -- that ends the options among what it does not know.
bool has_unknown(const std::vector<std::string>& remaining) {
    return std::any_of(remaining.begin(), remaining.end(),
                       [](const std::string& word) { return word != "--"; });
}

// CLI11's words for a broken usage, as a sentence of ours.
Error usage_error(const Command& command, const CLI::ParseError& error) {
    const std::string words = error.what();
    const std::string hint = fmt::format("'{}' shows its usage", help_command(command));
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr) {
        return bad_input("a value is missing", words.substr(0, words.find(':')), hint);
    }
    return bad_input(words, "", hint);
}

ExitCode print_version() {
    const std::string built_from = *commit() == '\0' ? "" : fmt::format(" ({})", commit());
    fmt::print("orrery {}{}\n{}\nshaders and assets: {}\n", version(), built_from, features(),
               resource_folder().string());
    return ExitCode::done;
}

ExitCode run(const Command& command, std::vector<std::string> arguments) {
    CLI::App parser;
    Console console;
    const std::function<ExitCode()> run_command = declare_arguments(command, parser, console);
    try {
        std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
        parser.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", help_text(command));
        return ExitCode::done;
    } catch (const CLI::CallForVersion&) {
        return print_version();
    } catch (const CLI::ParseError& error) {
        if (const auto unknown = parser.remaining(); has_unknown(unknown)) {
            throw unknown_argument(command, parser, unknown);
        }
        throw usage_error(command, error);
    }
    if (const auto unknown = parser.remaining(); has_unknown(unknown)) {
        throw unknown_argument(command, parser, unknown);
    }
    return run_command();
}

} // namespace

ExitCode run_command_line(const std::vector<std::string>& arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    const std::vector<std::string> rest(arguments.begin() + (arguments.empty() ? 0 : 1),
                                        arguments.end());
    const Command* command = find_command(first);
    if (command == nullptr || first.empty()) {
        return run(*commands().front(), arguments); // the window
    }
    return run(*command, rest);
}

} // namespace orrery
