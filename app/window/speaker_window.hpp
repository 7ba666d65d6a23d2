#pragma once

#include "app/panels/layout.hpp"
#include "app/panels/open_picture.hpp"
#include "app/state/app_state.hpp"
#include "app/window/imgui_session.hpp"
#include "render/capture.hpp"
#include "render/image.hpp"
#include "render/surface.hpp"

#include <functional>
#include <memory>
#include <optional>

namespace orrery {

// The speaker's window: a surface beside the audience's, with a context of OpenGL that shares its
// textures, an ImGui session of its own, and the audience's newest frame, which is drawn once and
// shown in both.
class SpeakerWindow {
public:
    // `audience` and `first` are of the audience's window, and outlive it; `scale`: that the
    // layout was last made for. Throws failure where there can be no second window.
    SpeakerWindow(Surface& audience, const ImGuiSession& first, const Rectangle& place,
                  const LayoutFile& layout, float scale);

    Surface& surface() { return *surface_; }
    ImGuiSession& imgui() { return imgui_; }
    const ImGuiSession& imgui() const { return imgui_; }
    const Surface& surface() const { return *surface_; }
    const SpeakerFit& fit() const { return fit_; }

    // Lays out status line, the audience's newest frame and panels, and what `over` draws over
    // them. Where the frame is.
    PictureArea lay_out(AppState& app, float scale, const std::function<void()>& over);

    // The framebuffer object that the audience's frames of this size are drawn into, in the
    // audience's context.
    unsigned int audience_frame(Extent size, int channel_bits);
    // Copies the frame to the audience's window; or its curtain covers that.
    void show_to_audience(Curtain curtain);
    // Draws what the ImGui session has laid out, and shows it. The picture of it, if it is wanted.
    std::optional<Image> show(bool picture_wanted);

private:
    Surface& audience_;
    std::unique_ptr<Surface> surface_;
    ImGuiSession imgui_;
    std::unique_ptr<Framebuffer> frame_;
    std::unique_ptr<Framebuffer> replaced_; // that the panels laid out in this frame still show
    SpeakerFit fit_;
};

} // namespace orrery
