#pragma once

#include "app/window/folder_list.hpp"

#include <filesystem>
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
    std::optional<std::filesystem::path> accept_typed();
    std::optional<std::filesystem::path>
    recent_list(const std::vector<std::filesystem::path>& recent) const;

    bool opening_ = false;
    std::string typed_;
    FolderList list_;
};

} // namespace orrery
