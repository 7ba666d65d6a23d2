// Saves the session every minute beside the frames, where something has changed, into a file that
// goes with a proper end. One that is left tells the next start that there was none.
#include "app/features/features.hpp"
#include "app/window/state_sharing.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <csignal>
#include <exception>
#include <string_view>
#include <unistd.h>
#include <utility>

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

// The newest that a run has left that is no more.
std::optional<fs::path> left_in(const fs::path& folder) {
    std::optional<fs::path> left;
    std::error_code unreadable;
    fs::file_time_type newest{};
    for (fs::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end;
         entry.increment(unreadable)) {
        const int process = process_of(entry->path());
        std::error_code unknown;
        const fs::file_time_type time = fs::last_write_time(entry->path(), unknown);
        if (process > 0 && !is_running(process) && !unknown && (!left || time > newest)) {
            left = entry->path();
            newest = time;
        }
    }
    return left;
}

class Autosave : public Feature {
public:
    explicit Autosave(const FeatureContext& context) {
        if (context.autosaves) {
            file_ = *context.autosaves / fmt::format("{}{}.orrery", name_start, getpid());
            lost_ = left_in(*context.autosaves);
        }
    }
    // Removes what was saved, unless an exception ends the run.
    ~Autosave() override {
        saving_.finish();
        std::error_code absent;
        if (!file_.empty() && std::uncaught_exceptions() == 0) {
            fs::remove(file_, absent);
        }
    }

    void update(Frame& frame) override {
        if (lost_) {
            frame.app.lost_session = std::exchange(lost_, std::nullopt);
            frame.app.offer_tours = false;
        }
    }

    void act(Frame& frame) override {
        AppState& app = frame.app;
        if (saving_.finished() && attempt(app, [&] { saving_.take(); })) {
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
    FrameDemand demand(const AppState&) const override {
        return background_if(saving_.under_way());
    }

private:
    // What was saved last: the same again is not.
    struct Mark {
        Settings settings;
        Look look;
        std::uint64_t load = 0, steps = 0;
        bool operator==(const Mark&) const = default;
    };

    fs::path file_; // empty: none is written
    std::optional<fs::path> lost_;
    Mark saved_;
    double next_at_ = seconds_between;
    Job<fs::path> saving_;
};

} // namespace

FeatureEntry autosave_feature() {
    return feature<Autosave>();
}

} // namespace orrery
