#include "app/window/sized_picture.hpp"

#include "app/plot/scene_panel.hpp"

#include <utility>

namespace orrery {

OtherSize::OtherSize(AppState& app, Extent size, VideoOf of)
    : stage(of == VideoOf::stage || (of == VideoOf::shown && app.view.layer == Layer::stage)),
      framebuffer(app.framebuffer, size),
      open(app.camera.open, stage ? beside_plot(app, {}) : ClearArea{}) {}

SizedPicture::SizedPicture(std::filesystem::path shader_folder, Extent size, VideoOf of)
    : shader_folder_(std::move(shader_folder)), of_(of), target_(size) {
    if (of != VideoOf::picture) {
        words_.emplace();
    }
}

void SizedPicture::draw(std::span<const BodyBuffer* const> bodies, const Picture& window,
                        AppState& app) {
    const bool whole = app.camera.open == ClearArea{};
    const OtherSize other(app, size(), of_);
    if (whole && window.size() == size()) {
        window.copy_to(gl_framebuffer());
    } else {
        if (!own_) {
            own_.emplace(shader_folder_);
        }
        own_->draw(bodies, picture_scale(size()), app, gl_framebuffer());
    }
    if (words_) {
        words_->draw(app, other.stage, size(), gl_framebuffer());
    }
}

} // namespace orrery
