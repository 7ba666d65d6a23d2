#pragma once

#include "app/commands/command.hpp"
#include "sim/base/words.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace CLI {
class App;
} // namespace CLI

namespace orrery {

// An option or argument, as the help and completions describe it.
struct DeclaredOption {
    std::vector<std::string> flags; // "-o", "--output"; none of a positional argument
    std::string name;               // "OUT", of a positional argument
    std::string type;               // "FILE"; "" of a flag
    std::string meaning;
    std::string group;
};

// What became of the words that were typed.
struct Parsed {
    enum class Wish { run, help, version };
    Wish wish = Wish::run;
    std::vector<std::string> unknown; // words that nothing was declared for, and a -- among them
    std::string mistake;              // "" or what is wrong, in CLI11's words
    bool value_is_missing = false;
};

// Takes a word as it is typed for an option, `flag`, which an Error names.
using Take = std::function<void(const std::string& word, const std::string& flag)>;
using TakeAll = std::function<void(const std::vector<std::string>& words, const std::string& flag)>;

// Puts into `to` what parse(word, flag) gives: Parser::option("--dt TIME", into(dt, parse_number),
// …).
template <class To, class Parse>
Take into(To& to, Parse parse) {
    return
        [&to, parse](const std::string& word, const std::string& flag) { to = parse(word, flag); };
}
template <class To, class Parse>
TakeAll all_into(std::vector<To>& to, Parse parse) {
    return [&to, parse](const std::vector<std::string>& words, const std::string& flag) {
        to.clear();
        for (const std::string& word : words) {
            to.push_back(parse(word, flag));
        }
    };
}

// Numbers with limits, for `into`; beside those of sim/base/words.hpp. They throw bad_input,
// naming the flag.
double parse_positive(const std::string& text, const std::string& flag);
double parse_not_negative(const std::string& text, const std::string& flag);
std::function<double(const std::string& text, const std::string& flag)> number_within(double least,
                                                                                      double most);
// A whole number of `noun`.
std::function<int(const std::string& text, const std::string& flag)>
count_within(const char* noun, int least, int most = 1'000'000'000);

// Commands declare their arguments on it. CLI11 takes seconds of every file that reads it, so one
// does: parser.cpp.
//
// An option's `form` is its names and what the help calls its value: "-o,--output FILE". A form
// without dashes is a positional argument: "OUT".
class Parser {
public:
    Parser();
    Parser(const Parser&) = delete;
    Parser& operator=(const Parser&) = delete;
    ~Parser();

    // The group of the help that all belongs to which is declared from now on.
    Parser& group(const std::string& title);
    // Given several times, the last one counts.
    Parser& option(const std::string& form, Take take, const std::string& meaning);
    template <class Text>
    requires std::is_assignable_v<Text&, const std::string&> Parser&
    option(const std::string& form, Text& value, const std::string& meaning) {
        return option(form, into(value, [](const std::string& word, auto&&) { return word; }),
                      meaning);
    }
    // Given several times, each one counts.
    Parser& repeated(const std::string& form, Take take, const std::string& meaning);
    // The same, and each may be several words with commas between them. Throws bad_input for an
    // empty one among them.
    Parser& list(const std::string& form, TakeAll take, const std::string& meaning);
    Parser& list(const std::string& form, std::vector<std::string>& words,
                 const std::string& meaning);
    Parser& flag(const std::string& names, bool& given, const std::string& meaning);
    Parser& flag(const std::string& names, const std::function<void()>& given,
                 const std::string& meaning);
    // -h, --help, -V and --version.
    Parser& help_and_version();

    // Makes one that was declared before obligatory.
    void require(const std::string& name);

    // Sets and calls what was declared; an Error of theirs passes through.
    Parsed parse(std::vector<std::string> words);
    // How often it was given, once the arguments are parsed.
    std::size_t count(const std::string& name) const;

    // As they were declared.
    const std::vector<DeclaredOption>& options() const { return options_; }
    std::vector<std::string> groups() const;

private:
    Parser& add(const std::string& form, TakeAll take, bool all_count, const std::string& meaning);

    Parser& remember(const std::string& names, const std::string& type, const std::string& meaning);

    std::unique_ptr<CLI::App> app_;
    std::vector<DeclaredOption> options_;
    std::string group_;
};

} // namespace orrery
