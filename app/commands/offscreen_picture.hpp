#pragma once

#include "app/state/app_state.hpp"
#include "app/window/picture.hpp"
#include "app/window/sized_picture.hpp"
#include "render/body_buffer.hpp"
#include "render/capture.hpp"
#include "render/graphics_context.hpp"
#include "render/image.hpp"
#include "render/offscreen.hpp"
#include "render/pass_clock.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <filesystem>
#include <optional>
#include <vector>

namespace orrery {

// What a picture without a window looks like.
struct PictureStyle {
    Extent size{1920, 1080};
    std::optional<double> azimuth, elevation; // degrees; unset: the scene's
    std::optional<double> distance;           // unset: the scene's; 0: frame everything
    Look look;
};

// Draws a simulation off-screen, as the window draws it in the same look, without what only a
// window has. Owns the graphics context, so there is one on a thread at a time.
class OffscreenPicture {
public:
    // Throws failure when there is no OpenGL 4.5 here.
    explicit OffscreenPicture(const PictureStyle& style);

    // Makes what the pictures are drawn with, all with as many bits; else the first one does.
    // Throws failure where shaders or fonts are missing.
    void make_ready(VideoOf of, int channel_bits);

    // The newest complete state. The camera is set up at the first call and then stays. Throws
    // failure where there is no room for the picture.
    Image draw(const Simulation& simulation);
    // The same with light beyond white, and without words.
    LightPicture draw_light(const Simulation& simulation);
    // The same into a .png file, part by part: a picture of any size.
    void draw_in_parts(const Simulation& simulation, const std::filesystem::path& file);

    // The same so often, of the bodies alone, and nobody looks: how long each of them took.
    std::vector<std::vector<PassTime>> time_passes(const Simulation& simulation, PassDetail detail,
                                                   int repeats);

    // The paths of the bodies up to now, if they are seen.
    void remember(const Simulation& simulation);

    // Of all that was drawn, reading the pixels back included.
    double draw_milliseconds() const {
        return timings_.phases.empty() ? 0 : timings_.phases.front().milliseconds;
    }
    std::string renderer() const { return context_.renderer(); }
    // Why bodies that a GPU has were copied by the processor; empty when they were not.
    const std::string& interop_fallback() const { return buffer_.interop_unavailable(); }

private:
    const Framebuffer& drawn(const Simulation& simulation);
    // Brings the bodies, and what else is seen of them.
    void bring(const Simulation& simulation);
    void bring_densities(const Simulation& simulation);
    Simulation::Written publish(const Simulation& simulation);

    PictureStyle style_;
    OffscreenContext context_; // first: the others live in it
    BodyBuffer buffer_;
    SimulationThread none_; // what is drawn runs elsewhere
    AppState app_{.simulation = none_, .settings = {}};
    std::optional<SizedPicture> picture_;
    double sigma_ = 0; // of the bodies' densities, as their first moment suggests; 0: not known yet
    bool paths_begun_ = false, camera_is_set_ = false;
    StepTimings timings_;
};

} // namespace orrery
