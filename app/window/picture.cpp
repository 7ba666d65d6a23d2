#include "app/window/picture.hpp"

#include "app/state/appearance.hpp"
#include "app/window/body_publisher.hpp"
#include "app/window/picture_lanes.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

constexpr std::uint64_t star_seed = 20;

} // namespace

std::vector<LinePoint> lines_over(const AppState& app, const BodyStyle& style) {
    std::vector<LinePoint> lines = app.paths.lines(app.view, style.lights, app.written.time);
    app.guides.append(lines, app.view, style.lights, grid_for(app.camera.pose()),
                      app.camera.pose());
    return lines;
}

std::vector<LinePoint> stars_of(const AppState& app) {
    const CameraPose& pose = app.camera.pose();
    return star_points(pose.centre, pose.distance, app.view.stars, star_seed);
}

Picture::Picture(const std::filesystem::path& shader_folder)
    : renderer_(shader_folder), box_renderer_(shader_folder), line_renderer_(shader_folder),
      star_renderer_(shader_folder), slice_renderer_(shader_folder) {}

void Picture::set_boxes(std::span<const LineBox> boxes) {
    box_renderer_.set_boxes(boxes);
    boxes_changed_ = true;
}

bool Picture::publish_rivals(AppState& app, std::span<const Rival> rivals) {
    if (rivals_.size() != rivals.size()) {
        rivals_.clear();
        rivals_ = std::vector<RivalBodies>(rivals.size());
    }
    app.race.named.resize(rivals.size());
    std::vector<std::size_t> named;
    if (!rivals.empty() && !differs_in_bodies(app.race.race)) {
        named = named_bodies(app);
    }
    bool any = false;
    for (std::size_t k = 0; k < rivals.size(); ++k) {
        std::optional<Simulation::Written> written = rivals_[k].newest.bring(
            *rivals[k].simulation, rivals[k].status, app.view.scalar, named);
        if (written) {
            app.race.named[k] = std::move(written->named);
            rivals_[k].changed = any = true;
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
    for (const std::optional<std::string>& words :
         {renderer_.reload_changed_shaders(), box_renderer_.reload_changed_shaders(),
          line_renderer_.reload_changed_shaders(), slice_renderer_.reload_changed_shaders()}) {
        if (words) {
            app.say(*words, true);
        }
    }
    const BodyLook look = look_of(app, scale);
    size_ = app.framebuffer;
    if (lanes_.size() != rivals.size() + 1) {
        lanes_.clear();
        lanes_ = std::vector<Lane>(rivals.size() + 1);
    }
    const bool other_paths = bring_paths(app, look.style, bodies_changed);
    const bool other_stars = bring_stars(app);
    const bool other_density = bring_density(app);
    const bool changed = bodies_changed || std::exchange(boxes_changed_, false) || other_paths ||
                         other_stars || other_density;
    if (rivals.empty()) {
        lanes_.front().view.draw(renderer_, over_all(), bodies, changed, look);
    } else {
        draw_race(bodies, rivals, changed, look);
    }
    copy_to(target);
}

bool Picture::bring_paths(const AppState& app, const BodyStyle& style, bool bodies_changed) {
    const View& view = app.view;
    const GuideGrid grid = grid_for(app.camera.pose());
    PathsShown shown{view.show_trails,     view.show_orbits,
                     view.trail_length,    view.show_path_ahead,
                     view.show_velocities, view.show_grid,
                     view.show_axes,       0,
                     std::nullopt,         0};
    if (view.show_grid || view.show_axes) {
        shown.ground = grid;
    }
    if (view.show_path_ahead || view.show_velocities) {
        shown.guides = app.guides.version();
    }
    if (view.show_velocities || view.show_axes) {
        shown.arrow_distance = app.camera.pose().distance;
    }
    const bool other = std::exchange(paths_shown_, shown) != shown;
    if (other || (bodies_changed && (shown.trails || shown.orbits))) {
        line_renderer_.set_points(lines_over(app, style));
    }
    return other;
}

bool Picture::bring_density(const AppState& app) {
    if (app.density == density_shown_) {
        return false;
    }
    density_shown_ = app.density;
    const SceneDensity none;
    const SceneDensity& density = density_shown_ ? *density_shown_ : none;
    renderer_.set_values(density.at_bodies);
    slice_renderer_.set_slice(density.slice);
    return true;
}

// Around what is there when they are switched on or a system comes; they stay where they are then.
bool Picture::bring_stars(const AppState& app) {
    const StarField field{app.view.stars, app.view.stars > 0 ? app.status.load_serial : 0};
    if (std::exchange(stars_, field) == field) {
        return false;
    }
    star_points_ = stars_of(app);
    star_renderer_.set_points(star_points_);
    return true;
}

// Each racer for its own part of the window, seen by one camera.
void Picture::draw_race(const BodyBuffer& bodies, std::span<const BodyBuffer* const> rivals,
                        bool bodies_changed, const BodyLook& look) {
    const std::vector<PictureLane> places = picture_lanes(look, lanes_.size());
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
        Lane& lane = lanes_[k];
        lane.left = places[k].left;
        lane.below = places[k].below;
        if (k == 0) {
            lane.view.draw(renderer_, over_all(), bodies, bodies_changed, places[k].look);
            continue;
        }
        // Of a picture that is not the window's, whoever draws it says what has changed.
        const bool newer =
            rivals_.empty() ? bodies_changed : std::exchange(rivals_[k - 1].changed, false);
        lane.view.draw(renderer_, {.stars = &star_renderer_}, *rivals[k - 1], newer,
                       places[k].look);
    }
}

void Picture::copy_to(unsigned int target) const {
    for (const Lane& lane : lanes_) {
        lane.view.copy_to(target, lane.left, lane.below);
    }
}

bool Picture::is_anew() const {
    return std::ranges::any_of(lanes_, [](const Lane& lane) { return lane.view.is_anew(); });
}

bool Picture::is_gathering() const {
    return std::ranges::any_of(lanes_, [](const Lane& lane) { return lane.view.is_gathering(); });
}

double Picture::draw_milliseconds() const {
    const bool fresh = std::any_of(lanes_.begin(), lanes_.end(),
                                   [](const Lane& lane) { return lane.view.is_fresh(); });
    return fresh ? renderer_.gpu_milliseconds() : 0;
}

} // namespace orrery
