#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// The files and folders of a folder, to click through: what dialogs for files have in common.
class FolderList {
public:
    // `ending`: of the files that are listed; empty: of all.
    explicit FolderList(std::string ending = "") : ending_(std::move(ending)) {}

    // The folder that was shown last, or the working one; read anew.
    void refresh();
    // A folder that cannot be read leaves the list as it was.
    void go_to(const std::filesystem::path& folder);

    // Draws it, `height` high; the file that was clicked in this frame. Folders are entered.
    std::optional<std::filesystem::path> draw(float height);

    const std::filesystem::path& folder() const { return folder_; }

    // Why the folder, or what was typed, is no good; drawn by `draw_problem`.
    void complain(std::string problem) { problem_ = std::move(problem); }
    void draw_problem() const;

private:
    struct Entry {
        std::filesystem::path path;
        std::string name;
        std::string size; // of a file
        bool is_folder = false;
    };

    std::string ending_;
    std::filesystem::path folder_;
    std::vector<Entry> entries_; // of folder_, read when it is entered
    std::string problem_;
};

// Begins a dialog in the middle of the window, as large as that allows; false where it is closed.
bool begin_file_dialog(const char* title, bool opening);
// How high a list in it may be.
float file_list_height();

} // namespace orrery
