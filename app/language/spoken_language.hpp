#pragma once

#include "app/language/translation.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace orrery {

// While it lives, this thread speaks one of its languages: tr() looks there. Whoever has a window
// has one; threads that have none, and commands, speak English. All languages stay as they were
// read, so that a text which tr() gave is good as long as this is.
class SpokenLanguage {
public:
    explicit SpokenLanguage(std::vector<Translation> languages);
    SpokenLanguage(const SpokenLanguage&) = delete;
    SpokenLanguage& operator=(const SpokenLanguage&) = delete;
    ~SpokenLanguage();

    const std::vector<Translation>& languages() const { return languages_; }
    // That one from now on; English where there is none of that id.
    void speak(std::string_view id);

private:
    const std::vector<Translation> languages_;
    const Translation* const before_;
};

// While it lives, this thread speaks what another one does, whose languages outlive it.
class SpokenAsWell {
public:
    explicit SpokenAsWell(const Translation* language);
    SpokenAsWell(const SpokenAsWell&) = delete;
    SpokenAsWell& operator=(const SpokenAsWell&) = delete;
    ~SpokenAsWell();

private:
    const Translation* const before_;
};

// What the thread speaks; null: English.
const Translation* spoken();

// The language of that id or name, in English or its own, in letters of any case; null: there is
// none.
const Translation* find_language(const std::vector<Translation>& languages, std::string_view name);

// The id of the language that LC_ALL, LC_MESSAGES or LANG asks for, the first of them that is set;
// "en" where there is none of it.
std::string language_of_environment(const std::vector<Translation>& languages);

// The text with small letters for capital ones, also those of western Europe with marks: "öffnen".
std::string lower_case(std::string_view text);

// How well typed letters fit a label; smaller is better, nullopt is not at all. They fit when the
// label has them in this order, small or capital; best where they begin words, stand close together
// and early.
std::optional<int> fuzzy_fit(std::string_view typed, std::string_view label);

} // namespace orrery
