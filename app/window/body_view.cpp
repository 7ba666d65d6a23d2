#include "app/window/body_view.hpp"

#include "app/state/appearance.hpp"

#include <utility>

namespace orrery {

namespace {

// So often the bodies are drawn anew in any case: a shader's file may have changed.
constexpr double longest_kept_seconds = 2;

} // namespace

BodyLook look_of(const AppState& app, float scale) {
    return {app.camera,
            drawn_style(app.view, app.catalogue, app.units),
            app.framebuffer,
            scale,
            app.view.fade_lines,
            app.view.frozen,
            app.now};
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
           look_.scale == look.scale && look_.fading == look.fading;
}

void BodyView::draw(BodyRenderer& renderer, const Over& over, const BodyBuffer& bodies,
                    bool changed, const BodyLook& look) {
    const bool other_size = !drawn_ || drawn_->size() != look.size;
    if (other_size) {
        drawn_.emplace(look.size);
    }
    const bool thawed = std::exchange(frozen_, look.frozen) && !frozen_;
    const bool stale =
        changed || !shows(look) || thawed || look.now - look_.now >= longest_kept_seconds;
    fresh_ = other_size || (stale && !frozen_);
    if (!fresh_) {
        return;
    }
    const bool has_boxes = over.boxes != nullptr && !over.boxes->empty();
    const BodyStyle style = has_boxes ? behind_boxes(look.style) : look.style;
    renderer.draw(bodies, look.camera, style, look.size, drawn_->gl_framebuffer());
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
        over.boxes->draw(look.camera, look.size, look.scale, target);
    }
    look_ = look;
}

void BodyView::copy_to(unsigned int target, int left, int below) const {
    drawn_->copy_to(target, left, below);
}

} // namespace orrery
