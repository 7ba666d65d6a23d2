#include "app/window/picture.hpp"

#include "app/features/race/race_figures.hpp"
#include "app/state/appearance.hpp"
#include "app/state/feature.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/paths.hpp"
#include "app/state/scene_space.hpp"
#include "app/window/body_publisher.hpp"
#include "render/picking.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

// So often the picture is shown anew in any case: the file of a shader that draws over the bodies
// may have changed.
constexpr double longest_kept_seconds = 2;

// A camera that is turned by hand may rest so long and go on: its pictures are to come quickly.
constexpr double seconds_before_gathering = 0.2;

// Milliseconds. While a drawing takes longer, no key or mouse is answered: that is worse than an
// edge.
constexpr double longest_gathered = 500;

// How bright a picture is shown follows from the drawings before: a kept one is of an eye that is
// used to it.
constexpr int drawings_to_settle = 3;

int share_of(double share, int pixels) {
    return static_cast<int>(std::lround(share * pixels));
}

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

bool in_one_view(const AppState& app) {
    return app.view.race_overlay && app.race.under_way && app.race.racers.size() > 1;
}

// The style with all that shines in one colour.
BodyStyle in_one_colour(BodyStyle style, const glm::vec3& colour) {
    style.colour_by = ColourBy::natural;
    if (style.lights.empty()) { // without components: one for all
        style.lights.emplace_back();
    }
    for (BodyLight& light : style.lights) {
        light.colour = light.bright_colour = colour;
    }
    return style;
}

void add_twin(std::vector<LinePoint>& lines, const glm::dvec3& one, const glm::dvec3& other) {
    constexpr std::array<std::uint8_t, 4> colour{235, 238, 245, 0};
    lines.push_back(point_at(one, colour, 0));
    lines.push_back(point_at(one, colour, 0.6));
    lines.push_back(point_at(other, colour, 0.6));
}

// The bodies of the exact orbits as rings, where they are at `time`; in one view of all racers with
// lines to those of this one.
void add_ghosts(std::vector<LinePoint>& lines, const AppState& app, const Paths& paths, double time,
                bool first, const CameraPose& pose) {
    constexpr double ring = 0.022; // of the camera's distance
    const std::vector<std::array<float, 3>> places =
        in_one_view(app) ? paths.places_at(time) : std::vector<std::array<float, 3>>();
    for (std::size_t k = 0; k < app.race.exact.size(); ++k) {
        const glm::dvec3 ghost = app.race.exact[k].at_time(time);
        if (first || !in_one_view(app)) {
            add_ring(lines, ghost, ring * pose.distance, pose.orientation);
        }
        if (k < places.size()) {
            add_twin(lines, {places[k][0], places[k][1], places[k][2]}, ghost);
        }
    }
}

// From each body of the first racer to the same one of the others, at the same time.
void add_twins(std::vector<LinePoint>& lines, const AppState& app) {
    for (std::size_t racer = 1; racer <= app.race.pictures.size(); ++racer) {
        const RivalPicture& rival = rival_picture(app, racer);
        const double time = std::min(app.written.time, rival.time);
        const auto here = app.paths.places_at(time), there = rival.paths.places_at(time);
        for (std::size_t k = 0; k < std::min(here.size(), there.size()); ++k) {
            const auto& [x, y, z] = here[k];
            const auto& [other_x, other_y, other_z] = there[k];
            add_twin(lines, {x, y, z}, {other_x, other_y, other_z});
        }
    }
}

