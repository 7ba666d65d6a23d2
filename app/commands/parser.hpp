#pragma once

#include <cstddef>
#include <deque>
#include <filesystem>
#include <functional>
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

// What commands declare their arguments on: the part of CLI11 that they use, as functions that are
// no templates. CLI11 itself takes seconds of every file that reads it; only those that parse and
// that describe what was declared do.
class Parser {
public:
    explicit Parser(CLI::App& app) : app_(&app) {}

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

    // One that was declared before.
    Option* get_option(const std::string& name);
    // How often it was given, once the arguments are parsed.
    std::size_t count(const std::string& name) const;

private:
    Option* declared(CLI::Option* option);

    CLI::App* app_;
    std::deque<Option> options_;
};

} // namespace orrery
