#include "app/commands/parser.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

// An empty word is a variable of a script that was never set.
void require_values(const std::vector<std::string>& words) {
    bool options = true; // until a -- ends them
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        const bool of_option = options && i > 0 && words[i - 1].starts_with('-');
        if (word.empty()) {
            throw bad_input(of_option ? "the value is empty" : "an argument is empty",
                            of_option ? words[i - 1] : "", "give it one, or leave it out");
        }
        if (options && word.starts_with("--") && word.ends_with('=')) {
            throw bad_input("the value is empty", word.substr(0, word.size() - 1),
                            "give it one, or leave it out");
        }
        options = options && word != "--";
    }
}

// The first long name in "-o,--output", or the only name.
std::string long_name(const std::string& form) {
    const std::vector<std::string_view> names = split(form);
    const auto found =
        std::ranges::find_if(names, [](std::string_view name) { return name.starts_with("--"); });
    return std::string(found == names.end() ? names.front() : *found);
}

void require_within(double number, const std::string& text, const std::string& flag, double least,
                    double most) {
    if (number < least || number > most) {
        throw bad_input(text + " is out of range", flag,
                        fmt::format("the range is {} to {}", least, most));
    }
}

TakeAll each(Take take) {
    return
        [take = std::move(take)](const std::vector<std::string>& words, const std::string& flag) {
            for (const std::string& word : words) {
                take(word, flag);
            }
        };
}

} // namespace

double parse_positive(const std::string& text, const std::string& flag) {
    const double number = parse_number(text, flag);
    if (number <= 0) {
        throw bad_input("'" + text + "' is not positive", flag, "");
    }
    return number;
}

double parse_not_negative(const std::string& text, const std::string& flag) {
    const double number = parse_number(text, flag);
    if (number < 0) {
        throw bad_input("'" + text + "' is negative", flag, "");
    }
    return number;
}

std::function<double(const std::string&, const std::string&)> number_within(double least,
                                                                            double most) {
    return [=](const std::string& text, const std::string& flag) {
        const double number = parse_number(text, flag);
        require_within(number, text, flag, least, most);
        return number;
    };
}

std::function<int(const std::string&, const std::string&)> count_within(const char* noun, int least,
                                                                        int most) {
    return [=](const std::string& text, const std::string& flag) {
        const std::size_t count = parse_number_of(noun, text, flag);
        require_within(static_cast<double>(count), text, flag, least, most);
        return static_cast<int>(count);
    };
}

Parser::Parser() : app_(std::make_unique<CLI::App>()) {
    app_->set_help_flag();
    app_->option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    app_->allow_extras();
}

Parser::~Parser() = default;

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

std::vector<std::string> Parser::groups() const {
    return app_->get_groups();
}

Parser& Parser::group(const std::string& title) {
    group_ = title;
    return *this;
}

Parser& Parser::add(const std::string& form, TakeAll take, bool all_count,
                    const std::string& meaning) {
    const std::size_t space = form.find(' ');
    const std::string names = form.substr(0, space);
    const auto own = [take = std::move(take), flag = long_name(names)](
                         const std::vector<std::string>& words) { take(words, flag); };
    CLI::Option* const option =
        all_count ? app_->add_option_function<std::vector<std::string>>(names, own, meaning)
                        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
                        ->allow_extra_args(false)
                  : app_->add_option_function<std::string>(
                        names, [own](const std::string& word) { own({word}); }, meaning);
    option->group(group_);
    return remember(names, space == std::string::npos ? "" : form.substr(space + 1), meaning);
}

Parser& Parser::remember(const std::string& names, const std::string& type,
                         const std::string& meaning) {
    DeclaredOption option{{}, "", type, meaning, group_};
    for (const std::string_view name : split(names)) {
        const std::size_t dash = name.find('-'); // behind the ! of "!--no-dust"
        if (dash <= 1) {
            option.flags.emplace_back(name.substr(dash));
        } else {
            option.name = name;
        }
    }
    options_.push_back(std::move(option));
    return *this;
}

Parser& Parser::option(const std::string& form, Take take, const std::string& meaning) {
    return add(form, each(std::move(take)), false, meaning);
}

Parser& Parser::repeated(const std::string& form, Take take, const std::string& meaning) {
    return add(form, each(std::move(take)), true, meaning);
}

Parser& Parser::list(const std::string& form, TakeAll take, const std::string& meaning) {
    return add(
        form,
        [take = std::move(take)](const std::vector<std::string>& typed, const std::string& flag) {
            std::vector<std::string> words;
            for (const std::string& text : typed) {
                for (const std::string_view word : split(text)) {
                    if (word.empty()) {
                        throw bad_input("'" + text + "' has an empty item", flag, "");
                    }
                    words.emplace_back(word);
                }
            }
            take(words, flag);
        },
        true, meaning);
}

Parser& Parser::list(const std::string& form, std::vector<std::string>& words,
                     const std::string& meaning) {
    return list(form, all_into(words, [](const std::string& word, auto&&) { return word; }),
                meaning);
}

Parser& Parser::flag(const std::string& names, bool& given, const std::string& meaning) {
    app_->add_flag(names, given, meaning)->group(group_);
    return remember(names, "", meaning);
}

Parser& Parser::flag(const std::string& names, const std::function<void()>& given,
                     const std::string& meaning) {
    app_->add_flag_callback(names, given, meaning)->group(group_);
    return remember(names, "", meaning);
}

Parser& Parser::help_and_version() {
    const char* const help = "show this page";
    const char* const version = "print version, commit and the folder of shaders";
    app_->set_help_flag("-h,--help", help)->group(group_);
    app_->set_version_flag("-V,--version", "", version)->group(group_);
    return remember("-h,--help", "", help).remember("-V,--version", "", version);
}

void Parser::require(const std::string& name) {
    app_->get_option(name)->required();
}

std::size_t Parser::count(const std::string& name) const {
    return app_->count(name);
}

} // namespace orrery
