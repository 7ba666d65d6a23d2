#include "app/commands/parser.hpp"

#include "sim/base/error.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace orrery {
namespace {

DeclaredOption described(const CLI::Option& option) {
    DeclaredOption result;
    for (const std::string& name : option.get_snames()) {
        result.flags.push_back("-" + name);
    }
    for (const std::string& name : option.get_lnames()) {
        result.flags.push_back("--" + name);
    }
    if (!option.nonpositional()) {
        result.name = option.get_name(true);
    }
    if (option.get_expected_max() != 0) {
        result.type = option.get_type_name();
    }
    result.meaning = option.get_description();
    result.group = option.get_group();
    result.takes_all = option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
    return result;
}

// An empty word is a variable of a script that was never set.
void require_values(const std::vector<std::string>& words) {
    bool options = true; // until a -- ends them
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool of_option = options && i > 0 && words[i - 1].starts_with('-');
        if (word.empty()) {
            throw bad_input("the value is empty", of_option ? words[i - 1] : "",
                            "give it one, or leave it out");
        }
        if (options && word.starts_with("--") && word.ends_with('=')) {
            throw bad_input("the value is empty", word.substr(0, word.size() - 1),
                            "give it one, or leave it out");
        }
        options = options && word != "--";
    }
}

} // namespace

Option* Option::group(const std::string& title) {
    option_->group(title);
    return this;
}

Option* Option::type_name(const std::string& name) {
    option_->type_name(name);
    return this;
}

Option* Option::required() {
    option_->required();
    return this;
}

Option* Option::take_all() {
    option_->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    return this;
}

Option* Option::allow_extra_args(bool several_words) {
    option_->allow_extra_args(several_words);
    return this;
}

Option* Option::delimiter(char between_values) {
    option_->delimiter(between_values);
    return this;
}

Parser::Parser() : app_(std::make_unique<CLI::App>()) {
    app_->set_help_flag();
    app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    app_->allow_extras();
}

Parser::~Parser() = default;

void Parser::add_help_and_version(const std::string& group) {
    app_->set_help_flag("-h,--help", "show this page")->group(group);
    app_->set_version_flag("-V,--version", "", "print version, commit and the folder of shaders")
        ->group(group);
}

Parsed Parser::parse(std::vector<std::string> words) {
    require_values(words);
    Parsed parsed;
    try {
        std::reverse(words.begin(), words.end()); // CLI11 takes them from the back
        app_->parse(words);
    } catch (const CLI::CallForHelp&) {
        parsed.wish = Parsed::Wish::help;
    } catch (const CLI::CallForVersion&) {
        parsed.wish = Parsed::Wish::version;
    } catch (const CLI::ParseError& error) {
        parsed.mistake = error.what();
        parsed.value_is_missing = dynamic_cast<const CLI::ArgumentMismatch*>(&error) != nullptr;
    }
    parsed.unknown = app_->remaining();
    return parsed;
}

std::vector<DeclaredOption> Parser::options() const {
    std::vector<DeclaredOption> all;
    for (const CLI::Option* option : static_cast<const CLI::App&>(*app_).get_options()) {
        all.push_back(described(*option));
    }
    return all;
}

std::vector<std::string> Parser::groups() const {
    return app_->get_groups();
}

Option* Parser::add_option(const std::string& names, std::string& value,
                           const std::string& meaning) {
    return declared(app_->add_option(names, value, meaning));
}

Option* Parser::add_option(const std::string& names, std::vector<std::string>& values,
                           const std::string& meaning) {
    return declared(app_->add_option(names, values, meaning));
}

Option* Parser::add_option(const std::string& names, std::filesystem::path& value,
                           const std::string& meaning) {
    return declared(app_->add_option(names, value, meaning));
}

Option* Parser::add_option(const std::string& names, std::optional<std::filesystem::path>& value,
                           const std::string& meaning) {
    return declared(app_->add_option(names, value, meaning));
}

template <class Typed>
Option* Parser::add_option_function(const std::string& names,
                                    const std::function<void(const Typed&)>& set,
                                    const std::string& meaning) {
    return declared(app_->add_option_function<Typed>(names, set, meaning));
}
template Option* Parser::add_option_function(const std::string& names,
                                             const std::function<void(const std::string&)>& set,
                                             const std::string& meaning);
template Option*
Parser::add_option_function(const std::string& names,
                            const std::function<void(const std::vector<std::string>&)>& set,
                            const std::string& meaning);

Option* Parser::add_flag(const std::string& names, bool& given, const std::string& meaning) {
    return declared(app_->add_flag(names, given, meaning));
}

Option* Parser::add_flag_callback(const std::string& names, const std::function<void()>& given,
                                  const std::string& meaning) {
    return declared(app_->add_flag_callback(names, given, meaning));
}

Option* Parser::get_option(const std::string& name) {
    return declared(app_->get_option(name));
}

std::size_t Parser::count(const std::string& name) const {
    return app_->count(name);
}

Option* Parser::declared(CLI::Option* option) {
    return &options_.emplace_back(*option);
}

} // namespace orrery
