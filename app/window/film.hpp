#pragma once

#include "app/record/recording.hpp"
#include "app/window/window_app.hpp"

#include <functional>
#include <optional>
#include <string>

namespace orrery {

// A tour as a film: the window's application off-screen, by a clock of fixed steps, with as many
// steps of the simulation from frame to frame as the tour's pace says.
struct FilmPlan {
    LaunchOptions window; // its size, tour and stop token count
    double frames_per_second = 30;
    double waiting_seconds = 6;                 // of a step that waits for the speaker
    std::optional<std::size_t> frames;          // no more than these
    std::optional<std::size_t> steps_per_frame; // instead of the pace
    Recording::Open open;
    std::function<void(const std::string& sentence)> note; // what could not be done
};

struct FilmResult {
    std::size_t frames = 0, wanted = 0;
    std::size_t refused = 0; // sentences told to `note`
    bool as_wanted = true;   // the file is where it should be
    std::string name;        // of what was written; empty: nothing was
    std::string renderer;
};

// Writes as many frames as there was time for: a stop token ends the film with what it has. Throws
// failure when it cannot be drawn or written.
FilmResult make_film(const FilmPlan& plan);

} // namespace orrery
