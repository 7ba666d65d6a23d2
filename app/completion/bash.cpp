#include "app/completion/command_table.hpp"

#include <fmt/format.h>

#include <map>

namespace orrery {
namespace {

// Bash breaks words at = where it is told to, so the line is taken apart here, and what stands
// before the break is taken off the answers.
constexpr const char* beginning =
    R"(# Completion of orrery for bash, made by 'orrery completion bash'.
_orrery() {
    local line=${COMP_LINE:0:COMP_POINT} word='' previous='' command='' head=''
    local words='' files='' several='' cut='' whole
    local -a typed found
    read -ra typed <<< "$line"
    if [[ $line != *[[:space:]] ]]; then
        word=${typed[-1]}
        unset 'typed[-1]'
    fi
    if (( ${#typed[@]} > 1 )); then
        command=${typed[1]}
        previous=${typed[-1]}
    fi
    if [[ $word == --*=* ]]; then
        previous=${word%%=*}
        head=$previous=
        word=${word#*=}
    fi
)";

constexpr const char* ending = R"(
    if [[ -n $several && $word == *,* ]]; then
        head+=${word%,*},
        word=${word##*,}
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    if [[ -n $files ]]; then
        mapfile -t found < <(compgen -f -- "$word")
        COMPREPLY+=("${found[@]}")
        compopt -o filenames 2> /dev/null
    fi
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2> /dev/null
    fi
    whole=$head$word
    if [[ $COMP_WORDBREAKS == *=* && $whole == *=* ]]; then
        cut=${whole%=*}=
    fi
    COMPREPLY=("${COMPREPLY[@]/#/$head}")
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
    if [[ ${#COMPREPLY[@]} == 1 && -z ${COMPREPLY[0]} ]]; then
        COMPREPLY=()
    fi
}
complete -F _orrery orrery
)";

// "words='a b' files=yes"
std::string assignments(const Values& values) {
    std::string text;
    if (!values.words.empty()) {
        text += fmt::format(" words='{}'", fmt::join(values.words, " "));
    }
    text += values.files ? " files=yes" : "";
    text += values.several ? " several=yes" : "";
    return text.empty() ? " :" : text;
}

// The flags of every command by what may follow them; the same name means the same everywhere, or
// else whatever one of them takes.
std::map<std::string, std::vector<std::string>>
flags_by_values(const std::vector<CommandRow>& commands) {
    std::map<std::string, std::string> values;
    for (const CommandRow& command : commands) {
        for (const ArgumentRow& option : command.options) {
            for (const std::string& flag : option.flags) {
                std::string& known = values[flag];
                if (!option.type.empty() && (known.empty() || known == " :")) {
                    known = assignments(option.values);
                }
            }
        }
    }
    std::map<std::string, std::vector<std::string>> flags;
    for (const auto& [flag, assignment] : values) {
        if (!assignment.empty()) {
            flags[assignment].push_back(flag);
        }
    }
    return flags;
}

std::string all_flags(const CommandRow& command) {
    std::string text;
    for (const ArgumentRow& option : command.options) {
        text += (text.empty() ? "" : " ") + fmt::format("{}", fmt::join(option.flags, " "));
    }
    return text;
}

Values all_positionals(const CommandRow& command, const std::vector<CommandRow>& commands) {
    Values values;
    for (const ArgumentRow& positional : command.positionals) {
        values.words.insert(values.words.end(), positional.values.words.begin(),
                            positional.values.words.end());
        values.files = values.files || positional.values.files;
    }
    if (command.is_window()) { // the first word may be a command
        for (const CommandRow& other : commands) {
            if (!other.is_window()) {
                values.words.push_back(other.facts.name);
            }
        }
    }
    return values;
}

} // namespace

std::string bash_completion(const std::vector<CommandRow>& commands) {
    std::string text = beginning;
    text += "    case $previous in\n";
    for (const auto& [assignment, flags] : flags_by_values(commands)) {
        text +=
            fmt::format("    {})\n       {}\n        ;;\n", fmt::join(flags, " | "), assignment);
    }
    text += "    *)\n        case $command in\n";
    std::string window;
    for (const CommandRow& command : commands) {
        const std::string branch = fmt::format(
            "        {})\n            if [[ $word == -* ]]; then\n                words='{}'\n"
            "            else\n               {}\n            fi\n            ;;\n",
            command.is_window() ? "*" : command.facts.name, all_flags(command),
            assignments(all_positionals(command, commands)));
        (command.is_window() ? window : text) += branch; // "any other" comes last
    }
    return text + window + "        esac\n        ;;\n    esac" + ending;
}

} // namespace orrery
