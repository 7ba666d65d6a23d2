#pragma once

#include "app/state/app_state.hpp"
#include "app/state/picture_quality.hpp"
#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"
#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "render/capture.hpp"
#include "render/over_picture.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace orrery {

// Bodies as they are to be seen.
struct BodyLook {
    Camera camera;
    BodyStyle style;
    Extent size;         // pixels
    float scale = 1;     // of lines
    float box_width = 1; // pixels at scale 1
    bool fading = false; // likewise
    bool still = false;  // the clock stands: there is time to draw it well
    double now = 0;      // seconds since the window opened
    PictureQuality quality = {};
    int channel_bits = 8;
};

// As the picture of app.framebuffer's size shows them.
BodyLook look_of(const AppState& app, float scale);

// With all the bodies in sight, in the part of that picture that no panel covers; of none: as it
// is.
CameraPose framing_pose(const AppState& app, const CameraPose& pose, const BodyBuffer& bodies);
// Where `viewpoint` looks from. One without a distance has all the bodies in sight.
CameraPose home_pose(const AppState& app, const Viewpoint& viewpoint, const BodyBuffer& bodies);

// One view of a picture: all of it, or that of a racer.
struct PictureLane {
    BodyLook look;           // of its own size
    int left = 0, below = 0; // its lower left corner in the picture, pixels
};

// The views of so many racers in a picture of look.size; one: it has the picture to itself.
std::vector<PictureLane> picture_lanes(const BodyLook& look, std::size_t racers);

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

        bool has_boxes() const { return boxes != nullptr && !boxes->empty(); }
        // The bodies' style: behind boxes, which would not be seen before a bright galaxy, they are
        // darker.
        BodyStyle style_below(BodyStyle style) const;
        // Over the finished bodies, all of a picture or a part.
        void draw(const BodyLook& look, const PicturePart& part, unsigned int target) const;
    };
    // `changed`: the bodies, or what is drawn besides, since the last call.
    void draw(BodyRenderer& renderer, const Over& over, const BodyBuffer& bodies, bool changed,
              const BodyLook& look);
    // The picture, with its lower left there.
    void copy_to(unsigned int target, int left = 0, int below = 0) const {
        drawn_->copy_to(target, left, below);
    }
    // Whether the last call drew anything, and whether that was all the bodies anew.
    bool is_fresh() const { return fresh_; }
    bool is_anew() const { return anew_; }
    // Whether the next calls will gather more drawings.
    bool is_gathering() const { return gathering_; }

private:
    bool shows(const BodyLook& look) const;
    bool wants_more(const BodyRenderer& renderer, const BodyLook& look) const;
    void draw_bodies(BodyRenderer& renderer, const BodyBuffer& bodies, const BodyStyle& style,
                     const BodyLook& look);

    std::optional<Framebuffer> drawn_;
    std::optional<Framebuffer> coarse_; // of fewer pixels
    StillPicture still_;
    double drawn_anew_ = 0; // when
    int shaders_ = 0;       // how often they were loaded
    BodyLook look_;         // that it was drawn with
    bool fresh_ = false, anew_ = false, gathering_ = false;
};

} // namespace orrery
