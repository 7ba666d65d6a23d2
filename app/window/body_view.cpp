#include "app/window/body_view.hpp"

#include "app/race/race_framing.hpp"
#include "app/state/appearance.hpp"
#include "render/picking.hpp"

#include <algorithm>
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

int share_of(double share, int pixels) {
    return static_cast<int>(std::lround(share * pixels));
}

} // namespace

BodyLook look_of(const AppState& app, float scale) {
    // An audience sits as far away whatever the number of pixels, and the boxes are what it looks
    // at.
    constexpr float stage_height = 720; // at scale 1
    const bool on_stage = app.view.layer == Layer::stage;
    const float of_height = static_cast<float>(app.framebuffer.height) / stage_height;
    return {race_eye(app),
            drawn_style(app.view, app.catalogue, app.units),
            app.framebuffer,
            on_stage ? std::max(scale, of_height) : scale,
            on_stage ? 2.4F : 1.2F,
            app.view.fade_lines,
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
    const std::vector<RaceView> views = race_views(racers, look.camera.open, aspect);
    const RaceLetters letters = race_letters(views.front(), aspect);
    std::vector<PictureLane> lanes;
    for (const RaceView& view : views) {
        PictureLane lane{look, share_of(view.left, size.width),
                         size.height - share_of(view.bottom, size.height)};
        lane.look.camera = race_camera(look.camera, view, letters, aspect);
        lane.look.size = {std::max(share_of(view.right, size.width) - lane.left, 1),
                          std::max(size.height - share_of(view.top, size.height) - lane.below, 1)};
        lanes.push_back(lane);
    }
    return lanes;
}

BodyStyle BodyView::Over::style_below(BodyStyle style) const {
    constexpr float stops = 2.5;
    style.exposure -= has_boxes() ? stops : 0;
    return style;
}

void BodyView::Over::draw(const BodyLook& look, const PicturePart& part,
                          unsigned int target) const {
    if (stars != nullptr) {
        stars->draw(look.camera, part, look.scale, target);
    }
    if (slice != nullptr) {
        slice->draw(look.camera, look.style.colour_map, part, target);
    }
    if (lines != nullptr) {
        lines->draw(look.camera, part, look.scale, target, look.fading);
    }
    if (has_boxes()) {
        boxes->draw(look.camera, part, look.scale, look.box_width, target);
    }
}

bool BodyView::shows(const BodyLook& look) const {
    const CameraPose& seen = look_.camera.pose();
    const CameraPose& wanted = look.camera.pose();
    return seen.centre == wanted.centre && seen.orientation == wanted.orientation &&
           seen.distance == wanted.distance && look_.camera.open == look.camera.open &&
           look_.camera.field_of_view == look.camera.field_of_view && look_.style == look.style &&
           look_.scale == look.scale && look_.box_width == look.box_width &&
           look_.fading == look.fading && look_.quality == look.quality;
}

void BodyView::draw(BodyRenderer& renderer, const Over& over, const BodyBuffer& bodies,
                    bool changed, const BodyLook& look) {
    const bool other_size = !drawn_ || drawn_->size() != look.size;
    if (other_size) {
        drawn_.emplace(look.size, look.channel_bits);
    }
    const int shaders = renderer.times_loaded();
    const bool stale = changed || !shows(look) || shaders_ != shaders;
    const bool aged = look.now - look_.now >= longest_kept_seconds;
    anew_ = other_size || stale;
    if (anew_) {
        still_.clear();
        drawn_anew_ = look.now;
    }
    gathering_ = wants_more(renderer, look);
    const bool gathers = gathering_ && !anew_ && look.now - drawn_anew_ >= seconds_before_gathering;
    fresh_ = anew_ || gathers || aged;
    if (!fresh_) {
        return;
    }
    const BodyStyle style = over.style_below(look.style);
    const unsigned int target = drawn_->gl_framebuffer();
    if (gathers) {
        renderer.refine(still_, bodies, look.camera, style, look.size, target);
    } else if (!anew_ && still_.samples() > 0) {
        renderer.show_again(still_, bodies, look.camera, style, target);
    } else {
        draw_bodies(renderer, bodies, style, look);
    }
    shaders_ = shaders;
    over.draw(look, look.size, target);
    look_ = look;
    gathering_ = wants_more(renderer, look);
}

bool BodyView::wants_more(const BodyRenderer& renderer, const BodyLook& look) const {
    return look.still && !still_.finished() && renderer.gpu_milliseconds() < longest_gathered;
}

// Of fewer pixels, where that is wanted, and those stretched.
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

} // namespace orrery
