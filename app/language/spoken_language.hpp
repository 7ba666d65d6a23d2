#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace orrery {

// A language of the window: what stands for an English text, and how numbers are written. The one
// made by default is English, whose texts are those in the code.
class Translation {
public:
    Translation() = default;
    // Throws bad_input where the file cannot be read.
    explicit Translation(const std::filesystem::path& file);

    std::string id = "en";
    std::string name = "English";             // as it calls itself
    std::string english_name = "English";     // as English calls it
    std::string choice = "Language: English"; // in its own words: how to choose it
    std::string decimal = ".";
    std::string thousands = ",";

    // Null where nothing stands for it.
    const std::string* find(std::string_view english) const;
    const std::map<std::string, std::string, std::less<>>& texts() const { return texts_; }

private:
    std::map<std::string, std::string, std::less<>> texts_;
};

// English, and those whose file is in `folder`, in the order of their names; what cannot be read is
// left out.
std::vector<Translation> read_translations(const std::filesystem::path& folder);

// While it lives, this thread speaks a language, whose owner outlives it; null: English.
class SpokenAsWell {
public:
    explicit SpokenAsWell(const Translation* language);
    SpokenAsWell(const SpokenAsWell&) = delete;
    SpokenAsWell& operator=(const SpokenAsWell&) = delete;
    ~SpokenAsWell();

private:
    const Translation* const before_;
};

// While it lives, this thread speaks one of its languages: tr() looks there. Whoever has a window
// has one; threads that have none, and commands, speak English. All languages stay as they were
// read, so that a text which tr() gave is good as long as this is.
class SpokenLanguage {
public:
    explicit SpokenLanguage(std::vector<Translation> languages)
        : languages_(std::move(languages)) {}

    const std::vector<Translation>& languages() const { return languages_; }
    // That one from now on; English where there is none of that id.
    void speak(std::string_view id);

private:
    const std::vector<Translation> languages_;
    const SpokenAsWell english_{nullptr};
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
