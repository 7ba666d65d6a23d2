#include "app/window/picture.hpp"

#include "app/state/feature.hpp"
#include "app/state/scene_density.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

Picture::Picture(const std::filesystem::path& shader_folder)
    : renderer_(shader_folder), over_(shader_folder) {}

void Picture::draw(std::span<const BodyBuffer* const> bodies, float scale, AppState& app,
                   unsigned int target) {
    std::vector<std::optional<std::string>> complaints = over_.reload_changed_shaders();
    complaints.push_back(renderer_.reload_changed_shaders());
    for (const std::optional<std::string>& words : complaints) {
        if (words) {
            app.say(*words, true);
        }
    }
    if (lanes_.size() != bodies.size()) {
        lanes_ = std::vector<Lane>(bodies.size());
    }
    const BodyLook look = look_of(app, scale);
    size_ = app.framebuffer;
    bool other = false;
    attempt(app, [&] {
        other = over_.bring(app, lanes_.size());
        if (std::exchange(density_shown_, app.density) != app.density) {
            renderer_.set_values(app.density ? app.density->at_bodies : std::vector<float>());
        }
    });
    const std::vector<PictureLane> places = picture_lanes(look, lanes_.size());
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
        Lane& lane = lanes_[k];
        lane.left = places[k].left;
        lane.below = places[k].below;
        const std::pair seen(bodies[k], bodies[k]->changes());
        const bool newer = std::exchange(lane.seen, seen) != seen;
        const bool changed = over_.bring_lines(app, k, newer) || newer || other;
        lane.view.draw(renderer_, over_, k, *bodies[k], changed, places[k].look);
    }
    copy_to(target);
}

void Picture::copy_to(unsigned int target) const {
    for (const Lane& lane : lanes_) {
        lane.view.copy_to(target, lane.left, lane.below);
    }
}

bool Picture::any(bool (BodyView::*is_so)() const) const {
    return std::ranges::any_of(lanes_, [&](const Lane& lane) { return (lane.view.*is_so)(); });
}

double Picture::draw_milliseconds() const {
    return any(&BodyView::is_fresh) ? renderer_.gpu_milliseconds() : 0;
}

} // namespace orrery
