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

// Asks for a file, one at a time: by the desktop's dialog, a program that runs beside the window,
// or by ours: a path to type and, to open, recent files.
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

    // False: there is no such dialog here.
    bool ask_desktop();
    static Answer answer_of(pid_t process, int output, FileFor what);
    bool saves() const { return asked_.what == FileFor::save; }
    void open_own();
    // To save to a file that is there, it is chosen twice.
    std::optional<std::filesystem::path> accept_typed();
    std::optional<std::filesystem::path> draw_own(const std::vector<std::filesystem::path>& recent);

    ChosenFile asked_; // with what is proposed
    pid_t process_ = 0;
    Job<Answer> answer_;
    // Ours.
    bool opening_ = false;
    bool typing_ = false; // the name is to be typed, or typed again
    std::string typed_;
    std::string problem_;             // why what was typed is no good
    std::filesystem::path warned_of_; // that is there already
};

} // namespace orrery
