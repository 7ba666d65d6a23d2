#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace orrery {

// The desktop's own dialogs for files, as a program that it brings: zenity or, on KDE, kdialog. It
// runs beside the window, which goes on drawing and is asked again in every frame.
class DesktopDialog {
public:
    enum class For { open, save };
    struct Answer {
        For what = For::open;
        std::optional<std::filesystem::path> file = {}; // unset: none was chosen
        bool failed = false;                            // it could not be asked for
    };

    DesktopDialog() = default;
    DesktopDialog(const DesktopDialog&) = delete;
    DesktopDialog& operator=(const DesktopDialog&) = delete;
    ~DesktopDialog(); // closes the dialog

    // The name of the program that would be asked; empty: there is none.
    static std::string program();

    // Opens the dialog, with a name or folder to begin with. False: there is none here, or one is
    // open already.
    bool ask(For what, const std::filesystem::path& proposed);
    bool asking() const { return process_ > 0; }
    // Once it is closed.
    std::optional<Answer> poll();

private:
    void read();

    For what_ = For::open;
    pid_t process_ = 0;
    int output_ = -1;
    std::string said_;
};

// What it is called with.
std::vector<std::string> dialog_arguments(const std::string& program, DesktopDialog::For what,
                                          const std::filesystem::path& proposed);

} // namespace orrery
