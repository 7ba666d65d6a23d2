#include "app/window/speaker_window.hpp"

#include "app/language/tr.hpp"

#include "render/gl_object.hpp"

#include <GL/glew.h>

#include <utility>

namespace orrery {

SpeakerWindow::SpeakerWindow(Surface& audience, const ImGuiSession& first, const Rectangle& place,
                             const Layout& layout)
    : audience_(audience), surface_(audience.open_another(place, tr("Orrery - speaker"))),
      imgui_(*surface_, first, layout.file, layout.use) {
    fit_.kept_scale = layout.scale;
}

Preview SpeakerWindow::preview() const {
    return frame_ ? Preview{frame_->gl_texture(), frame_->size()} : Preview{};
}

unsigned int SpeakerWindow::audience_frame(Extent size, int channel_bits) {
    if (!frame_ || frame_->size() != size) {
        replaced_ = std::exchange(frame_, std::make_unique<Framebuffer>(size, channel_bits));
    }
    return frame_->gl_framebuffer();
}

void SpeakerWindow::show_to_audience(Curtain curtain) {
    if (curtain == Curtain::open) {
        frame_->copy_to(audience_.gl_framebuffer());
        return;
    }
    const float shade = curtain == Curtain::white ? 1.0F : 0.0F;
    const float colour[] = {shade, shade, shade, 1};
    glDisable(GL_SCISSOR_TEST);
    glClearNamedFramebufferfv(audience_.gl_framebuffer(), GL_COLOR, 0, colour);
}

std::optional<Image> SpeakerWindow::show(bool picture_wanted) {
    const Extent size = surface_->framebuffer_size();
    if (size.width <= 0 || size.height <= 0) {
        return std::nullopt; // minimised
    }
    const GlFence drawn = GlFence::insert();
    glFlush(); // or it would never be passed
    surface_->make_current();
    drawn.hold_back();
    constexpr float ground[] = {0.012F, 0.013F, 0.016F, 1};
    glBindFramebuffer(GL_FRAMEBUFFER, surface_->gl_framebuffer());
    glDisable(GL_SCISSOR_TEST);
    glClearNamedFramebufferfv(surface_->gl_framebuffer(), GL_COLOR, 0, ground);
    {
        const CurrentSession current(imgui_);
        imgui_.draw();
    }
    replaced_.reset();
    std::optional<Image> picture;
    if (picture_wanted) {
        picture = read_pixels(surface_->gl_framebuffer(), size);
    }
    const GlFence read = GlFence::insert();
    surface_->swap_buffers();
    audience_.make_current();
    read.hold_back(); // the next frame is drawn over what is shown here
    return picture;
}

} // namespace orrery
