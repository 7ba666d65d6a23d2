#include "app/window/session_files.hpp"

#include "app/language/tr.hpp"
#include "app/state/followed.hpp"
#include "app/state/shown_state.hpp"
#include "app/state/source_choice.hpp"
#include "app/window/user_files.hpp"
#include "sim/base/error.hpp"
#include "sim/simulation/fitted_settings.hpp"
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

Look look_of(const AppState& app) {
    Look look = app.view;
    look.camera = app.camera.pose();
    return look;
}

void show(const Look& look, AppState& app) {
    static_cast<Look&>(app.view) = look;
    app.view.camera.reset();
    if (look.camera) {
        app.requests.add(BeginAt{*look.camera});
    }
}

} // namespace

bool is_session_file(const fs::path& file) {
    return file.extension() == ".orrery";
}

void SessionFiles::Opened::take_look(const Session& session, const Look& before) {
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

void save_session(Job<SavedSession>& job, const fs::path& file, const AppState& app) {
    job.start([file, &simulation = app.simulation, settings = app.status.settings,
               look = look_to_toml(look_of(app))] {
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

void SessionFiles::save(const fs::path& file, const AppState& app) {
    save_session(saving_, file, app);
}

void SessionFiles::open(const fs::path& file, const Look& before, Change change) {
    opening_.start([file, before, change = std::move(change)] {
        Opened opened{.file = file, .look = before};
        std::optional<Session> session;
        try {
            session = read_session(file);
        } catch (const std::exception&) {
            return opened;
        }
        opened.take_look(*session, before);
        try {
            if (change) {
                opened.settings = change(session->settings);
                return opened;
            }
        } catch (const Error& error) {
            opened.refused = error.what();
        }
        FittedSettings fit = fitted(session->settings);
        opened.settings = std::move(fit.settings);
        opened.notes = std::move(fit.changes);
        return opened;
    });
}

std::optional<fs::path> SessionFiles::poll(AppState& app) {
    if (const std::optional<Opened> opened = opening_.poll()) {
        if (opened->settings) {
            app.settings = *opened->settings;
            take_views_of_source(app);
            show(opened->look, app);
            for (const std::string& note : opened->notes) {
                app.say(note);
            }
            if (!opened->refused.empty()) {
                app.say(opened->refused, true);
            }
        } else {
            // The simulation will not be able to read it either, and tells why.
            choose_source(app.settings, opened->file.string());
        }
    }
    const std::optional<SavedSession> saved = saving_.poll();
    if (!saved) {
        return std::nullopt;
    }
    if (saved->error) {
        app.say(saved->error->what(), true);
        return std::nullopt;
    }
    remember_file(app.recent_files, saved->file);
    app.say(tr_format("Saved {}", saved->file.string()));
    return saved->file;
}

} // namespace orrery
