// The desktop's dialogs: how their programs are called, and what they answer.
#include "app/window/file_dialogs.hpp"

#include "app/language/tr.hpp"
#include "app/record/programs.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using namespace std::string_literals;

bool is_kde() {
    const char* const desktop = std::getenv("XDG_CURRENT_DESKTOP");
    return desktop != nullptr && std::string_view(desktop).find("KDE") != std::string_view::npos;
}

std::vector<std::string> dialog_arguments(const std::string& program, FileFor what,
                                          const fs::path& proposed) {
    const bool saves = what == FileFor::save;
    const std::string title = saves ? tr("Save the session") : tr("Open a snapshot or session");
    if (program == "kdialog") {
        if (saves) {
            return {program,
                    "--title",
                    title,
                    "--getsavefilename",
                    proposed.string(),
                    tr("Orrery session"s) + " (*.orrery)"};
        }
        return {program, "--title", title, "--getopenfilename", proposed.string()};
    }
    std::vector<std::string> arguments{program, "--file-selection", "--title=" + title,
                                       "--filename=" + proposed.string()};
    if (saves) {
        arguments.insert(arguments.end(),
                         {"--save", "--confirm-overwrite",
                          "--file-filter=" + tr("Orrery session"s) + " | *.orrery"});
    }
    return arguments;
}

} // namespace

// What the program says until it ends.
FileDialogs::Answer FileDialogs::answer_of(pid_t process, int output, FileFor what) {
    std::string said;
    std::array<char, 4096> bytes{};
    for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
        count = read(output, bytes.data(), bytes.size());
        said.append(bytes.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
    }
    close(output);
    constexpr int given_up = 1; // both leave with this where the user has
    const int status = wait_for_program(process);
    const bool left = WIFEXITED(status);
    Answer answer{.failed = !left || WEXITSTATUS(status) > given_up};
    said.erase(std::min(said.find('\n'), said.size()));
    if (left && WEXITSTATUS(status) == 0 && !said.empty()) {
        answer.file = said;
        if (what == FileFor::save && answer.file->extension() != ".orrery") {
            *answer.file += ".orrery";
        }
    }
    return answer;
}

FileDialogs::~FileDialogs() {
    if (asks_desktop() && !answer_.finished()) {
        kill(-process_, SIGTERM); // its group: what it started holds its output open
    }
}

std::string desktop_dialog_program() {
    std::array names{"zenity", "kdialog"};
    if (is_kde()) {
        std::swap(names[0], names[1]);
    }
    for (const char* name : names) {
        if (!find_program(name).empty()) {
            return name;
        }
    }
    return "";
}

bool FileDialogs::ask_desktop(FileFor what, const fs::path& proposed) {
    const std::string name = desktop_dialog_program();
    std::array<int, 2> ends{};
    if (name.empty() || pipe2(ends.data(), O_CLOEXEC) != 0) {
        return false;
    }
    // A folder ends in a slash, else it would be taken for a name in the one above.
    std::error_code unknown;
    fs::path place = fs::absolute(proposed, unknown).lexically_normal();
    if (fs::is_directory(place, unknown)) {
        place /= "";
    }
    const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    const int error =
        start_program(process_, dialog_arguments(name, what, place), {nothing, ends[1], nothing});
    close(nothing);
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        return false;
    }
    answer_.start(
        [process = process_, output = ends[0], what] { return answer_of(process, output, what); });
    return true;
}

} // namespace orrery
