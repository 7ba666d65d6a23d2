#pragma once

#include "app/window/folder_list.hpp"

#include <filesystem>
#include <optional>
#include <string>

namespace orrery {

// The dialog of Ctrl+S: a name to type, the folder to click through.
class SaveDialog {
public:
    // `proposed`: the name to begin with.
    void open(const std::filesystem::path& proposed);

    // Drawn every frame; the file to save to, where it was chosen in this one. One that is there is
    // taken when it is chosen twice.
    std::optional<std::filesystem::path> draw();

private:
    std::optional<std::filesystem::path> accept_typed();

    bool opening_ = false;
    bool asking_ = false; // the name is to be typed, or typed again
    std::string typed_;
    FolderList list_{".orrery"};
    std::filesystem::path warned_of_; // that is there already
};

} // namespace orrery
