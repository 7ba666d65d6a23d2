// Opens files, and saves sessions, on a thread of their own: with millions of bodies they are
// hundreds of megabytes, and the picture goes on meanwhile. One at a time of each; a new one waits
// for the one before it.
#include "app/features/features.hpp"
#include "app/language/tr.hpp"
#include "app/state/followed.hpp"
#include "app/state/shown_state.hpp"
#include "app/state/source_choice.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/file_dialogs.hpp"
#include "app/window/session_files.hpp"
#include "app/window/state_sharing.hpp"
#include "app/window/user_files.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/checked_settings.hpp"
#include "sim/snapshots/session.hpp"

#include <fmt/format.h>

#include <exception>
#include <new>
#include <utility>

namespace orrery {

namespace fs = std::filesystem;

namespace {

using Numbers = std::map<std::string, double, std::less<>>;

// A camera of a session that was saved before there were looks; `name` as in "view_3_". Unset
// unless all of its numbers are there.
std::optional<CameraPose> kept_pose(const Numbers& numbers, const std::string& name) {
    bool whole = true;
    const auto number = [&](const char* key) {
        const auto found = numbers.find(name + key);
        whole = whole && found != numbers.end();
        return whole ? found->second : 0;
    };
    CameraPose pose;
    pose.centre = {number("centre_x"), number("centre_y"), number("centre_z")};
    pose.orientation.w = number("orientation_w");
    pose.orientation.x = number("orientation_x");
    pose.orientation.y = number("orientation_y");
    pose.orientation.z = number("orientation_z");
    pose.distance = number("distance");
    return whole && pose.distance > 0 ? std::optional(pose) : std::nullopt;
}

// Such a session says nothing of the rest of a look, which stays as it is.
Look with_kept_poses(Look look, const Numbers& numbers) {
    look.camera = kept_pose(numbers, "");
    for (std::size_t slot = 0; slot < look.stored_views.size(); ++slot) {
        look.stored_views[slot] = kept_pose(numbers, fmt::format("view_{}_", slot + 1));
    }
    return look;
}

// What a session says.
struct Opened {
    fs::path file;
    std::optional<Settings> settings = {}; // unset: it cannot be read, or not be taken
    Look look = {};
    std::vector<std::string> notes = {}; // on what had to be replaced
    std::string refused = {};            // why the settings cannot be taken

    void take_look(const Session& session, const Look& before) {
        if (session.look.empty()) {
            look = with_kept_poses(before, session.camera);
            return;
        }
        try {
            look = look_from_toml(session.look, file, before);
        } catch (const Error& error) {
            notes.push_back(tr_format("The saved look was not restored: {}", error.what()));
        }
    }
};

// The settings and the look of a session; what it does not say stays as in `before`. The bodies
// come by the settings' source, as from any file.
Opened opened(const OpenFile& wanted, const Look& before) {
    Opened found{.file = wanted.file, .look = before};
    std::optional<Session> session;
    try {
        session = read_session(wanted.file);
    } catch (const std::exception&) {
        return found;
    }
    found.take_look(*session, before);
    try {
        if (wanted.change) {
            found.settings = wanted.change(session->settings);
            return found;
        }
    } catch (const Error& error) {
        found.refused = error.what();
    }
    FittedSettings fit = fitted(session->settings);
    found.settings = std::move(fit.settings);
    found.notes = std::move(fit.changes);
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
            if (frame.is_seen) {
                dialogs_.ask(FileFor::save, new_session_file(), by_desktop);
            } else { // there is nobody to ask
                save_session(saving_, new_session_file(), app);
            }
        }
        if (const std::optional<Opened> found = opening_.poll()) {
            take(app, *found);
        }
        if (const std::optional<SavedSession> saved = saving_.poll()) {
            tell(app, *saved);
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
            try {
                app.requests.add(ComeBackTo{shown_state_of_picture(wanted.file)});
            } catch (const Error& error) {
                app.say(error.what(), true);
            }
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
        app.settings = *found.settings;
        take_views_of_source(app);
        static_cast<Look&>(app.view) = found.look;
        if (const auto pose = std::exchange(app.view.camera, std::nullopt)) {
            app.requests.add(BeginAt{*pose});
        }
        for (const std::string& note : found.notes) {
            app.say(note);
        }
        if (!found.refused.empty()) {
            app.say(found.refused, true);
        }
    }

    static void tell(AppState& app, const SavedSession& saved) {
        if (saved.error) {
            app.say(saved.error->what(), true);
            return;
        }
        remember_file(app.recent_files, saved.file);
        app.say(tr_format("Saved {}", saved.file.string()));
        app.get<SessionStatus>().last = saved.file.string();
    }

    FileDialogs dialogs_;
    Job<SavedSession> saving_; // what is being saved is finished at the end
    Job<Opened> opening_;
};

} // namespace

bool is_session_file(const fs::path& file) {
    return file.extension() == ".orrery";
}

void save_session(Job<SavedSession>& job, const fs::path& file, const AppState& app) {
    Look look = app.view;
    look.camera = app.camera.pose();
    job.start([file, &simulation = app.simulation, settings = app.status.settings,
               look = look_to_toml(look)] {
        try {
            write_session(file, {simulation.snapshot(), settings, look, {}});
            return SavedSession{file, std::nullopt};
        } catch (const Error& error) {
            return SavedSession{file, error};
        } catch (const std::bad_alloc&) {
            return SavedSession{file, failure("not enough memory to save the bodies", file.string(),
                                              "use fewer bodies")};
        }
    });
}

FeatureEntry files_feature() {
    return feature<Files>();
}

} // namespace orrery
