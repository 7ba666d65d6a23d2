#include "app/language/tr.hpp"
#include "app/state/camera_requests.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/followed.hpp"
#include "app/state/view_memory.hpp"

#include <fmt/format.h>

namespace orrery {

namespace {

// Where one is brought, one wants to look round from, and not to fly on or to be drawn away.
void end_flight(AppState& app) {
    app.get<Followed>() = {};
    app.camera.set_mode(CameraMode::orbit);
}

void go_to_stored_view(AppState& app, std::size_t slot) {
    if (app.view.stored_views[slot]) {
        remember_view(app);
        end_flight(app);
        app.camera.fly_to(*app.view.stored_views[slot]);
    } else {
        app.say(tr_format("No view {0} yet: Ctrl+{0} stores this one", slot + 1));
    }
}

void store_view(AppState& app, std::size_t slot) {
    app.view.stored_views[slot] = app.camera.pose();
    app.say(tr_format("Stored as view {0}: press {0} to return", slot + 1));
}

} // namespace

void add_camera_actions(AppState& app) {
    app.actions.add({.id = "camera.home",
                     .menu = "Camera",
                     .label = "Home",
                     .tooltip = "Returns to the scene's first view",
                     .shortcut = "Home",
                     .run = [&app] {
                         remember_view(app);
                         end_flight(app);
                         app.requests.add(GoHome{});
                     }});
    app.actions.add({.id = "camera.frame",
                     .menu = "Camera",
                     .label = "Frame all",
                     .tooltip = "Moves the camera so that all bodies are in view",
                     .shortcut = "F",
                     .run = [&app] {
                         remember_view(app);
                         app.get<Followed>() = {};
                         app.requests.add(FrameBodies{});
                     }});
    app.actions.add(
        {.id = "camera.before",
         .menu = "Camera",
         .label = "Previous view",
         .tooltip = "Returns to the view before the last jump; press again to come back",
         .shortcut = "Z",
         .run = [&app] { go_to_view_before(app); },
         .enabled = [&app] { return app.get<ViewMemory>().before.has_value(); },
         .needs = tr_noop("No earlier view to return to")});
    app.actions.add({.id = "camera.fly",
                     .menu = "Camera",
                     .label = "Fly",
                     .tooltip = "Flies with W A S D, Q and E instead of orbiting; Shift is faster",
                     .shortcut = "V",
                     .run =
                         [&app] {
                             const bool flying = app.camera.mode() == CameraMode::fly;
                             app.camera.set_mode(flying ? CameraMode::orbit : CameraMode::fly);
                             app.say(flying ? "Drag to orbit the centre"
                                            : "Flying: W A S D, Q and E; V stops");
                         },
                     .checked = [&app] { return app.camera.mode() == CameraMode::fly; }});
    for (std::size_t slot = 0; slot < app.view.stored_views.size(); ++slot) {
        app.actions.add({.id = fmt::format("camera.view_{}", slot + 1),
                         .menu = "Camera",
                         .label = fmt::format("Go to view {}", slot + 1),
                         .tooltip = "Goes to the stored view",
                         .shortcut = fmt::format("{}", slot + 1),
                         .run = [&app, slot] { go_to_stored_view(app, slot); }});
    }
    for (std::size_t slot = 0; slot < app.view.stored_views.size(); ++slot) {
        app.actions.add({.id = fmt::format("camera.store_{}", slot + 1),
                         .menu = "Camera",
                         .label = fmt::format("Store view {}", slot + 1),
                         .tooltip = "Stores the camera's position",
                         .shortcut = fmt::format("Ctrl+{}", slot + 1),
                         .run = [&app, slot] { store_view(app, slot); }});
    }
}

} // namespace orrery
