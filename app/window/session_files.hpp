#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"

#include <filesystem>
#include <string>

namespace orrery {

// Whether the name is that of a session, which holds settings and a look besides the bodies.
inline bool is_session_file(const std::filesystem::path& file) {
    return file.extension() == ".orrery";
}

// Saves the bodies as they are now, app's settings in force and its whole look; the job's result is
// the file. The simulation must outlive the job.
void save_session(Job<std::filesystem::path>& job, const std::filesystem::path& file,
                  const AppState& app);

// Of the window's own.
struct SessionStatus {
    bool opening = false;
    std::string last = {}; // that was saved
};

} // namespace orrery
