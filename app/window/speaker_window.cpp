#include "app/window/speaker_window.hpp"

#include "app/language/tr.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/theme.hpp"
#include "app/stage/stage_type.hpp"
#include "app/state/temporarily.hpp"
#include "app/state/window_requests.hpp"
#include "app/window/panel_area.hpp"
#include "render/gl_object.hpp"

#include <GL/glew.h>
#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace orrery {

namespace {

// As large as fits, in whole pixels.
PictureArea area_within(const ClearArea& open, const Extent& size) {
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    const float width = static_cast<float>(open.share.x) * window.x;
    const float height = static_cast<float>(open.share.y) * window.y;
    const float x = static_cast<float>(1 + open.centre.x) / 2 * window.x;
    const float y = static_cast<float>(1 - open.centre.y) / 2 * window.y;
    const float margin = scaled(4);
    const float factor =
        std::min(std::max(width - 2 * margin, 1.0F) / static_cast<float>(size.width),
                 std::max(height - 2 * margin, 1.0F) / static_cast<float>(size.height));
    const ImVec2 extent{std::floor(factor * static_cast<float>(size.width)),
                        std::floor(factor * static_cast<float>(size.height))};
    return {{std::round(x - extent.x / 2), std::round(y - extent.y / 2)}, extent};
}

void draw_centred(ImDrawList& draw, const PictureArea& area, const char* text) {
    const StageText words{strong_font(), 0.09F * area.size.y, text};
    const ImVec2 extent = words.extent();
    const ImVec2 at{area.from.x + (area.size.x - extent.x) / 2,
                    area.from.y + (area.size.y - extent.y) / 2};
    const float pad = 0.4F * extent.y;
    draw.AddRectFilled({at.x - pad, at.y - pad / 2},
                       {at.x + extent.x + pad, at.y + extent.y + pad / 2}, IM_COL32(0, 0, 0, 210),
                       pad);
    words.write(at, accent_colour());
}

// The picture, also behind a curtain: what comes next can be prepared there.
void draw_preview(const AppState& app, unsigned int texture, const PictureArea& area) {
    ImDrawList& draw = *ImGui::GetBackgroundDrawList();
    const ImVec2 to{area.from.x + area.size.x, area.from.y + area.size.y};
    const ImVec2 below{0, 1}, above{1, 0}; // OpenGL's rows begin at the foot
    draw.AddImage(ImTextureRef(ImTextureID{texture}), area.from, to, below, above);
    const Curtain curtain = app.view.curtain;
    const bool marked = curtain != Curtain::open || app.view.frozen;
    const float line = scaled(marked ? 3.0F : 1.0F);
    draw.AddRect({area.from.x - line, area.from.y - line}, {to.x + line, to.y + line},
                 faded(marked ? accent_colour() : ImGui::GetStyle().Colors[ImGuiCol_Border]), 0,
                 line);
    if (curtain != Curtain::open) {
        draw.AddRectFilled(area.from, to, IM_COL32(0, 0, 0, 110));
        draw_centred(draw, area,
                     curtain == Curtain::black ? tr("The audience sees black")
                                               : tr("The audience sees white"));
    } else if (app.view.frozen) {
        draw_centred(draw, area, tr("Frozen"));
    }
}

} // namespace

SpeakerWindow::SpeakerWindow(Surface& audience, const ImGuiSession& first, const Rectangle& place,
                             const LayoutFile& layout, float scale)
    : audience_(audience), surface_(audience.open_another(place, tr("Orrery - speaker"))),
      imgui_(*surface_, layout, &first) {
    fit_.kept_scale = scale;
}

PictureArea SpeakerWindow::lay_out(AppState& app, float scale, const std::function<void()>& over) {
    status_line(app);
    const ImGuiID dockspace = ImHashStr("speaker");
    const ImVec2 work = ImGui::GetMainViewport()->WorkSize;
    const Extent room{static_cast<int>(work.x), static_cast<int>(work.y)};
    const Extent size = frame_ ? frame_->size() : Extent{1, 1};
    if (app.requests.take<ResetLayout>()) {
        fit_ = {};
    }
    fit_speaker_panels(dockspace, {room, scale}, static_cast<double>(size.width) / size.height,
                       fit_);
    const ClearArea open = lay_out_docks(dockspace);
    const PictureArea area = area_within(open, size);
    if (frame_) {
        draw_preview(app, frame_->gl_texture(), area);
    }
    // To panels and messages the preview is the picture, with panels around it; what they say of
    // the layer stays said. A plot beside the audience's picture takes some of that.
    const Temporarily preview(app.camera.open, open);
    const Layer layer = std::exchange(app.view.layer, Layer::panels);
    speaker_panel(app);
    draw_control_panels(app);
    over();
    app.view.layer = app.view.layer == Layer::panels ? layer : app.view.layer;
    return area;
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