std::vector<LinePoint> lines_over(const AppState& app, std::size_t racer) {
    const bool first = racer == 0;
    const Paths& paths = first ? app.paths : rival_picture(app, racer).paths;
    const double time = first ? app.written.time : rival_picture(app, racer).time;
    const BodyStyle natural = drawn_style(app.view, app.catalogue, app.units);
    const std::vector<BodyLight> lights =
        in_one_view(app) ? in_one_colour(natural, racer_colour(racer)).lights : natural.lights;
    Look look = app.view;
    look.show_orbits = look.show_orbits && !shows_exact_orbits(app); // which stand for them
    std::vector<LinePoint> lines = paths.lines(look, lights, time, app.get<SceneSpace>().box);
    const CameraPose pose = race_eye(app).pose();
    guides_of(app, racer).append(lines, app.view, lights, grid_for(pose), pose);
    if (shows_exact_orbits(app)) {
        add_dashed(lines, app.race.exact);
        add_ghosts(lines, app, paths, time, first, pose);
    } else if (first && in_one_view(app)) {
        add_twins(lines, app);
    }
    return lines;
}

// The style of the bodies, with the lengths of the box that they are to be drawn around.
BodyStyle style_of(const AppState& app) {
    BodyStyle style = drawn_style(app.view, app.catalogue, app.units);
    const PeriodicBox& box = app.get<SceneSpace>().box;
    if (app.view.show_neighbours && box.is_periodic()) {
        style.box = glm::vec3(box.lengths[0], box.lengths[1], box.lengths[2]);
    }
    return style;
}

// Thin and quiet: it says where space begins anew, and nothing is to be looked at there.
std::vector<LineBox> edges_of(const PeriodicBox& box) {
    if (!box.is_periodic()) {
        return {};
    }
    LineBox edges{.low = {0, 0, 0}, .high = {}, .colour = {120, 140, 175, 95}};
    std::ranges::transform(box.lengths, edges.high.begin(),
                           [](double length) { return static_cast<float>(length); });
    return {edges};
}

// Whether another value is shown now.
template <class Value>
bool takes(Value& shown, const Value& now) {
    return std::exchange(shown, now) != now;
}

} // namespace

BodyLook look_of(const AppState& app, float scale) {
    // An audience sits as far away whatever the number of pixels, and the boxes are what it looks
    // at.
    constexpr float stage_height = 720; // at scale 1
    const bool on_stage = app.view.layer == Layer::stage;
    const float of_height = static_cast<float>(app.framebuffer.height) / stage_height;
    return {race_eye(app),
            style_of(app),
            app.framebuffer,
            on_stage ? std::max(scale, of_height) : scale,
            on_stage ? 2.4F : 1.2F,
            app.view.fade_lines,
            app.view.line_glow,
            in_one_view(app),
            app.status.loaded && !app.status.settings.running && !app.status.stepping,
            app.now,
            app.picture_quality,
            app.channel_bits};
}

CameraPose framing_pose(const AppState& app, const CameraPose& pose, const BodyBuffer& bodies) {
    const std::optional<Sphere> sphere = bounding_sphere(bodies);
    if (!sphere) {
        return pose;
    }
    const double aspect = static_cast<double>(std::max(app.framebuffer.width, 1)) /
                          static_cast<double>(std::max(app.framebuffer.height, 1));
    const ClearArea& open = app.camera.open;
    return framing(pose, sphere->centre, sphere->radius, app.camera.field_of_view,
                   aspect * open.share.x / open.share.y);
}

CameraPose home_pose(const AppState& app, const Viewpoint& viewpoint, const BodyBuffer& bodies) {
    const glm::dvec3 centre(viewpoint.centre[0], viewpoint.centre[1], viewpoint.centre[2]);
    const bool near = viewpoint.distance > 0;
    const CameraPose pose = pose_from_angles(centre, near ? viewpoint.distance : 1,
                                             viewpoint.azimuth, viewpoint.elevation);
    return near ? pose : framing_pose(app, pose, bodies);
}

std::vector<PictureLane> picture_lanes(const BodyLook& look, std::size_t racers) {
    if (racers < 2) {
        return {{look}};
    }
    const Extent size = look.size;
    const double aspect = static_cast<double>(size.width) / std::max(size.height, 1);
    std::vector<PictureLane> lanes;
    const std::vector<RaceView> views =
        picture_views(racers, look.camera, aspect, look.in_one_view);
    for (const RaceView& view : views) {
        PictureLane lane{look, share_of(view.left, size.width),
                         size.height - share_of(view.bottom, size.height)};
        lane.over_others = look.in_one_view && !lanes.empty();
        if (look.in_one_view) {
            lane.look.style = in_one_colour(look.style, racer_colour(lanes.size()));
        }
        lane.look.camera = view.camera;
        lane.look.size = {std::max(share_of(view.right, size.width) - lane.left, 1),
                          std::max(size.height - share_of(view.top, size.height) - lane.below, 1)};
        lanes.push_back(lane);
    }
    return lanes;
}

