#include "app/state/view_memory.hpp"

#include "app/state/app_state.hpp"
#include "app/state/followed.hpp"

#include <utility>

namespace orrery {

void remember_view(AppState& app) {
    app.get<ViewMemory>().before = {app.camera.pose(), app.get<Followed>()};
}

void go_to_view_before(AppState& app) {
    const ViewMemory::Place place = *app.get<ViewMemory>().before;
    remember_view(app);
    app.get<Followed>() = place.followed;
    app.camera.set_mode(CameraMode::orbit);
    app.camera.fly_to(place.pose);
}

void take_views_of_source(AppState& app) {
    ViewMemory& views = app.get<ViewMemory>();
    const std::string& source = app.settings.source;
    if (views.source == source) {
        return;
    }
    if (!views.source.empty()) { // else nothing has been shown yet
        views.elsewhere[views.source] = std::exchange(app.view.stored_views, {});
        if (const auto kept = views.elsewhere.find(source); kept != views.elsewhere.end()) {
            app.view.stored_views = kept->second;
        }
        views.before.reset();
    }
    views.source = source;
}

} // namespace orrery
