#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"
#include "app/state/shown_state.hpp"
#include "render/png_file.hpp"

#include <filesystem>
#include <string>

namespace orrery {

// The state that the window shows now, to return to later.
ShownState shown_state_of(const AppState& app);

// The same, as a picture says it of itself.
PngText picture_text(const AppState& app);

// A request to return to a state: its system from the initial conditions up to its time, its look
// and its view.
struct ComeBackTo {
    ShownState state;
};

// From now on these hold, and the camera begins as the look says.
void take_settings_and_look(AppState& app, Settings settings, const Look& look);

// The call of the program that begins with this scene, these settings and this look; the view is
// the scene's own.
std::string command_line_of(const AppState& app);

// Whether the name is that of a session, which holds settings and a look besides the bodies.
inline bool is_session_file(const std::filesystem::path& file) {
    return file.extension() == ".orrery";
}

// Saves the bodies as they are now, app's settings in force and its whole look; the job's result is
// the file. The simulation must outlive the job.
void save_session(Job<std::filesystem::path>& job, const std::filesystem::path& file,
                  const AppState& app);

// The status of the window's own session.
struct SessionStatus {
    bool opening = false;
    std::string last = {}; // that was saved
};

} // namespace orrery
