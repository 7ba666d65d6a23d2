#pragma once

#include "app/state/app_state.hpp"
#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"
#include "render/body_style.hpp"
#include "render/box_renderer.hpp"
#include "render/camera.hpp"
#include "render/capture.hpp"
#include "render/line_renderer.hpp"
#include "render/slice_renderer.hpp"

#include <optional>

namespace orrery {

// Bodies as they are to be seen.
struct BodyLook {
    Camera camera;
    BodyStyle style;
    Extent size;         // pixels
    float scale = 1;     // of lines
    bool fading = false; // likewise
    bool frozen = false; // what is there stays
    double now = 0;      // seconds since the window opened
};

// As the picture of app.framebuffer's size shows them.
BodyLook look_of(const AppState& app, float scale);

// Behind boxes, which would not be seen before a bright galaxy, bodies are darker.
BodyStyle behind_boxes(BodyStyle style);

// A picture of bodies that is kept: they are drawn anew only when they, the camera, the style or
// the size have changed. A frame that changes nothing but a panel copies the picture that is there.
// So panels stay fluid beside steps of seconds, however many bodies a software renderer has to
// draw.
class BodyView {
public:
    // What is drawn besides the bodies; null for none.
    struct Over {
        LineRenderer* stars = nullptr; // behind them
        SliceRenderer* slice = nullptr;
        LineRenderer* lines = nullptr;
        BoxRenderer* boxes = nullptr;
    };
    // `changed`: the bodies, or what is drawn besides, since the last call.
    void draw(BodyRenderer& renderer, const Over& over, const BodyBuffer& bodies, bool changed,
              const BodyLook& look);
    // The picture, with its lower left there.
    void copy_to(unsigned int target, int left = 0, int below = 0) const;
    // Whether the last call drew anew.
    bool is_fresh() const { return fresh_; }

private:
    bool shows(const BodyLook& look) const;

    std::optional<Framebuffer> drawn_;
    BodyLook look_; // that it was drawn with
    bool frozen_ = false;
    bool fresh_ = false;
};

} // namespace orrery
