#include "app/language/spoken_language.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <utility>

namespace orrery {
namespace {

// As ImGui's current context is: set and put back by its owner, and of one thread.
thread_local const Translation* current = nullptr;

bool same_letters(std::string_view one, std::string_view other) {
    return std::equal(
        one.begin(), one.end(), other.begin(), other.end(),
        [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); });
}

} // namespace

SpokenLanguage::SpokenLanguage(std::vector<Translation> languages)
    : languages_(std::move(languages)), before_(current) {
    current = nullptr;
}

SpokenLanguage::~SpokenLanguage() {
    current = before_;
}

SpokenAsWell::SpokenAsWell(const Translation* language) : before_(current) {
    current = language;
}

SpokenAsWell::~SpokenAsWell() {
    current = before_;
}

void SpokenLanguage::speak(std::string_view id) {
    const auto found = std::find_if(languages_.begin(), languages_.end(),
                                    [&](const Translation& each) { return each.id == id; });
    current = found == languages_.end() ? nullptr : &*found;
}

const Translation* spoken() {
    return current;
}

const Translation* find_language(const std::vector<Translation>& languages, std::string_view name) {
    const auto found =
        std::find_if(languages.begin(), languages.end(), [&](const Translation& each) {
            return same_letters(each.id, name) || same_letters(each.name, name) ||
                   same_letters(each.english_name, name);
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

} // namespace orrery