OverBodies::OverBodies(const std::filesystem::path& shader_folder)
    : shader_folder_(shader_folder), stars_(shader_folder), slice_(shader_folder),
      boxes_(shader_folder), edges_(shader_folder) {}

OverBodies::LinesShown OverBodies::lines_shown(const AppState& app, std::size_t view) {
    const View& look = app.view;
    const CameraPose pose = race_eye(app).pose();
    const bool guides = look.show_path_ahead || look.show_velocities;
    const bool ground = look.show_grid || look.show_axes;
    const bool arrows = look.show_velocities || look.show_axes;
    const bool exact = shows_exact_orbits(app);
    return {.trails = look.show_trails || app.paths.have_tails(),
            .orbits = look.show_orbits,
            .length = look.trail_length,
            .path_ahead = look.show_path_ahead,
            .velocities = look.show_velocities,
            .grid = look.show_grid,
            .axes = look.show_axes,
            .guides = guides ? guides_of(app, view).version() : 0,
            .ground = ground ? std::optional(grid_for(pose)) : std::nullopt,
            .arrow_distance = arrows || exact ? pose.distance : 0,
            .exact = exact,
            .facing = exact ? pose.orientation : glm::dquat(1, 0, 0, 0),
            .in_one_view = in_one_view(app)};
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
    if (takes(edges_shown_, app.view.show_box ? app.get<SceneSpace>().box : PeriodicBox())) {
        edges_.set_boxes(edges_of(edges_shown_));
        other = true;
    }
    return other;
}

