#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"

#include "sim/snapshots/session.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// Whether the name is that of a session, which holds settings and a look besides the bodies.
bool is_session_file(const std::filesystem::path& file);

struct SavedSession {
    std::filesystem::path file;
    std::optional<Error> error;
};

// Saves the bodies as they are now, app's settings in force and its whole look. The simulation must
// outlive the job.
void save_session(Job<SavedSession>& job, const std::filesystem::path& file, const AppState& app);

// Saves and opens sessions on a thread of their own: with millions of bodies they are hundreds of
// megabytes, and the picture goes on meanwhile. One at a time of each; a new one waits for the one
// before it. Destruction finishes what is being saved.
class SessionFiles {
public:
    // As save_session.
    void save(const std::filesystem::path& file, const AppState& app);
    // Takes the settings and the look from a session; what it does not say stays as in `before`.
    // The bodies come by the settings' source, as from any file. `change`, if given, makes of the
    // saved settings those to go on with; else what cannot run here is replaced.
    using Change = std::function<Settings(const Settings& saved)>;
    void open(const std::filesystem::path& file, const Look& before, Change change = {});

    // Asked every frame. Puts what was opened into app.settings and the view, and says what was
    // saved or why it could not be. The file that was saved.
    std::optional<std::filesystem::path> poll(AppState& app);

    bool opening() const { return opening_.under_way(); }
    bool busy() const { return saving_.under_way() || opening(); }
    // Until nothing is being saved any more.
    void finish_saving() const { saving_.finish(); }

private:
    struct Opened {
        std::filesystem::path file;
        std::optional<Settings> settings = {}; // unset: it cannot be read, or not be taken
        Look look = {};
        std::vector<std::string> notes = {}; // on what had to be replaced
        std::string refused = {};            // why the settings cannot be taken

        void take_look(const Session& session, const Look& before);
    };

    Job<SavedSession> saving_;
    Job<Opened> opening_;
};

} // namespace orrery
