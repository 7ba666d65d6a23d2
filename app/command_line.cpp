#include "app/command_line.hpp"

#include "app/commands/parser.hpp"
#include "app/commands/ranks.hpp"
#include "app/commands/system_arguments.hpp"
#include "app/resources.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/version.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace orrery {
namespace {

Console::Progress parse_progress(const std::string& when, const std::string& flag) {
    using enum Console::Progress;
    for (const auto& [name, progress] :
         {std::pair("auto", automatic), std::pair("always", always), std::pair("never", never)}) {
        if (when == name) {
            return progress;
        }
    }
    throw bad_input(fmt::format("'{}' is none of auto, always, never", when), flag, "");
}

// The action of --quiet or --verbose.
std::function<void()> setting_words(Console& console, Console::Words words) {
    return [&console, words] {
        if (console.words != Console::Words::usual && console.words != words) {
            throw bad_input("--quiet and --verbose cannot be combined", "", "leave one out");
        }
        console.words = words;
    };
}

std::string help_command(const Subcommand& command) {
    return *command.name == '\0' ? "orrery --help" : fmt::format("orrery {} --help", command.name);
}

// What the parser did not know: a mistyped flag if there is one, else a word too many.
Error unknown_argument(const Subcommand& command, const Parser& parser,
                       const std::vector<std::string>& unknown) {
    const auto end_of_options = std::find(unknown.begin(), unknown.end(), "--");
    const auto flag = std::find_if(unknown.begin(), end_of_options, [](const std::string& word) {
        return word.size() > 1 && word.front() == '-';
    });
    if (flag == end_of_options) {
        const auto word = std::find_if(unknown.begin(), unknown.end(),
                                       [](const std::string& one) { return one != "--"; });
        return bad_input(fmt::format("does not expect the argument '{}'", *word), command.name,
                         fmt::format("'{}' shows its usage", help_command(command)));
    }
    std::vector<std::string> names;
    for (const DeclaredOption& option : parser.options()) {
        std::ranges::copy_if(option.flags, std::back_inserter(names),
                             [](const std::string& name) { return name.starts_with("--"); });
    }
    const std::string name = flag->substr(0, flag->find('='));
    return bad_input(fmt::format("unknown option '{}'", name), "",
                     did_you_mean(name, names, help_command(command)));
}

// The parser's words for a broken usage, as a sentence of ours.
Error usage_error(const Subcommand& command, const Parsed& parsed) {
    const std::string& words = parsed.mistake;
    const std::string hint = fmt::format("'{}' shows its usage", help_command(command));
    if (parsed.value_is_missing) {
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

// Many processes run a command that is made for it, and all the same.
void require_together(const Subcommand& command, const std::vector<std::string>& arguments,
                      Communicator& ranks) {
    if (ranks.size() == 1) {
        return;
    }
    if (!command.on_ranks) {
        throw bad_input(
            "it is for one process", command.name,
            "start it without a launcher; the window, serve, simulate and bench mpi run on "
            "many");
    }
    require_same(ranks, fmt::format("orrery {} {} {}", version(), commit(), features()),
                 fmt::format("{} {}", command.name, fmt::join(arguments, " ")));
}

ExitCode run(const Subcommand& command, const std::vector<std::string>& arguments,
             const ProcessesTogether& together) {
    Parser parser; // the command asks it what was typed when it runs
    Console console{
        .ranks = together.ranks, .ranks_here = together.here, .rank_here = together.rank_here};
    const std::function<ExitCode()> run_command = declare_arguments(command, parser, console);
    const Parsed parsed = parser.parse(arguments);
    if (parsed.wish == Parsed::Wish::help) {
        fmt::print("{}", help_text(command));
        return ExitCode::done;
    }
    if (parsed.wish == Parsed::Wish::version) {
        return print_version();
    }
    // The parser counts the -- that ends the options among what it does not know.
    if (std::any_of(parsed.unknown.begin(), parsed.unknown.end(),
                    [](const std::string& word) { return word != "--"; })) {
        if (*command.name == '\0' && !arguments.front().starts_with('-')) {
            require_source(arguments.front()); // most likely it is the command that was mistyped
        }
        throw unknown_argument(command, parser, parsed.unknown);
    }
    if (!parsed.mistake.empty()) {
        throw usage_error(command, parsed);
    }
    require_together(command, arguments, together.ranks);
    return run_command();
}

} // namespace

std::function<ExitCode()> declare_arguments(const Subcommand& command, Parser& parser,
                                            Console& console) {
    parser.group(help_group).help_and_version();
    const std::function<ExitCode()> run = command.declare(parser, console);
    parser.group("Messages")
        .option(
            "--progress auto|always|never", into(console.progress, parse_progress),
            "show progress: 'auto' (default), as a bar if standard error is a terminal; 'always', "
            "otherwise as a line every tenth of the way and every ten seconds; 'never'")
        .flag("-q,--quiet", setting_words(console, Console::Words::few),
              "print results and errors only")
        .flag("-v,--verbose", setting_words(console, Console::Words::many),
              "explain automatic choices");
    return run;
}

std::pair<const Subcommand*, std::size_t> command_of(const std::vector<std::string>& words) {
    // "bench gauss" is bench-gauss.
    const Subcommand* const longer =
        words.size() < 2 ? nullptr : find_command(words[0] + "-" + words[1]);
    if (longer != nullptr) {
        return {longer, 2};
    }
    const Subcommand* const named =
        words.empty() || words[0].empty() ? nullptr : find_command(words[0]);
    return named == nullptr ? std::pair(commands().front(), std::size_t{0})
                            : std::pair(named, std::size_t{1});
}

ExitCode run_command_line(const std::vector<std::string>& arguments,
                          const ProcessesTogether& together) {
    const auto [command, words] = command_of(arguments);
    return run(*command, {arguments.begin() + static_cast<std::ptrdiff_t>(words), arguments.end()},
               together);
}

} // namespace orrery