bool OverBodies::bring_lines(const AppState& app, std::size_t view, bool changed) {
    if (view >= lines_.size()) { // their shaders failed
        return false;
    }
    Lines& lines = lines_[view];
    const bool other = takes(lines.shown, lines_shown(app, view));
    if (other || (changed && (lines.shown.trails || lines.shown.orbits || lines.shown.in_one_view ||
                              lines.shown.exact))) {
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
    stars_.draw(look.camera, part, look.scale, target, look.style);
    edges_.draw(look.camera, part, look.scale, 1, target);
    if (view == 0) {
        slice_.draw(look.camera, look.style.colour_map, part, target);
    }
    if (view < lines_.size()) {
        lines_[view].renderer.draw(look.camera, part, look.scale, target, look.style, look.fading,
                                   look.glow);
    }
    if (view == 0) {
        boxes_.draw(look.camera, part, look.scale, look.box_width, target);
    }
}

std::vector<std::optional<std::string>> OverBodies::reload_changed_shaders() {
    std::vector<std::optional<std::string>> words{
        stars_.reload_changed_shaders(), slice_.reload_changed_shaders(),
        boxes_.reload_changed_shaders(), edges_.reload_changed_shaders()};
    for (Lines& lines : lines_) {
        words.push_back(lines.renderer.reload_changed_shaders());
    }
    return words;
}

bool BodyView::shows(const BodyLook& look) const {
    return look_.camera.pose() == look.camera.pose() && look_.camera.open == look.camera.open &&
           look_.camera.field_of_view == look.camera.field_of_view && look_.style == look.style &&
           look_.scale == look.scale && look_.box_width == look.box_width &&
           look_.fading == look.fading && look_.glow == look.glow && look_.quality == look.quality;
}

BodyView::Drawn BodyView::draw(BodyRenderer& renderer, OverBodies& over, std::size_t view,
                               const BodyBuffer& bodies, bool changed, const BodyLook& look) {
    const bool other_size = !drawn_ || drawn_->size() != look.size;
    if (other_size) {
        drawn_.emplace(look.size, look.channel_bits);
    }
    const int shaders = renderer.times_loaded();
    const bool stale = changed || !shows(look) || shaders_ != shaders;
    const bool aged = look.now - look_.now >= longest_kept_seconds;
    const bool anew = other_size || stale;
    if (anew) {
        still_.clear();
        drawn_anew_ = look.now;
        drawings_ = 0;
    }
    const bool settles = look.still && drawings_ < drawings_to_settle;
    const bool gathering = wants_more(renderer, look);
    // Slow drawings are gathered one at a time, too: on a busy machine a quick one may be slow
    // once.
    const bool due = aged || (gathering && look.now - drawn_anew_ >= seconds_before_gathering);
    const bool gathers = look.still && !anew && !settles && !still_.finished() && due;
    if (!anew && !settles && !gathers && !aged) {
        return {.gathering = gathering};
    }
    const BodyStyle style = over.style_below(view, look.style);
    const unsigned int target = drawn_->gl_framebuffer();
    if (gathers) {
        renderer.refine(still_, bodies, look.camera, style, look.size, target);
    } else if (!anew && still_.samples() > 0) {
        renderer.show_again(still_, bodies, look.camera, style, target);
    } else {
        draw_bodies(renderer, bodies, style, look);
        ++drawings_;
    }
    shaders_ = shaders;
    over.draw(view, look, look.size, target);
    look_ = look;
    return {true, anew, wants_more(renderer, look)};
}

bool BodyView::wants_more(const BodyRenderer& renderer, const BodyLook& look) const {
    const bool gathers = !still_.finished() && renderer.gpu_milliseconds() < longest_gathered;
    return look.still && (drawings_ < drawings_to_settle || gathers);
}

// Draws the bodies with fewer pixels and stretches them where `quality` asks for that.
void BodyView::draw_bodies(BodyRenderer& renderer, const BodyBuffer& bodies, const BodyStyle& style,
                           const BodyLook& look) {
    const PictureQuality& quality = look.quality;
    if (quality.resolution >= 1) {
        coarse_.reset();
        renderer.draw(bodies, look.camera, style, look.size, drawn_->gl_framebuffer(),
                      quality.drawing);
        return;
    }
    const Extent size{std::max(static_cast<int>(look.size.width * quality.resolution), 1),
                      std::max(static_cast<int>(look.size.height * quality.resolution), 1)};
    if (!coarse_ || coarse_->size() != size) {
        coarse_.emplace(size, look.channel_bits);
    }
    renderer.draw(bodies, look.camera, style, size, coarse_->gl_framebuffer(), quality.drawing);
    coarse_->stretch_to(*drawn_);
}

Picture::Picture(const std::filesystem::path& shader_folder)
    : renderer_(shader_folder), over_(shader_folder), overlay_(shader_folder) {}

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
    drawn_ = {};
    for (std::size_t k = 0; k < lanes_.size(); ++k) {
        Lane& lane = lanes_[k];
        lane.left = places[k].left;
        lane.below = places[k].below;
        lane.over_others = places[k].over_others;
        const std::pair seen(bodies[k], bodies[k]->changes());
        const bool newer = std::exchange(lane.seen, seen) != seen;
        const bool changed = over_.bring_lines(app, k, newer) || newer || other;
        const BodyView::Drawn drawn =
            lane.view.draw(renderer_, over_, k, *bodies[k], changed, places[k].look);
        drawn_ = {drawn_.fresh || drawn.fresh, drawn_.anew || drawn.anew,
                  drawn_.gathering || drawn.gathering};
    }
    copy_to(target);
}

void Picture::copy_to(unsigned int target) const {
    for (const Lane& lane : lanes_) {
        if (lane.over_others) {
            overlay_.draw(lane.view.picture(), target, lane.left, lane.below);
        } else {
            lane.view.picture().copy_to(target, lane.left, lane.below);
        }
    }
}

} // namespace orrery
