#include "app/language/spoken_language.hpp"

#include "app/language/tr.hpp"
#include "sim/base/error.hpp"

#include <fmt/format.h>
#include <toml++/toml.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

// As ImGui's current context is: set and put back by its owner, and of one thread.
thread_local const Translation* current = nullptr;

constexpr int reward_of_word_begin = 3;

// Also of a letter that takes several bytes.
bool is_of_word(char byte) {
    const auto value = static_cast<unsigned char>(byte);
    return value >= 0x80 || std::isalnum(value) != 0;
}

const std::string* translated(std::string_view english) {
    return spoken() == nullptr ? nullptr : spoken()->find(english);
}

bool begins_word(std::string_view label, std::size_t at) {
    return at == 0 || !is_of_word(label[at - 1]);
}

} // namespace

Translation::Translation(const fs::path& file) : id(file.stem().string()) {
    toml::table table;
    try {
        table = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        throw bad_input(std::string(error.description()),
                        file.string() + ":" + std::to_string(error.source().begin.line),
                        "see docs/languages.md for its format");
    }
    const toml::node_view<toml::node> about = table["language"];
    name = about["name"].value_or(id);
    english_name = about["english_name"].value_or(name);
    choice = about["choice"].value_or(name);
    decimal = about["decimal"].value_or(std::string("."));
    thousands = about["thousands"].value_or(std::string(","));
    if (const toml::table* const texts = table["texts"].as_table()) {
        for (const auto& [english, text] : *texts) {
            if (const auto words = text.value<std::string>(); words && !words->empty()) {
                texts_.emplace(english.str(), *words);
            }
        }
    }
}

const std::string* Translation::find(std::string_view english) const {
    const auto found = texts_.find(english);
    return found == texts_.end() ? nullptr : &found->second;
}

std::vector<Translation> read_translations(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code absent; // then there is English alone
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, absent)) {
        if (entry.path().extension() == ".toml") {
            files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<Translation> all(1);
    for (const fs::path& file : files) {
        try {
            all.emplace_back(file);
        } catch (const Error&) {
            continue; // script/texts tells why
        }
    }
    return all;
}

SpokenAsWell::SpokenAsWell(const Translation* language) : before_(current) {
    current = language;
}

SpokenAsWell::~SpokenAsWell() {
    current = before_;
}

void SpokenLanguage::speak(std::string_view id) {
    const auto found = std::ranges::find(languages_, id, &Translation::id);
    current = found == languages_.end() ? nullptr : &*found;
}

const Translation* spoken() {
    return current;
}

const Translation* find_language(const std::vector<Translation>& languages, std::string_view name) {
    const std::string wanted = lower_case(name);
    const auto found = std::ranges::find_if(languages, [&](const Translation& each) {
        return lower_case(each.id) == wanted || lower_case(each.name) == wanted ||
               lower_case(each.english_name) == wanted;
    });
    return found == languages.end() ? nullptr : &*found;
}

std::string language_of_environment(const std::vector<Translation>& languages) {
    for (const char* const variable : {"LC_ALL", "LC_MESSAGES", "LANG"}) {
        const char* const value = std::getenv(variable);
        if (value == nullptr || *value == '\0') {
            continue;
        }
        const std::string locale = value; // "de_AT.UTF-8"
        const Translation* const found =
            find_language(languages, locale.substr(0, locale.find_first_of("_.@")));
        return found == nullptr ? "en" : found->id;
    }
    return "en";
}

std::string lower_case(std::string_view text) {
    std::string small(text);
    char before = 0;
    for (char& letter : small) {
        const auto byte = static_cast<unsigned char>(letter);
        // UTF-8 writes À to Þ as 0xC3 and 0x80 to 0x9E, but for ×; their small ones lie 0x20 on.
        const bool marked = before == '\xC3' && byte >= 0x80 && byte <= 0x9E && byte != 0x97;
        before = letter;
        if (marked || (letter >= 'A' && letter <= 'Z')) {
            letter = static_cast<char>(byte + 0x20);
        }
    }
    return small;
}

std::optional<int> fuzzy_fit(std::string_view typed, std::string_view label) {
    const std::string wanted = lower_case(typed);
    const std::string small = lower_case(label);
    int score = 0;
    std::size_t at = 0;
    std::size_t last = 0;
    for (const char c : wanted) {
        const std::size_t from = at;
        while (at < small.size() && small[at] != c) {
            ++at;
        }
        if (at == small.size()) {
            return std::nullopt;
        }
        score += static_cast<int>(at - from) - (begins_word(small, at) ? reward_of_word_begin : 0);
        last = at++;
    }
    return score + static_cast<int>(last) / 4;
}

const char* tr(const char* english) {
    const std::string* const text = translated(english);
    return text == nullptr ? english : text->c_str();
}

std::string tr(const std::string& english) {
    const std::string* const text = translated(english);
    return text == nullptr ? english : *text;
}

std::string tr_name(const std::string& english) {
    const std::size_t number = english.find_last_not_of("0123456789") + 1;
    if (number < 2 || english[number - 1] != ' ') {
        return tr(english);
    }
    return tr(english.substr(0, number - 1)) + english.substr(number - 1);
}

std::string tr_id(std::string_view english) {
    // The part from "##" on is not shown; it distinguishes widgets of one label.
    const std::string_view label = english.substr(0, english.find("##"));
    const std::string* const text = translated(label);
    return text == nullptr ? std::string(english) : *text + "###" + std::string(english);
}

std::string format_translated(fmt::string_view english, fmt::format_args arguments) {
    if (const std::string* const text = translated({english.data(), english.size()})) {
        try {
            return fmt::vformat(*text, arguments);
        } catch (const fmt::format_error&) {
            // A translator's slip, which a test finds; it is no reason to say nothing.
        }
    }
    return fmt::vformat(english, arguments);
}

std::string with_decimal_mark(std::string number) {
    const std::size_t point = number.find('.');
    if (spoken() != nullptr && point != std::string::npos) {
        number.replace(point, 1, spoken()->decimal);
    }
    return number;
}

std::string_view thousands_mark() {
    return spoken() == nullptr ? "," : std::string_view(spoken()->thousands);
}

} // namespace orrery
