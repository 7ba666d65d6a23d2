#include "app/window/body_view.hpp"

#include "app/race/race_framing.hpp"
#include "app/state/appearance.hpp"

#include <algorithm>
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

BodyStyle behind_boxes(BodyStyle style) {
    constexpr float stops = 2.5;
    style.exposure -= stops;
    return style;
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
    const bool has_boxes = over.boxes != nullptr && !over.boxes->empty();
    const BodyStyle style = has_boxes ? behind_boxes(look.style) : look.style;
    if (gathers) {
        renderer.refine(still_, bodies, look.camera, style, look.size, drawn_->gl_framebuffer());
    } else if (!anew_ && still_.samples() > 0) {
        renderer.show_again(still_, bodies, look.camera, style, drawn_->gl_framebuffer());
    } else {
        draw_bodies(renderer, bodies, style, look);
    }
    shaders_ = shaders;
    const unsigned int target = drawn_->gl_framebuffer();
    if (over.stars != nullptr) {
        over.stars->draw(look.camera, look.size, look.scale, target);
    }
    if (over.slice != nullptr) {
        over.slice->draw(look.camera, style.colour_map, look.size, target);
    }
    if (over.lines != nullptr) {
        over.lines->draw(look.camera, look.size, look.scale, target, look.fading);
    }
    if (has_boxes) {
        over.boxes->draw(look.camera, look.size, look.scale, look.box_width, target);
    }
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

void BodyView::copy_to(unsigned int target, int left, int below) const {
    drawn_->copy_to(target, left, below);
}

} // namespace orrery
