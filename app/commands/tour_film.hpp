#pragma once

#include "app/commands/command.hpp"
#include "app/commands/frame_plan.hpp"

#include <optional>
#include <string>

namespace orrery {

// What `orrery render` does of a tour.
struct TourFilmPlan {
    std::string tour; // a shipped one's name, or a file
    Extent size;
    FramePlan frames;
    std::optional<std::size_t> steps_per_frame; // unset: the tour's pace
    double waiting_seconds = 6;
    std::string language = {}; // an id; empty: that of the environment
};

// Whether this is a tour rather than a scene or a file of bodies.
bool is_tour(const std::string& source);

// Draws the tour as a window would show it, by a clock of fixed steps. Ctrl+C leaves what there is
// of the film, and fails; so does a tour that asks for what cannot be done here.
ExitCode render_tour(TourFilmPlan plan, const Console& console);

} // namespace orrery
