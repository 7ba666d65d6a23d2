#include "app/completion/command_table.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

// In single quotes.
std::string in_fish_quotes(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) {
        if (letter == '\'' || letter == '\\') {
            result += '\\';
        }
        result += letter;
    }
    return result + "'";
}

// "-x -a 'fp32 fp64'": what follows a flag, or stands for itself.
std::string arguments(const Values& values) {
    if (values.words.empty()) {
        return "";
    }
    const std::string words = fmt::format("{}", fmt::join(values.words, " "));
    return " -a " +
           in_fish_quotes(values.several ? fmt::format("(__fish_append , {})", words) : words);
}

std::string option_line(const std::string& when, const ArgumentRow& option) {
    std::string line = "complete -c orrery" + when;
    for (const std::string& flag : option.flags) {
        const bool is_long = flag.starts_with("--");
        line += (is_long ? " -l " : " -s ") + flag.substr(is_long ? 2 : 1);
    }
    if (!option.type.empty()) {
        line += option.values.files ? " -r -F" : " -x";
        line += arguments(option.values);
    }
    return line + " -d " + in_fish_quotes(first_clause(option.meaning)) + "\n";
}

std::string positional_line(const std::string& when, const ArgumentRow& positional) {
    const Values& values = positional.values;
    if (!values.files && values.words.empty()) {
        return "";
    }
    return "complete -c orrery" + when + (values.files ? " -F" : "") + arguments(values) + "\n";
}

} // namespace

std::string fish_completion(const std::vector<CommandRow>& commands) {
    std::string text = "# Completion of orrery for fish, made by 'orrery completion fish'.\n"
                       "complete -c orrery -f\n";
    std::string names;
    for (const CommandRow& command : commands) {
        if (!command.is_window()) {
            names += std::string(" ") + command.facts.name;
            text += fmt::format("complete -c orrery -n __fish_use_subcommand -a {} -d {}\n",
                                command.facts.name, in_fish_quotes(command.facts.summary));
        }
    }
    for (const CommandRow& command : commands) {
        const std::string when =
            " -n " +
            in_fish_quotes(command.is_window()
                               ? "not __fish_seen_subcommand_from" + names
                               : std::string("__fish_seen_subcommand_from ") + command.facts.name);
        for (const ArgumentRow& positional : command.positionals) {
            text += positional_line(when, positional);
        }
        for (const ArgumentRow& option : command.options) {
            text += option_line(when, option);
        }
    }
    return text;
}

} // namespace orrery
