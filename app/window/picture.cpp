#include "app/window/picture.hpp"

#include <utility>

namespace orrery {

namespace {

// So often the bodies are drawn anew in any case: a shader's file may have changed.
constexpr double longest_kept_seconds = 2;

// So much darker are bodies behind boxes, which would not be seen before a bright galaxy.
constexpr float stops_behind_boxes = 2.5;

} // namespace

Picture::Picture(const std::filesystem::path& shader_folder)
    : renderer_(shader_folder), box_renderer_(shader_folder) {}

bool Picture::Look::operator==(const Look& other) const {
    return pose.centre == other.pose.centre && pose.orientation == other.pose.orientation &&
           pose.distance == other.pose.distance && open == other.open &&
           field_of_view == other.field_of_view && style == other.style && scale == other.scale;
}

void Picture::set_boxes(std::span<const LineBox> boxes) {
    box_renderer_.set_boxes(boxes);
    boxes_changed_ = true;
}

void Picture::draw(const BodyBuffer& bodies, bool bodies_changed, float scale, AppState& app,
                   unsigned int target) {
    for (const std::optional<std::string>& words :
         {renderer_.reload_changed_shaders(), box_renderer_.reload_changed_shaders()}) {
        if (words) {
            app.say(*words, true);
        }
    }
    const Look look{app.camera.pose(), app.camera.open, app.camera.field_of_view, app.view.style,
                    scale};
    const bool other_size = !drawn_ || drawn_->size() != app.framebuffer;
    if (other_size) {
        drawn_.emplace(app.framebuffer);
    }
    const bool thawed = std::exchange(frozen_, app.view.frozen) && !frozen_;
    const bool changed = bodies_changed || boxes_changed_ || look != look_ || thawed ||
                         app.now - drawn_at_ >= longest_kept_seconds;
    fresh_ = other_size || (changed && !frozen_);
    boxes_changed_ = boxes_changed_ && !fresh_;
    if (fresh_) {
        BodyStyle style = app.view.style;
        style.exposure -= box_renderer_.empty() ? 0 : stops_behind_boxes;
        renderer_.draw(bodies, app.camera, style, app.framebuffer, drawn_->gl_framebuffer());
        box_renderer_.draw(app.camera, app.framebuffer, scale, drawn_->gl_framebuffer());
        look_ = look;
        drawn_at_ = app.now;
    }
    drawn_->copy_to(target);
}

double Picture::draw_milliseconds() const {
    return fresh_ ? renderer_.gpu_milliseconds() : 0;
}

} // namespace orrery
