#pragma once

#include "app/state/followed.hpp"
#include "app/state/look.hpp"
#include "render/camera.hpp"

#include <array>
#include <map>
#include <optional>
#include <string>

namespace orrery {

struct AppState;

// Where the camera was, and the stored views of scenes and files that are not shown now.
struct ViewMemory {
    struct Place {
        CameraPose pose;
        Followed followed;
    };
    std::optional<Place> before; // the last jump
    std::string source = {};     // that the stored views of the look belong to
    std::map<std::string, decltype(Look::stored_views)> elsewhere = {};
};

// Before the camera jumps: from where.
void remember_view(AppState& app);
// Back to there; and once more forth again.
void go_to_view_before(AppState& app);

// When another source may have been chosen: the stored views of the one that was shown are kept for
// it, and those of the new one are there. Before a look is taken that brings its own.
void take_views_of_source(AppState& app);

} // namespace orrery
