#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
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
// left out, and its reason goes to `unreadable`.
std::vector<Translation> read_translations(const std::filesystem::path& folder,
                                           std::vector<std::string>* unreadable = nullptr);

} // namespace orrery
