#include "app/window/sized_picture.hpp"

#include "app/plot/scene_panel.hpp"
#include "app/window/other_size.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

SizedPicture::SizedPicture(std::filesystem::path shader_folder, Extent size, VideoOf of)
    : shader_folder_(std::move(shader_folder)), of_(of), target_(size) {
    if (of != VideoOf::picture) {
        words_.emplace();
    }
}

void SizedPicture::draw(const BodyBuffer& bodies, std::span<const LineBox> boxes,
                        const Picture& window, AppState& app) {
    const bool whole = app.camera.open == ClearArea{};
    const OtherSize other(app, size());
    const bool stage =
        words_ && (of_ == VideoOf::stage || app.view.layer == Layer::stage); // and its plot
    const ClearArea open =
        std::exchange(app.camera.open, stage ? beside_plot(app, app.camera.open) : app.camera.open);
    if (whole && window.size() == size()) {
        window.copy_to(gl_framebuffer());
    } else {
        draw_bodies(bodies, window.rivals(), boxes, app);
    }
    app.camera.open = open;
    if (words_) {
        words_->draw(app, stage, size(), gl_framebuffer());
    }
}

void SizedPicture::draw_bodies(const BodyBuffer& bodies, std::span<const BodyBuffer* const> rivals,
                               std::span<const LineBox> boxes, AppState& app) {
    if (!own_) {
        own_.emplace(shader_folder_);
    }
    if (!std::exchange(boxes_known_, true)) {
        own_->set_boxes(boxes);
    }
    own_->draw(bodies, rivals, !std::exchange(bodies_known_, true), picture_scale(size()), app,
               gl_framebuffer());
}

} // namespace orrery
