// Opens files, and saves sessions, on a thread of their own: with millions of bodies they are
// hundreds of megabytes, and the picture goes on meanwhile. One at a time of each; a new one waits
// for the one before it.
#include "app/features/features.hpp"
#include "app/features/sharing/sharing.hpp"
#include "app/language/tr.hpp"
#include "app/state/shown_state.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/file_dialogs.hpp"
#include "app/window/user_files.hpp"
#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/snapshots/session.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <exception>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

// What a session says.
struct Opened {
    fs::path file;
    std::optional<Settings> settings = {}; // unset: it cannot be read, or not be taken
    Look look = {};
    // On what had to be replaced, and why the settings cannot be taken, which is an error.
    std::vector<std::pair<std::string, bool>> notes = {};
};

// The settings and the look of a session; what it does not say stays as in `before`. The bodies
// come by the settings' source, as from any file.
Opened opened(const OpenFile& wanted, const Look& before) {
    Opened found{.file = wanted.file, .look = before};
    std::optional<Session> session;
    try {
        session = read_session_without_bodies(wanted.file);
    } catch (const std::exception&) {
        return found;
    }
    try {
        if (!session->look.empty()) {
            found.look = look_from_toml(session->look, found.file, before);
        }
    } catch (const Error& error) {
        found.notes.emplace_back(tr_format("The saved look was not restored: {}", error.what()),
                                 false);
    }
    try {
        if (wanted.change) {
            found.settings = wanted.change(session->settings);
            return found;
        }
    } catch (const Error& error) {
        found.notes.emplace_back(error.what(), true);
    }
    FittedSettings fit = fitted(session->settings);
    found.settings = std::move(fit.settings);
    for (const std::string& change : fit.changes) {
        found.notes.emplace_back(change, false);
    }
    return found;
}

class Files : public Feature {
public:
    void messages(Frame& frame) override {
        const auto chosen = dialogs_.draw(frame.app);
        if (chosen && chosen->what == FileFor::save) {
            save_session(saving_, chosen->file, frame.app);
        } else if (chosen) {
            frame.app.requests.add(OpenFile{chosen->file});
        }
    }

    void act(Frame& frame) override {
        AppState& app = frame.app;
        const bool by_desktop = app.desktop_dialogs && frame.is_seen;
        if (app.requests.take<ChooseFile>()) {
            dialogs_.ask(FileFor::open, ".", by_desktop);
        }
        if (const auto wanted = app.requests.take<OpenFile>()) {
            open(app, *wanted);
        }
        if (app.requests.take<SaveSession>()) {
            const fs::path file = new_file(".", "orrery", ".orrery");
            if (frame.is_seen) {
                dialogs_.ask(FileFor::save, file, by_desktop);
            } else { // there is nobody to ask
                save_session(saving_, file, app);
            }
        }
        if (const std::optional<Opened> found = opening_.poll()) {
            take(app, *found);
        }
        if (saving_.finished()) {
            attempt(
                app, [&] { tell(app, saving_.take()); },
                tr_noop("Not enough memory to save the bodies: use fewer bodies"));
        }
        app.get<SessionStatus>().opening = opening_.under_way();
    }

    FrameDemand demand(const AppState&) const override {
        return background_if(opening_.under_way() || saving_.under_way() ||
                             dialogs_.asks_desktop());
    }

private:
    void open(AppState& app, const OpenFile& wanted) {
        if (is_picture_file(wanted.file)) {
            attempt(app,
                    [&] { app.requests.add(ComeBackTo{shown_state_of_picture(wanted.file)}); });
        } else if (is_session_file(wanted.file)) {
            opening_.start([wanted, before = Look(app.view)] { return opened(wanted, before); });
        } else {
            choose_source(app.settings, wanted.file.string());
            app.settings.running = true;
        }
    }

    static void take(AppState& app, const Opened& found) {
        if (!found.settings) {
            // The simulation will not be able to read it either, and tells why.
            choose_source(app.settings, found.file.string());
            return;
        }
        take_settings_and_look(app, *found.settings, found.look);
        for (const auto& [note, is_error] : found.notes) {
            app.say(note, is_error);
        }
    }

    static void tell(AppState& app, const fs::path& saved) {
        remember_file(app.recent_files, saved);
        app.say(tr_format("Saved {}", saved.string()));
        app.get<SessionStatus>().last = saved.string();
    }

    FileDialogs dialogs_;
    Job<fs::path> saving_; // what is being saved is finished at the end
    Job<Opened> opening_;
};

constexpr double seconds_between_saves = 60;
constexpr std::size_t max_autosaved_bodies =
    2'000'000; // more are a fifth of a gigabyte each minute
constexpr std::string_view name_start = "autosave-";

// The process in "autosave-1234.orrery"; 0: it is no such name.
int process_of(const fs::path& file) {
    const std::string name = file.stem().string();
    const bool is_one = file.extension() == ".orrery" && name.starts_with(name_start);
    return is_one ? whole_text<int>(name.substr(name_start.size())).value_or(0) : 0;
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

// Saves the session every minute beside the frames, where something has changed, into a file that
// goes with a proper end. One that is left tells the next start that there was none.
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
        next_at_ = app.now + seconds_between_saves;
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
    // The state that was saved last; an equal one is not saved again.
    struct Mark {
        Settings settings;
        Look look;
        std::uint64_t load = 0, steps = 0;
        bool operator==(const Mark&) const = default;
    };

    fs::path file_; // empty: none is written
    std::optional<fs::path> lost_;
    Mark saved_;
    double next_at_ = seconds_between_saves;
    Job<fs::path> saving_;
};

} // namespace

void save_session(Job<fs::path>& job, const fs::path& file, const AppState& app) {
    Look look = app.view;
    look.camera = app.camera.pose();
    job.start([file, &simulation = app.simulation, settings = app.status.settings,
               look = look_to_toml(look)] {
        simulation.save(file, settings, look);
        return file;
    });
}

extern const FeatureEntry files_feature = feature<Files>();
extern const FeatureEntry autosave_feature = feature<Autosave>();

} // namespace orrery
