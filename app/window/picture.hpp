#pragma once

#include "app/window/app_state.hpp"
#include "render/body_renderer.hpp"
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

    // Fills the window. `bodies_changed`: since the last call. Shaders whose files changed are
    // reloaded; what the compiler has to say becomes a toast.
    void draw(const BodyBuffer& bodies, bool bodies_changed, AppState& app);

    // Of the bodies, by the GPU's clock; 0 when they were not drawn anew.
    double draw_milliseconds() const;

private:
    struct Look {
        CameraPose pose;
        OpenPart open;
        double field_of_view = 0;
        BodyStyle style;
        bool operator==(const Look& other) const;
    };

    BodyRenderer renderer_;
    std::optional<Framebuffer> drawn_;
    Look look_;           // that it was drawn with
    double drawn_at_ = 0; // seconds since the window opened
    bool fresh_ = false;  // drawn anew for the newest frame
};

} // namespace orrery
