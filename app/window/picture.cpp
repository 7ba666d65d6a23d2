#include "app/window/picture.hpp"

#include "app/race/race_framing.hpp"
#include "app/state/appearance.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/orbits.hpp"
#include "app/state/scene_density.hpp"
#include "app/window/body_publisher.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

namespace {

constexpr std::uint64_t star_seed = 20;

// Those of a picture that no frame has brought yet are empty.
const RivalPicture& rival_picture(const AppState& app, std::size_t racer) {
    static const RivalPicture none;
    return racer - 1 < app.race.pictures.size() ? app.race.pictures[racer - 1] : none;
}

const GuideLines& guides_of(const AppState& app, std::size_t racer) {
    return racer == 0 ? app.get<GuideLines>() : rival_picture(app, racer).guides;
}

bool shows_exact_orbits(const AppState& app) {
    return !app.race.exact.empty() && app.status.softening == 0 &&
           (app.view.show_trails || app.view.show_orbits);
}

PathsShown paths_shown(const AppState& app, std::size_t racer) {
    const View& view = app.view;
    const CameraPose pose = race_eye(app).pose();
    PathsShown shown{.trails = view.show_trails,
                     .orbits = view.show_orbits,
                     .length = view.trail_length,
                     .path_ahead = view.show_path_ahead,
                     .velocities = view.show_velocities,
                     .grid = view.show_grid,
                     .axes = view.show_axes,
                     .exact = shows_exact_orbits(app)};
    if (view.show_grid || view.show_axes) {
        shown.ground = grid_for(pose);
    }
    if (view.show_path_ahead || view.show_velocities) {
        shown.guides = guides_of(app, racer).version();
    }
    if (view.show_velocities || view.show_axes) {
        shown.arrow_distance = pose.distance;
    }
    return shown;
}

} // namespace

std::vector<LinePoint> lines_over(const AppState& app, const BodyStyle& style, std::size_t racer) {
    const bool first = racer == 0;
    const Paths& paths = first ? app.paths : rival_picture(app, racer).paths;
    const double time = first ? app.written.time : rival_picture(app, racer).time;
    std::vector<LinePoint> lines = paths.lines(app.view, style.lights, time);
    const CameraPose pose = race_eye(app).pose();
    guides_of(app, racer).append(lines, app.view, style.lights, grid_for(pose), pose);
    if (shows_exact_orbits(app)) {
        add_dashed(lines, app.race.exact);
    }
    return lines;
}

std::vector<LinePoint> stars_of(const AppState& app) {
    const CameraPose& pose = app.camera.pose();
    return star_points(pose.centre, pose.distance, app.view.stars, star_seed);
}

Picture::Picture(const std::filesystem::path& shader_folder)
    : shader_folder_(shader_folder), renderer_(shader_folder), box_renderer_(shader_folder),
      star_renderer_(shader_folder), slice_renderer_(shader_folder) {
    lanes_.emplace_back(shader_folder_);
}

void Picture::set_boxes(std::span<const LineBox> boxes) {
    box_renderer_.set_boxes(boxes);
    boxes_.assign(boxes.begin(), boxes.end());
    ++boxes_version_;
}

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
    std::vector<std::optional<std::string>> complaints{renderer_.reload_changed_shaders(),
                                                       box_renderer_.reload_changed_shaders(),
                                                       slice_renderer_.reload_changed_shaders()};
    if (lanes_.size() != rivals.size() + 1) {
        lanes_.clear();
    }
    while (lanes_.size() < rivals.size() + 1) {
        lanes_.emplace_back(shader_folder_);
    }
    for (Lane& lane : lanes_) {
        complaints.push_back(lane.lines.reload_changed_shaders());
    }
    for (const std::optional<std::string>& words : complaints) {
        if (words) {
            app.say(*words, true);
        }
    }
    const BodyLook look = look_of(app, scale);
    size_ = app.framebuffer;
    // Stars are seen in all views, boxes and densities in the first.
    const bool other_stars = bring_stars(app);
    const bool other_density = bring_density(app);
    const bool other_boxes = std::exchange(boxes_drawn_, boxes_version_) != boxes_version_;
    const std::vector<PictureLane> places = picture_lanes(look, lanes_.size());
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
        Lane& lane = lanes_[k];
        lane.left = places[k].left;
        lane.below = places[k].below;
        const bool newer = k == 0 ? bodies_changed : take_rival_changed(k, bodies_changed);
        const bool changed = bring_paths(app, look.style, k, newer) || newer || other_stars ||
                             (k == 0 && (other_boxes || other_density));
        const BodyView::Over over =
            k == 0 ? BodyView::Over{&star_renderer_, &slice_renderer_, &lane.lines, &box_renderer_}
                   : BodyView::Over{.stars = &star_renderer_, .lines = &lane.lines};
        lane.view.draw(renderer_, over, k == 0 ? bodies : *rivals[k - 1], changed, places[k].look);
    }
    copy_to(target);
}

// Of a picture that is not the window's, whoever draws it says what has changed.
bool Picture::take_rival_changed(std::size_t racer, bool told) {
    return rivals_.empty() ? told : std::exchange(rivals_[racer - 1].changed, false);
}

bool Picture::bring_paths(const AppState& app, const BodyStyle& style, std::size_t racer,
                          bool bodies_changed) {
    Lane& lane = lanes_[racer];
    const PathsShown shown = paths_shown(app, racer);
    const bool other = std::exchange(lane.shown, shown) != shown;
    if (other || (bodies_changed && (shown.trails || shown.orbits))) {
        lane.lines.set_points(lines_over(app, style, racer));
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
