#include "app/completion/command_table.hpp"

#include <fmt/format.h>

namespace orrery {
namespace {

// In single quotes.
std::string in_zsh_quotes(const std::string& text) {
    std::string result = "'";
    for (const char letter : text) {
        result += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    }
    return result + "'";
}

// With a backslash before what _arguments would read as its own.
std::string escaped(const std::string& text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') {
            result += '\\';
        }
        result += letter;
    }
    return result;
}

std::string action(const Values& values) {
    const std::string words = fmt::format("{}", fmt::join(values.words, " "));
    if (values.words.empty()) {
        return values.files ? "_files" : " ";
    }
    if (values.files) {
        return fmt::format("{{compadd -- {}; _files}}", words);
    }
    return values.several ? fmt::format("_sequence compadd - {}", words)
                          : fmt::format("({})", words);
}

std::string option_specifications(const ArgumentRow& option) {
    std::string text;
    for (const std::string& flag : option.flags) {
        // One of its names excludes the others.
        std::string specification =
            option.repeatable() ? "*" : fmt::format("({})", fmt::join(option.flags, " "));
        specification += flag;
        if (!option.type.empty() && flag.starts_with("--")) {
            specification += '=';
        }
        specification += fmt::format("[{}]", escaped(first_clause(option.meaning)));
        if (!option.type.empty()) {
            specification += fmt::format(":{}:{}", escaped(option.type), action(option.values));
        }
        text += fmt::format(" \\\n            {}", in_zsh_quotes(specification));
    }
    return text;
}

std::string all_specifications(const CommandRow& command) {
    std::string text = "_arguments -S";
    for (const ArgumentRow& option : command.options) {
        text += option_specifications(option);
    }
    std::size_t place = 0;
    for (const ArgumentRow& positional : command.positionals) {
        const std::string what = command.is_window() ? "_orrery_first" : action(positional.values);
        text += fmt::format(
            " \\\n            {}",
            in_zsh_quotes(fmt::format("{}:{}:{}", ++place, escaped(positional.type), what)));
    }
    return text + "\n";
}

// A command, or what the window opens.
std::string first_word(const std::vector<CommandRow>& commands) {
    std::string text = "_orrery_first() {\n    local -a commands=(\n";
    for (const CommandRow& command : commands) {
        if (!command.is_window()) {
            text +=
                fmt::format("        {}\n", in_zsh_quotes(command.facts.name + std::string(":") +
                                                          command.facts.summary));
        }
    }
    text += "    )\n    _describe -t commands command commands\n";
    for (const ArgumentRow& positional : commands.front().positionals) {
        text += fmt::format("    compadd -- {}\n", fmt::join(positional.values.words, " "));
    }
    return text + "    _files\n}\n\n";
}

} // namespace

std::string zsh_completion(const std::vector<CommandRow>& commands) {
    std::string text = "#compdef orrery\n"
                       "# Completion of orrery for zsh, made by 'orrery completion zsh'.\n\n" +
                       first_word(commands) +
                       "_orrery() {\n"
                       "    if (( CURRENT > 2 )); then\n        case ${words[2]} in\n";
    for (const CommandRow& command : commands) {
        if (!command.is_window()) {
            text += fmt::format(
                "        ({})\n            shift words\n            (( CURRENT-- ))\n            {}"
                "            return\n            ;;\n",
                command.facts.name, all_specifications(command));
        }
    }
    return text + "        esac\n    fi\n    " + all_specifications(commands.front()) +
           "}\n\n_orrery \"$@\"\n";
}

} // namespace orrery
