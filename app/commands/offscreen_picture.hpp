#pragma once

#include "app/state/paths.hpp"
#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/capture.hpp"
#include "render/graphics_context.hpp"
#include "render/image.hpp"
#include "render/light_picture.hpp"
#include "render/offscreen_context.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/system.hpp"

#include <optional>

namespace orrery {

// What a picture without a window looks like.
struct PictureStyle {
    Extent size{1920, 1080};
    BodyStyle bodies;
    BodyScalar scalar = BodyScalar::speed;
    std::optional<double> azimuth, elevation; // degrees; unset: the scene's
    std::optional<double> distance;           // unset: the scene's; 0: frame everything
    Look look;                                // of paths and dark matter
    std::optional<CameraPose> pose; // of another picture, where no angle or distance is set
};

// Draws a simulation off-screen. Owns the graphics context, so there is one on a thread at a time.
class OffscreenPicture {
public:
    // Throws failure when there is no OpenGL 4.5 here, or no room for the picture.
    explicit OffscreenPicture(const PictureStyle& style);

    // The newest complete state. The camera is set up at the first call and then stays.
    Image draw(const Simulation& simulation);
    // The same with light beyond white.
    LightPicture draw_light(const Simulation& simulation);

    // The paths of the bodies up to now, if they are seen.
    void remember(const Simulation& simulation);

    // Milliseconds of all calls of draw, reading the pixels back included.
    double draw_milliseconds() const { return draw_milliseconds_; }
    std::size_t drawn() const { return drawn_; }
    std::string renderer() const { return context_.renderer(); }
    // Why bodies that a GPU has were copied by the processor; empty when they were not.
    const std::string& interop_fallback() const { return buffer_.interop_unavailable(); }

private:
    void draw_into(unsigned int framebuffer, const Simulation& simulation);
    Simulation::Written publish(const Simulation& simulation);
    void set_up_camera(const Viewpoint& viewpoint);

    PictureStyle style_;
    OffscreenContext context_; // first: the others live in it
    BodyBuffer buffer_;
    BodyRenderer renderer_;
    LineRenderer line_renderer_;
    Paths paths_;
    bool paths_begun_ = false;
    Framebuffer framebuffer_;
    std::optional<LightTarget> light_;
    Camera camera_;
    double draw_milliseconds_ = 0;
    std::size_t drawn_ = 0;
};

} // namespace orrery
