#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// The dialog of Ctrl+O: a path to type, the folder to click through, the files opened of late.
class OpenDialog {
public:
    void open();

    // Drawn every frame; the file that was chosen in this one.
    std::optional<std::filesystem::path> draw(const std::vector<std::filesystem::path>& recent);

private:
    struct Entry {
        std::filesystem::path path;
        std::string name;
        std::string size; // of a file
        bool is_folder = false;
    };

    void go_to(const std::filesystem::path& folder);
    std::optional<std::filesystem::path> accept_typed();
    std::optional<std::filesystem::path> entry_list(float height);
    std::optional<std::filesystem::path>
    recent_list(const std::vector<std::filesystem::path>& recent) const;

    bool opening_ = false;
    std::string typed_;
    std::filesystem::path folder_;
    std::vector<Entry> entries_; // of folder_, read when it is entered
    std::string problem_;        // why the folder or path typed is no good
};

} // namespace orrery
