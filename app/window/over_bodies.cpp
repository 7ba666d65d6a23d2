#include "app/window/over_bodies.hpp"

#include "app/race/race_framing.hpp"
#include "app/state/appearance.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/orbits.hpp"
#include "app/state/overlay_colours.hpp"
#include "app/state/scene_density.hpp"
#include "app/window/picture.hpp"

#include <utility>

namespace orrery {

namespace {

// The sky's stars: around what is there when they are switched on or a system comes; they stay
// where they are then.
struct Sky {
    float brightness = 0;
    std::uint64_t load = 0;
    std::shared_ptr<const std::vector<LinePoint>> stars = {};
};

const std::shared_ptr<const std::vector<LinePoint>>& stars_of(AppState& app) {
    constexpr std::uint64_t seed = 20;
    Sky& sky = app.get<Sky>();
    const float brightness = app.view.stars;
    const std::uint64_t load = brightness > 0 ? app.status.load_serial : 0;
    if (!sky.stars || sky.brightness != brightness || sky.load != load) {
        const CameraPose& pose = app.camera.pose();
        sky = {brightness, load,
               std::make_shared<const std::vector<LinePoint>>(
                   star_points(pose.centre, pose.distance, brightness, seed))};
    }
    return sky.stars;
}

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

std::vector<LinePoint> lines_over(const AppState& app, std::size_t racer) {
    const bool first = racer == 0;
    const Paths& paths = first ? app.paths : rival_picture(app, racer).paths;
    const double time = first ? app.written.time : rival_picture(app, racer).time;
    const std::vector<BodyLight> lights = drawn_style(app.view, app.catalogue, app.units).lights;
    std::vector<LinePoint> lines = paths.lines(app.view, lights, time);
    const CameraPose pose = race_eye(app).pose();
    guides_of(app, racer).append(lines, app.view, lights, grid_for(pose), pose);
    if (shows_exact_orbits(app)) {
        add_dashed(lines, app.race.exact);
    }
    return lines;
}

// Whether another value is shown now.
template <class Value>
bool takes(Value& shown, const Value& now) {
    return std::exchange(shown, now) != now;
}

} // namespace

OverBodies::OverBodies(const std::filesystem::path& shader_folder)
    : shader_folder_(shader_folder), stars_(shader_folder), slice_(shader_folder),
      boxes_(shader_folder) {}

OverBodies::LinesShown OverBodies::lines_shown(const AppState& app, std::size_t view) {
    const View& look = app.view;
    const CameraPose pose = race_eye(app).pose();
    const bool guides = look.show_path_ahead || look.show_velocities;
    const bool ground = look.show_grid || look.show_axes;
    const bool arrows = look.show_velocities || look.show_axes;
    return {.trails = look.show_trails,
            .orbits = look.show_orbits,
            .length = look.trail_length,
            .path_ahead = look.show_path_ahead,
            .velocities = look.show_velocities,
            .grid = look.show_grid,
            .axes = look.show_axes,
            .guides = guides ? guides_of(app, view).version() : 0,
            .ground = ground ? std::optional(grid_for(pose)) : std::nullopt,
            .arrow_distance = arrows ? pose.distance : 0,
            .exact = shows_exact_orbits(app)};
}

bool OverBodies::bring(AppState& app, std::size_t views) {
    if (lines_.size() != views) {
        lines_.clear();
        while (lines_.size() < views) {
            lines_.emplace_back(shader_folder_);
        }
    }
    bool other = false;
    if (takes(stars_shown_, stars_of(app))) {
        stars_.set_points(*stars_shown_);
        other = true;
    }
    if (takes(density_shown_, app.density)) {
        slice_.set_slice(density_shown_ ? density_shown_->slice : Slice());
        other = true;
    }
    if (takes(boxes_shown_, app.get<OverlayStatus>().boxes)) {
        boxes_.set_boxes(boxes_shown_ ? *boxes_shown_ : std::vector<LineBox>());
        other = true;
    }
    return other;
}

bool OverBodies::bring_lines(const AppState& app, std::size_t view, bool changed) {
    Lines& lines = lines_[view];
    const bool other = takes(lines.shown, lines_shown(app, view));
    if (other || (changed && (lines.shown.trails || lines.shown.orbits))) {
        lines.renderer.set_points(lines_over(app, view));
    }
    return other;
}

BodyStyle OverBodies::style_below(std::size_t view, BodyStyle style) const {
    constexpr float stops = 2.5;
    style.exposure -= view == 0 && !boxes_.empty() ? stops : 0;
    return style;
}

void OverBodies::draw(std::size_t view, const BodyLook& look, const PicturePart& part,
                      unsigned int target) {
    stars_.draw(look.camera, part, look.scale, target);
    if (view == 0) {
        slice_.draw(look.camera, look.style.colour_map, part, target);
    }
    lines_[view].renderer.draw(look.camera, part, look.scale, target, look.fading);
    if (view == 0) {
        boxes_.draw(look.camera, part, look.scale, look.box_width, target);
    }
}

std::vector<std::optional<std::string>> OverBodies::reload_changed_shaders() {
    std::vector<std::optional<std::string>> words{stars_.reload_changed_shaders(),
                                                  slice_.reload_changed_shaders(),
                                                  boxes_.reload_changed_shaders()};
    for (Lines& lines : lines_) {
        words.push_back(lines.renderer.reload_changed_shaders());
    }
    return words;
}

} // namespace orrery
