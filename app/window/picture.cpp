#include "app/window/picture.hpp"

#include "app/state/feature.hpp"
#include "app/state/scene_density.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

Picture::Picture(const std::filesystem::path& shader_folder)
    : renderer_(shader_folder), over_(shader_folder) {}

bool Picture::publish_rivals(AppState& app, std::span<const Rival> rivals) {
    if (rivals_.size() != rivals.size()) {
        rivals_.clear();
        rivals_ = std::vector<RivalBodies>(rivals.size());
    }
    app.race.pictures.resize(rivals.size());
    std::vector<std::size_t> named;
    if (!rivals.empty() && !differs_in_bodies(app.race.race)) {
        named = named_bodies(app);
    }
    bool any = false;
    for (std::size_t k = 0; k < rivals.size(); ++k) {
        std::optional<Simulation::Written> written = rivals_[k].newest.bring(
            *rivals[k].simulation, rivals[k].status, app.view.scalar, named);
        RivalPicture& picture = app.race.pictures[k];
        if (written) {
            picture.time = written->time;
            picture.named = std::move(written->named);
            rivals_[k].changed = any = true;
        }
        if (written || lacks_lines(app, picture.paths, picture.guides)) {
            read_lines(*rivals[k].simulation, rivals[k].status, app.view, picture.paths,
                       picture.guides);
        }
    }
    return any;
}

std::vector<const BodyBuffer*> Picture::rivals() const {
    std::vector<const BodyBuffer*> bodies;
    for (const RivalBodies& rival : rivals_) {
        bodies.push_back(&rival.newest.bodies());
    }
    return bodies;
}

void Picture::draw(const BodyBuffer& bodies, std::span<const BodyBuffer* const> rivals,
                   bool bodies_changed, float scale, AppState& app, unsigned int target) {
    std::vector<std::optional<std::string>> complaints = over_.reload_changed_shaders();
    complaints.push_back(renderer_.reload_changed_shaders());
    for (const std::optional<std::string>& words : complaints) {
        if (words) {
            app.say(*words, true);
        }
    }
    if (lanes_.size() != rivals.size() + 1) {
        lanes_ = std::vector<Lane>(rivals.size() + 1);
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
        const bool newer = k == 0 ? bodies_changed : take_rival_changed(k, bodies_changed);
        const bool changed = over_.bring_lines(app, k, newer) || newer || other;
        lane.view.draw(renderer_, over_, k, k == 0 ? bodies : *rivals[k - 1], changed,
                       places[k].look);
    }
    copy_to(target);
}

// Of a picture that is not the window's, whoever draws it says what has changed.
bool Picture::take_rival_changed(std::size_t racer, bool told) {
    return rivals_.empty() ? told : std::exchange(rivals_[racer - 1].changed, false);
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
