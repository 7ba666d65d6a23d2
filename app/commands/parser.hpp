#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace orrery {

// An option or a positional argument as it is declared; each call returns the option itself.
class Option {
public:
    explicit Option(CLI::Option& option) : option_(&option) {}

    Option* group(const std::string& title);    // in the help
    Option* type_name(const std::string& name); // "FILE", as the help calls the value
    Option* required();
    Option* take_all();                           // given several times, all count; else the last
    Option* allow_extra_args(bool several_words); // whether one flag is followed by several values
    Option* delimiter(char between_values);

private:
    CLI::Option* option_;
};

// An option or argument as those who describe it need it.
struct DeclaredOption {
    std::vector<std::string> flags; // "-o", "--output"; none of a positional argument
    std::string name;               // "OUT", of a positional argument
    std::string type;               // "FILE"; "" of a flag
    std::string meaning;
    std::string group;
    bool takes_all = false;
};

// What became of the words that were typed.
struct Parsed {
    enum class Wish { run, help, version };
    Wish wish = Wish::run;
    std::vector<std::string> unknown; // words that nothing was declared for, and a -- among them
    std::string mistake;              // "" or what is wrong, in CLI11's words
    bool value_is_missing = false;
};

// What commands declare their arguments on: the part of CLI11 that they use, as functions that are
// no templates. CLI11 takes seconds of every file that reads it, so one does: parser.cpp.
class Parser {
public:
    Parser();
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;
    ~Parser();

    // -h, --help, -V and --version, in a group of the help.
    void add_help_and_version(const std::string& group);

    // `names` as CLI11 reads them: "-o,--output", or "OUT" for a positional argument.
    Option* add_option(const std::string& names, std::string& value, const std::string& meaning);
    Option* add_option(const std::string& names, std::vector<std::string>& values,
                       const std::string& meaning);
    Option* add_option(const std::string& names, std::filesystem::path& value,
                       const std::string& meaning);
    Option* add_option(const std::string& names, std::optional<std::filesystem::path>& value,
                       const std::string& meaning);
    // Hands what was typed to `set`: a std::string or a std::vector<std::string>.
    template <class Typed>
    Option* add_option_function(const std::string& names,
                                const std::function<void(const Typed&)>& set,
                                const std::string& meaning);
    Option* add_flag(const std::string& names, bool& given, const std::string& meaning);
    Option* add_flag_callback(const std::string& names, const std::function<void()>& given,
                              const std::string& meaning);

    // Sets and calls what was declared; an Error of theirs passes through.
    Parsed parse(std::vector<std::string> words);

    std::vector<DeclaredOption> options() const;
    std::vector<std::string> groups() const; // as they were declared

    // One that was declared before.
    Option* get_option(const std::string& name);
    // How often it was given, once the arguments are parsed.
    std::size_t count(const std::string& name) const;

private:
    Option* declared(CLI::Option* option);

    std::unique_ptr<CLI::App> app_;
    std::deque<Option> options_;
};

} // namespace orrery
