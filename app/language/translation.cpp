#include "app/language/spoken_language.hpp"

#include "sim/base/error.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

namespace orrery {

namespace fs = std::filesystem;

Translation::Translation(const fs::path& file) : id(file.stem().string()) {
    toml::table table;
    try {
        table = toml::parse_file(file.string());
    } catch (const toml::parse_error& error) {
        std::ostringstream where;
        where << file.string() << ':' << error.source().begin.line;
        throw bad_input(std::string(error.description()), where.str(),
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

std::vector<Translation> read_translations(const fs::path& folder,
                                           std::vector<std::string>* unreadable) {
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
        } catch (const Error& error) {
            if (unreadable != nullptr) {
                unreadable->emplace_back(error.what());
            }
        }
    }
    return all;
}

} // namespace orrery
