#include "app/window/picture.hpp"

#include "app/race/race_views.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

int pixels(double share, int length) {
    return static_cast<int>(std::lround(share * length));
}

} // namespace

Picture::Picture(const std::filesystem::path& shader_folder)
    : renderer_(shader_folder), box_renderer_(shader_folder) {}

void Picture::set_boxes(std::span<const LineBox> boxes) {
    box_renderer_.set_boxes(boxes);
    boxes_changed_ = true;
}

bool Picture::publish_rivals(const AppState& app, std::span<const Rival> rivals) {
    const std::size_t racers = app.race.under_way ? app.race.race.values.size() : 0;
    if (lanes_.size() != racers) {
        lanes_.clear();
        lanes_ = std::vector<Lane>(racers);
    }
    bool any = false;
    for (std::size_t k = 0; k < rivals.size(); ++k) {
        Lane& lane = lanes_[k + 1];
        const bool newer =
            lane.newest.bring(*rivals[k].simulation, rivals[k].status, app.view.scalar).has_value();
        lane.changed = lane.changed || newer;
        any = any || newer;
    }
    return any;
}

void Picture::draw(const BodyBuffer& bodies, bool bodies_changed, float scale, AppState& app,
                   unsigned int target) {
    for (const std::optional<std::string>& words :
         {renderer_.reload_changed_shaders(), box_renderer_.reload_changed_shaders()}) {
        if (words) {
            app.say(*words, true);
        }
    }
    const BodyLook look{app.camera, app.view.style,  app.framebuffer,
                        scale,      app.view.frozen, app.now};
    const bool changed = bodies_changed || std::exchange(boxes_changed_, false);
    if (!lanes_.empty()) {
        draw_race(bodies, changed, look, app, target);
        return;
    }
    view_.draw(renderer_, &box_renderer_, bodies, changed, look);
    view_.copy_to(target);
}

// Each racer into its own part of the window, seen by one camera.
void Picture::draw_race(const BodyBuffer& bodies, bool bodies_changed, const BodyLook& look,
                        const AppState& app, unsigned int target) {
    const Extent window = app.framebuffer;
    const double aspect = static_cast<double>(window.width) / std::max(window.height, 1);
    const std::vector<RaceView> views = race_views(lanes_.size(), app.camera.open);
    const RaceLetters letters = race_letters(lanes_.size());
    lanes_.front().changed = lanes_.front().changed || bodies_changed;
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
        Lane& lane = lanes_[k];
        const int left = pixels(views[k].left, window.width);
        const int below = window.height - pixels(views[k].bottom, window.height);
        BodyLook own = look;
        own.camera = race_camera(look.camera, views[k], letters, aspect);
        own.size = {std::max(pixels(views[k].right, window.width) - left, 1),
                    std::max(window.height - pixels(views[k].top, window.height) - below, 1)};
        lane.view.draw(renderer_, k == 0 ? &box_renderer_ : nullptr,
                       k == 0 ? bodies : lane.newest.bodies(), lane.changed, own);
        lane.changed = false;
        lane.view.copy_to(target, left, below);
    }
}

double Picture::draw_milliseconds() const {
    const bool fresh = lanes_.empty()
                           ? view_.is_fresh()
                           : std::any_of(lanes_.begin(), lanes_.end(),
                                         [](const Lane& lane) { return lane.view.is_fresh(); });
    return fresh ? renderer_.gpu_milliseconds() : 0;
}

} // namespace orrery
