#include "app/window/desktop_dialog.hpp"

#include "app/language/tr.hpp"
#include "app/record/find_program.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <spawn.h>
#include <string_view>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using namespace std::string_literals;

constexpr const char* ending = ".orrery";

// Both leave with this where the user has given up.
constexpr int given_up = 1;

bool is_kde() {
    const char* const desktop = std::getenv("XDG_CURRENT_DESKTOP");
    return desktop != nullptr && std::string_view(desktop).find("KDE") != std::string_view::npos;
}

// Starts the program with its output into that descriptor; 0: it cannot be started.
pid_t start(const std::vector<std::string>& arguments, int output) {
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<char*> words;
    for (const std::string& argument : arguments) {
        words.push_back(const_cast<char*>(argument.c_str())); // posix_spawnp does not change them
    }
    words.push_back(nullptr);
    pid_t process = 0;
    const int error = posix_spawnp(&process, words.front(), &files, nullptr, words.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    return error == 0 ? process : 0;
}

} // namespace

std::vector<std::string> dialog_arguments(const std::string& program, DesktopDialog::For what,
                                          const fs::path& proposed) {
    const bool saves = what == DesktopDialog::For::save;
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

DesktopDialog::~DesktopDialog() {
    if (asking()) {
        kill(process_, SIGTERM);
        waitpid(process_, nullptr, 0);
        close(output_);
    }
}

std::string DesktopDialog::program() {
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

bool DesktopDialog::ask(For what, const fs::path& proposed) {
    const std::string name = program();
    if (asking() || name.empty()) {
        return false;
    }
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        return false;
    }
    // A folder ends in a slash, else it would be taken for a name in the one above.
    std::error_code unknown;
    fs::path place = fs::absolute(proposed, unknown).lexically_normal();
    if (fs::is_directory(place, unknown)) {
        place /= "";
    }
    process_ = start(dialog_arguments(name, what, place), ends[1]);
    close(ends[1]);
    if (process_ == 0) {
        close(ends[0]);
        return false;
    }
    output_ = ends[0];
    what_ = what;
    said_.clear();
    return true;
}

void DesktopDialog::read() {
    std::array<char, 4096> bytes{};
    for (ssize_t count = 0; (count = ::read(output_, bytes.data(), bytes.size())) > 0;) {
        said_.append(bytes.data(), static_cast<std::size_t>(count));
    }
}

std::optional<DesktopDialog::Answer> DesktopDialog::poll() {
    if (!asking()) {
        return std::nullopt;
    }
    read();
    int status = 0;
    const pid_t ended = waitpid(process_, &status, WNOHANG);
    if (ended == 0 || (ended < 0 && errno == EINTR)) {
        return std::nullopt;
    }
    read(); // what it said last
    close(std::exchange(output_, -1));
    process_ = 0;
    Answer answer{.what = what_};
    const bool left = ended > 0 && WIFEXITED(status);
    answer.failed = !left || WEXITSTATUS(status) > given_up;
    said_.erase(std::find(said_.begin(), said_.end(), '\n'), said_.end());
    if (left && WEXITSTATUS(status) == 0 && !said_.empty()) {
        answer.file = said_;
        if (what_ == For::save && answer.file->extension() != ending) {
            *answer.file += ending;
        }
    }
    return answer;
}

} // namespace orrery
