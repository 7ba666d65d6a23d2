#pragma once

#include "app/commands/command.hpp"
#include "app/commands/parser.hpp"

#include <string>
#include <vector>

namespace orrery {

// The command line as a table: what the manual and the shells' completions are written from. Made
// from what the commands declare, as their --help is.

struct Values {
    std::vector<std::string> words; // what may be typed
    bool files = false;             // or the name of a file
    bool several = false;           // separated by commas
};

struct ArgumentRow : DeclaredOption {
    Values values;

    bool repeatable() const { return takes_all && !values.several; }
};

struct CommandRow {
    const Subcommand& facts;
    std::vector<ArgumentRow> options, positionals; // a positional one's type is its name

    bool is_window() const { return *facts.name == '\0'; }
};

// The window first.
std::vector<CommandRow> command_table();

// What a value is made of, by the words of its type: "fp32|fp64", "SCENE|FILE", "ALGORITHM,…|all".
// Words in capitals are of a list, or the user's own.
Values values_of(const std::string& type);

// For a line's comment: up to the first semicolon.
std::string first_clause(const std::string& meaning);

// Scripts that make a shell complete what is typed after `orrery`: commands, options, and the
// values that are known; files elsewhere.
std::string bash_completion(const std::vector<CommandRow>& commands);
std::string zsh_completion(const std::vector<CommandRow>& commands);
std::string fish_completion(const std::vector<CommandRow>& commands);

// The manual, section 1, in troff.
std::string man_page(const std::vector<CommandRow>& commands);

} // namespace orrery
