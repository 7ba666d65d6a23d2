#include "app/command_line.hpp"

#include "app/help_text.hpp"
#include "app/resources.hpp"
#include "app/version.hpp"
#include "sim/closest_names.hpp"
#include "sim/error.hpp"

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
    const auto flag = std::find_if(unknown.begin(), unknown.end(), [](const std::string& word) {
        return word.size() > 1 && word.front() == '-';
    });
    if (flag == unknown.end()) {
        return bad_input(fmt::format("does not expect the argument '{}'", unknown.front()),
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
    fmt::print("orrery {}{}\nshaders and assets: {}\n", version(), built_from,
               resource_folder().string());
    return ExitCode::done;
}

ExitCode run(const Command& command, std::vector<std::string> arguments) {
    CLI::App parser;
    parser.set_help_flag("-h,--help", "show this page");
    parser.get_help_ptr()->group(help_group);
    parser.set_version_flag("--version", "", "print version, commit and the folder of shaders")
        ->group(help_group);
    parser.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    parser.allow_extras();
    const std::function<ExitCode()> run_command = command.declare(parser);
    try {
        std::reverse(arguments.begin(), arguments.end()); // CLI11 takes them from the back
        parser.parse(arguments);
    } catch (const CLI::CallForHelp&) {
        fmt::print("{}", help_text(command, parser));
        return ExitCode::done;
    } catch (const CLI::CallForVersion&) {
        return print_version();
    } catch (const CLI::ParseError& error) {
        if (const auto unknown = parser.remaining(); !unknown.empty()) {
            throw unknown_argument(command, parser, unknown);
        }
        throw usage_error(command, error);
    }
    if (const auto unknown = parser.remaining(); !unknown.empty()) {
        throw unknown_argument(command, parser, unknown);
    }
    return run_command();
}

ExitCode help_on(const std::vector<std::string>& words) {
    const std::string name = words.empty() ? "" : words.front();
    const Command* command = find_command(name);
    if (command == nullptr) {
        std::vector<std::string> names;
        for (const Command* known : commands()) {
            names.emplace_back(known->name);
        }
        throw bad_input(fmt::format("there is no command '{}'", name), "",
                        did_you_mean(name, names, "orrery --help"));
    }
    return run(*command, {"--help"});
}

} // namespace

ExitCode run_command_line(const std::vector<std::string>& arguments) {
    const std::string first = arguments.empty() ? "" : arguments.front();
    const std::vector<std::string> rest(arguments.begin() + (arguments.empty() ? 0 : 1),
                                        arguments.end());
    if (first == "help") {
        return help_on(rest);
    }
    const Command* command = find_command(first);
    if (command == nullptr || first.empty()) {
        return run(*commands().front(), arguments); // the window
    }
    return run(*command, rest);
}

} // namespace orrery
