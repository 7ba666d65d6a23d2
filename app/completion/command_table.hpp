#pragma once

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

struct ArgumentRow {
    std::vector<std::string> flags; // "-o", "--output"; empty: known by its place
    std::string type;               // "FILE"; empty: a flag without a value
    std::string meaning;
    std::string group; // "Output"
    Values values;
    bool repeatable = false;
};

struct CommandRow {
    std::string name; // empty: the window
    std::string usage, summary, description, examples;
    std::vector<ArgumentRow> options;
    std::vector<ArgumentRow> positionals;
};

// The window first.
std::vector<CommandRow> command_table();

// What a value is made of, by the words of its type: "fp32|fp64", "SCENE|FILE", "ALGORITHM,…|all".
// Words in capitals are of a list, or the user's own.
Values values_of(const std::string& type);

// For a line's comment: up to the first semicolon.
std::string first_clause(const std::string& meaning);

} // namespace orrery
