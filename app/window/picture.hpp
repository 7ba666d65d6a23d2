#pragma once

#include "app/state/app_state.hpp"
#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"
#include "render/body_style.hpp"
#include "render/box_renderer.hpp"
#include "render/capture.hpp"

#include <filesystem>
#include <optional>

namespace orrery {

// The bodies in the window. They are drawn anew only when they, the camera, the style or the
// window's size have changed; a frame that changes nothing but a panel copies the picture that is
// there. So panels stay fluid beside steps of seconds, however many bodies a software renderer has
// to draw.
class Picture {
public:
    // Throws failure as BodyRenderer does.
    explicit Picture(const std::filesystem::path& shader_folder);

    // The boxes over the bodies, from now on.
    void set_boxes(std::span<const LineBox> boxes);

    // Fills the framebuffer object `target`, which is as large as app.framebuffer says, and leaves
    // it bound. `bodies_changed`: since the last call. Shaders whose files changed are
    // reloaded; what the compiler has to say becomes a toast. Lines are as wide as `scale` says.
    void draw(const BodyBuffer& bodies, bool bodies_changed, float scale, AppState& app,
              unsigned int target);

    // What was drawn last; {0, 0}: nothing yet.
    Extent size() const { return drawn_ ? drawn_->size() : Extent{}; }
    void copy_to(unsigned int target) const { drawn_->copy_to(target); }

    // Of the bodies, by the GPU's clock; 0 when they were not drawn anew.
    double draw_milliseconds() const;

private:
    struct Look {
        CameraPose pose;
        ClearArea open;
        double field_of_view = 0;
        BodyStyle style;
        float scale = 0;
        bool operator==(const Look& other) const;
    };

    BodyRenderer renderer_;
    BoxRenderer box_renderer_;
    bool boxes_changed_ = false;
    std::optional<Framebuffer> drawn_;
    Look look_;           // that it was drawn with
    double drawn_at_ = 0; // seconds since the window opened
    bool frozen_ = false;
    bool fresh_ = false; // drawn anew for the newest frame
};

} // namespace orrery
