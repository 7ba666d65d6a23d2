#include "app/window/autosave.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <exception>
#include <string_view>
#include <unistd.h>

namespace orrery {

namespace fs = std::filesystem;

namespace {

constexpr double seconds_between = 60;
constexpr std::size_t max_autosaved_bodies =
    2'000'000; // more are a fifth of a gigabyte each minute
constexpr std::string_view name_start = "autosave-";

// The process in "autosave-1234.orrery"; 0: it is no such name.
int process_of(const fs::path& file) {
    const std::string name = file.stem().string();
    int process = 0;
    if (file.extension() == ".orrery" && name.starts_with(name_start)) {
        std::from_chars(name.data() + name_start.size(), name.data() + name.size(), process);
    }
    return process;
}

bool is_running(int process) {
    return process == getpid() || kill(process, 0) == 0 || errno == EPERM;
}

} // namespace

Autosave::Autosave(const std::optional<fs::path>& folder) : next_at_(seconds_between) {
    if (!folder) {
        return;
    }
    file_ = *folder / fmt::format("{}{}.orrery", name_start, getpid());
    std::error_code unreadable;
    fs::file_time_type newest{};
    for (fs::directory_iterator entry(*folder, unreadable), end; !unreadable && entry != end;
         entry.increment(unreadable)) {
        const int process = process_of(entry->path());
        std::error_code unknown;
        const fs::file_time_type time = fs::last_write_time(entry->path(), unknown);
        if (process > 0 && !is_running(process) && !unknown && (!lost_ || time > newest)) {
            lost_ = entry->path();
            newest = time;
        }
    }
}

Autosave::~Autosave() {
    finish();
    std::error_code absent;
    if (!file_.empty() && std::uncaught_exceptions() == 0) {
        fs::remove(file_, absent);
    }
}

void Autosave::act(Frame& frame) {
    AppState& app = frame.app;
    if (const auto saved = saving_.poll(); saved && saved->error) {
        app.say(saved->error->what(), true);
        file_.clear(); // once is enough said
    }
    const SimulationStatus& status = app.status;
    if (saving_.under_way() || file_.empty() || app.now < next_at_ || !status.loaded ||
        status.loading || status.count > max_autosaved_bodies) {
        return;
    }
    next_at_ = app.now + seconds_between;
    Mark mark{status.settings, app.view, status.load_serial, status.steps};
    if (mark != saved_) {
        saved_ = std::move(mark);
        save_session(saving_, file_, app);
    }
}

} // namespace orrery
