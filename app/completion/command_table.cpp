#include "app/completion/command_table.hpp"

#include "app/command_line.hpp"
#include "app/commands/listing.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace orrery {
namespace {

// "isa=avx2", "theta=": what --option takes.
std::vector<std::string> keys_and_values() {
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

bool is_literal(const std::string& word) {
    constexpr std::string_view letters = "abcdefghijklmnopqrstuvwxyz0123456789._-";
    return !word.empty() && word.find_first_not_of(letters) == std::string::npos;
}

void add_word(Values& values, const std::string& word) {
    constexpr std::array<std::pair<const char*, const char*>, 6> lists{
        {{"SCENE", "scenes"},
         {"ALGORITHM", "algorithms"},
         {"SHARING", "sharing"},
         {"INTEGRATOR", "integrators"},
         {"COLOUR-MAP", "colour-maps"},
         {"COMMAND", "commands"}}};
    for (const auto& [name, list] : lists) {
        if (word == name) {
            std::ranges::copy(find_listing(list).ids(), std::back_inserter(values.words));
        }
    }
    if (word == "FILE" || word == "IN" || word == "OUT") {
        values.files = true;
    } else if (word == "KEY=VALUE") {
        std::ranges::copy(keys_and_values(), std::back_inserter(values.words));
    } else if (is_literal(word)) {
        values.words.push_back(word);
    }
}

ArgumentRow row(const DeclaredOption& option) {
    ArgumentRow result{option, {}};
    if (!option.name.empty()) {
        result.type = option.name;
        result.values = values_of(option.name + "|" + option.type);
    } else if (!option.type.empty()) {
        result.values = values_of(option.type);
    }
    return result;
}

CommandRow row(const Subcommand& command) {
    Parser parser;
    Console console;
    declare_arguments(command, parser, console);
    CommandRow result{command, {}, {}};
    for (const DeclaredOption& option : parser.options()) {
        (option.name.empty() ? result.options : result.positionals).push_back(row(option));
    }
    return result;
}

} // namespace

std::vector<CommandRow> command_table() {
    std::vector<CommandRow> rows;
    for (const Subcommand* command : commands()) {
        rows.push_back(row(*command));
    }
    return rows;
}

Values values_of(const std::string& type) {
    constexpr std::string_view more = ",…";
    Values values;
    for (std::string word : split(type, '|')) {
        if (word.ends_with(more)) {
            word.resize(word.size() - more.size());
            values.several = true;
        }
        add_word(values, word);
    }
    return values;
}

std::string first_clause(const std::string& meaning) {
    return meaning.substr(0, meaning.find(';'));
}

} // namespace orrery
