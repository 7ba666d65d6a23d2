// orrery completion: what makes a shell complete the command line.
//
// Idea: the shell's script passes on the line as far as it is typed, and the program, which knows
//       what its commands declare, says how its last word may go on. So the scripts are short, say
//       the same, and do not grow old.

#include "app/command_line.hpp"
#include "app/commands/parser.hpp"
#include "render/colour_maps.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/integrator.hpp"
#include "sim/scene.hpp"
#include "sim/sharing.hpp"
#include "sim/solver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>

namespace orrery {
namespace {

// A line of the program's answer is a word and, behind a tab, what it means; or ":files", where any
// file will do as well. Bash begins a word behind = where it is told to, so what stands before that
// is taken off.
constexpr const char* for_bash =
    R"(# Completion of orrery for bash, made by 'orrery completion bash'.
_orrery() {
    local line=${COMP_LINE:0:COMP_POINT} offer word
    local -a offers found
    word=${line##*[[:space:]]}
    mapfile -t offers < <("${COMP_WORDS[0]/#\~/$HOME}" completion --line "$line" 2> /dev/null)
    COMPREPLY=()
    for offer in "${offers[@]}"; do
        if [[ $offer == :files ]]; then
            mapfile -t found < <(compgen -f -- "${word##*=}")
            if [[ $word == *=* && ${#found[@]} -gt 0 ]]; then
                found=("${found[@]/#/"${word%=*}="}")
            fi
            COMPREPLY+=("${found[@]}")
            compopt -o filenames 2> /dev/null
        else
            COMPREPLY+=("${offer%%$'\t'*}")
        fi
    done
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2> /dev/null
    fi
    if [[ $COMP_WORDBREAKS == *=* && $word == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${word%=*}="}")
    fi
}
complete -F _orrery orrery
)";

constexpr const char* for_zsh = R"(#compdef orrery
# Completion of orrery for zsh, made by 'orrery completion zsh'.
_orrery() {
    local offer line="${(j: :)words[1,CURRENT-1]} $PREFIX"
    local -a offers files
    for offer in "${(@f)$(${~words[1]} completion --line "$line" 2> /dev/null)}"; do
        if [[ $offer == :files ]]; then
            files=(yes)
        elif [[ -n $offer ]]; then
            offers+=("${offer/$'\t'/:}")
        fi
    done
    (( $#offers )) && _describe -t words word offers
    (( $#files )) && { compset -P '*='; _files }
}
_orrery "$@"
)";

constexpr const char* for_fish =
    R"(# Completion of orrery for fish, made by 'orrery completion fish'.
function __orrery_offers
    set -l program (commandline -opc)[1]
    for offer in ($program completion --line (commandline -cp | string collect) 2> /dev/null)
        if test $offer = :files
            set -l word (commandline -ct)
            set -l head (string match -r -- '^--[^=]*=' "$word")
            for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$word"))
                echo "$head"$path
            end
        else
            echo $offer
        end
    end
end
complete -c orrery -f -a '(__orrery_offers)'
)";

constexpr std::array<std::pair<std::string_view, const char*>, 3> shells{
    {{"bash", for_bash}, {"zsh", for_zsh}, {"fish", for_fish}}};

using Words = std::vector<std::string>;

template <class Entries, class Name>
Words names_of(const Entries& entries, const Name& name) {
    Words names;
    std::ranges::transform(entries, std::back_inserter(names), name);
    return names;
}

// "isa=avx2", "theta=": what --option takes.
Words keys_and_values() {
    std::set<std::string> all;
    for (const SolverEntry& entry : solvers()) {
        for (const SolverOption& option : entry.info.options) {
            const std::string key = option.id + std::string("=");
            if (option.choices.empty()) {
                all.insert(key);
            }
            for (const std::string& choice : option.choices) {
                all.insert(key + choice);
            }
        }
    }
    return {all.begin(), all.end()};
}

struct Values {
    Words words;          // what may be typed
    bool files = false;   // or the name of a file
    bool several = false; // separated by commas
};

// The values of one word of a type: itself, or the names of a list; none for other capitals.
Words meant_by(const std::string& word) {
    const std::map<std::string, Words> lists{
        {"SCENE", names_of(scenes(), &Scene::id)},
        {"ALGORITHM", names_of(solvers(), [](const SolverEntry& one) { return one.info.id; })},
        {"SHARING", names_of(sharing_modes(), &SharingMode::id)},
        {"INTEGRATOR", names_of(integrators(), &Integrator::id)},
        {"COLOUR-MAP", names_of(colour_maps(), &ColourMap::id)},
        {"COMMAND", names_of(commands().subspan(1), &Subcommand::name)},
        {"KEY=VALUE", keys_and_values()}};
    const bool is_value =
        word.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._-") == std::string::npos;
    const auto list = lists.find(word);
    return list != lists.end() ? list->second : is_value && !word.empty() ? Words{word} : Words();
}

// The values that a type allows: "fp32|fp64", "SCENE|FILE", "ALGORITHM,…|all".
Values values_of(const std::string& type) {
    constexpr std::string_view more = ",…";
    Values values;
    for (const std::string_view part : split(type, '|')) {
        std::string word(part);
        if (word.ends_with(more)) {
            word.resize(word.size() - more.size());
            values.several = true;
        }
        values.files = values.files || word == "FILE" || word == "IN" || word == "OUT";
        const Words meant = meant_by(word);
        values.words.insert(values.words.end(), meant.begin(), meant.end());
    }
    return values;
}

// How the last word of a line may go on.
std::string answer_to(const std::string& line) {
    Words typed = words_in(line); // before that word
    std::string word;
    if (std::string_view(" \t\n\v\f\r").find(line.back()) == std::string_view::npos) {
        word = typed.back();
        typed.pop_back();
    }
    if (!typed.empty()) {
        typed.erase(typed.begin()); // the program
    }
    Parser parser;
    Console console;
    declare_arguments(*command_of(typed).first, parser, console);

    std::string text;
    const auto offer = [&](const std::string& whole, const std::string& meaning) {
        if (whole.starts_with(word)) {
            text += whole + (meaning.empty() ? "" : "\t" + meaning) + "\n";
        }
    };
    // Values follow the word's first `from` characters, or its last comma where several are taken.
    const auto offer_values = [&](const Values& values, std::size_t from) {
        const std::size_t comma = values.several ? word.rfind(',') : word.npos;
        const std::string head = word.substr(0, comma == word.npos ? from : comma + 1);
        for (const std::string& value : values.words) {
            offer(head + value, "");
        }
        text += values.files ? ":files\n" : "";
    };

    const std::size_t equals = word.starts_with("--") ? word.find('=') : word.npos;
    const std::string flag = equals != word.npos ? word.substr(0, equals)
                             : typed.empty()     ? ""
                                                 : typed.back();
    const std::vector<DeclaredOption>& options = parser.options();
    const auto option = std::ranges::find_if(options, [&](const DeclaredOption& each) {
        return !each.type.empty() && std::ranges::find(each.flags, flag) != each.flags.end();
    });
    if (option != options.end()) {
        offer_values(values_of(option->type), equals == word.npos ? 0 : equals + 1);
        return text;
    }
    if (typed.empty() && !word.starts_with('-')) { // the first word may be a command
        for (const Subcommand* command : commands().subspan(1)) {
            offer(command->name, command->summary);
        }
    }
    for (const DeclaredOption& each : options) {
        if (word.starts_with('-')) {
            for (const std::string& name : each.flags) {
                offer(name, each.meaning.substr(0, each.meaning.find(';')));
            }
        } else if (each.flags.empty()) {
            offer_values(values_of(each.name + "|" + each.type), 0);
        }
    }
    return text;
}

struct CompletionArguments {
    std::string shell, line;
};

ExitCode complete(const CompletionArguments& request, const Console& /*console*/) {
    if (!request.line.empty()) {
        fmt::print("{}", answer_to(request.line));
        return ExitCode::done;
    }
    for (const auto& [name, script] : shells) {
        if (request.shell == name) {
            fmt::print("{}", script);
            return ExitCode::done;
        }
    }
    throw bad_input(request.shell.empty() ? "the shell is missing"
                                          : fmt::format("no completion for '{}'", request.shell),
                    "completion",
                    "it is one of " + joined(shells, [](const auto& one) { return one.first; }));
}

void declare(Parser& parser, CompletionArguments& request) {
    parser.group("Arguments")
        .option("SHELL bash|zsh|fish", request.shell, "the shell to write for: bash, zsh or fish");
    parser.group("Output").option(
        "--line TEXT", request.line,
        "print how the last word of this line may go on: what the scripts "
        "ask for");
}

} // namespace

extern const Subcommand completion_command{
    "completion",
    "bash|zsh|fish",
    "print a script for a shell's completion of orrery's arguments",
    "Prints the script; where it goes depends on the shell. An installed orrery has all three in "
    "place.",
    "orrery completion bash > ~/.local/share/bash-completion/completions/orrery\n"
    "orrery completion zsh > ~/.zfunc/_orrery\n"
    "orrery completion fish > ~/.config/fish/completions/orrery.fish",
    declared<CompletionArguments, complete>,
};

} // namespace orrery
