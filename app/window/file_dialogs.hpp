#pragma once

#include "app/job.hpp"

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace orrery {

struct AppState;

// What a file is asked for, and which was chosen.
enum class FileFor { open, save };
struct ChosenFile {
    FileFor what = FileFor::open;
    std::filesystem::path file;
};

// The name of the program that would be asked: zenity or, on KDE, kdialog; empty: there is none.
std::string desktop_dialog_program();

// Our own, to open or to save: a path to type, the folder to click through and, to open, the files
// opened of late.
class FileDialog {
public:
    explicit FileDialog(FileFor what) : what_(what) {}

    // `proposed`: the name to begin with.
    void open(const std::filesystem::path& proposed);
    // Drawn every frame; the file that was chosen in this one. To save to one that is there, it is
    // chosen twice.
    std::optional<std::filesystem::path> draw(const std::vector<std::filesystem::path>& recent);

private:
    struct Entry {
        std::filesystem::path path;
        std::string name;
        std::string size; // of a file
        bool is_folder = false;
    };

    bool begin(bool appearing) const;
    // A folder that cannot be read leaves the list as it was.
    void go_to(const std::filesystem::path& folder);
    std::optional<std::filesystem::path> accept_typed();
    std::optional<std::filesystem::path> draw_folder();

    const FileFor what_;
    bool opening_ = false;
    bool asking_ = false; // the name is to be typed, or typed again
    std::string typed_;
    std::filesystem::path folder_;    // that was shown last
    std::vector<Entry> entries_;      // of it, read when it is entered
    std::string problem_;             // why the folder, or what was typed, is no good
    std::filesystem::path warned_of_; // that is there already
};

// Asks for files: by the desktop's dialog, a program that runs beside the window, or else by ours.
class FileDialogs {
public:
    FileDialogs() = default;
    FileDialogs(const FileDialogs&) = delete;
    FileDialogs& operator=(const FileDialogs&) = delete;
    ~FileDialogs(); // closes the desktop's

    // `proposed`: the name or folder to begin with.
    void ask(FileFor what, const std::filesystem::path& proposed, bool by_desktop);
    // Drawn every frame; what was chosen in this one.
    std::optional<ChosenFile> draw(AppState& app);
    bool asks_desktop() const { return answer_.under_way(); }

private:
    struct Answer {                                     // of the desktop
        std::optional<std::filesystem::path> file = {}; // unset: none was chosen
        bool failed = false;                            // it could not be asked for
    };

    FileDialog& own(FileFor what) { return what == FileFor::save ? save_ : open_; }
    // False: there is no such dialog here.
    bool ask_desktop(FileFor what, const std::filesystem::path& proposed);
    static Answer answer_of(pid_t process, int output, FileFor what);

    FileDialog open_{FileFor::open}, save_{FileFor::save};
    ChosenFile asked_; // of the desktop, with what is proposed
    pid_t process_ = 0;
    Job<Answer> answer_;
};

} // namespace orrery
