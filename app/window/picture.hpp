#pragma once

#include "app/state/app_state.hpp"
#include "app/state/guide_lines.hpp"
#include "app/state/look.hpp"
#include "app/window/body_publisher.hpp"
#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"
#include "render/camera.hpp"
#include "render/capture.hpp"
#include "render/over_picture.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Bodies as they are to be seen.
struct BodyLook {
    Camera camera;
    BodyStyle style;
    Extent size;              // pixels
    float scale = 1;          // of lines
    float box_width = 1;      // pixels at scale 1
    bool fading = false;      // likewise
    float glow = 0;           // likewise
    bool in_one_view = false; // racers
    bool still = false;       // the clock stands: there is time to draw it well
    double now = 0;           // seconds since the window opened
    PictureQuality quality = {};
    int channel_bits = 8;
};

// As the picture of app.framebuffer's size shows them.
BodyLook look_of(const AppState& app, float scale);

// With all the bodies in sight, in the part of that picture that no panel covers; of none: as it
// is.
CameraPose framing_pose(const AppState& app, const CameraPose& pose, const BodyBuffer& bodies);
// The pose of `viewpoint`. One without a distance has all the bodies in sight.
CameraPose home_pose(const AppState& app, const Viewpoint& viewpoint, const BodyBuffer& bodies);

// One view of a picture: all of it, or that of a racer.
struct PictureLane {
    BodyLook look;            // of its own size
    int left = 0, below = 0;  // its lower left corner in the picture, pixels
    bool over_others = false; // which it shares its place with
};

// The views of `racers` racers in a picture of look.size; one has the picture to itself.
std::vector<PictureLane> picture_lanes(const BodyLook& look, std::size_t racers);

// A picture's contents besides its bodies: in each of its views the sky's stars, behind them, the
// edges of a periodic box, and paths, arrows, grid and axes as the view wants them; in the first
// the slice of a density and the boxes of a tree.
class OverBodies {
public:
    // Throws failure as BodyRenderer does.
    explicit OverBodies(const std::filesystem::path& shader_folder);

    // Updates stars, slice and boxes for `views` views; returns whether any of them changed.
    bool bring(AppState& app, std::size_t views);
    // The same for the lines of one view, whose bodies have `changed` or not.
    bool bring_lines(const AppState& app, std::size_t view, bool changed);

    // The bodies' style: behind boxes, which would not be seen before a bright galaxy, they are
    // darker.
    BodyStyle style_below(std::size_t view, BodyStyle style) const;
    // Over the finished bodies, all of a view's picture or a part.
    void draw(std::size_t view, const BodyLook& look, const PicturePart& part, unsigned int target);

    // The compiler's messages about shaders whose files changed.
    std::vector<std::optional<std::string>> reload_changed_shaders();

private:
    // Which lines are seen.
    struct LinesShown {
        bool trails = false, orbits = false;
        float length = 1;
        bool path_ahead = false, velocities = false, grid = false, axes = false;
        std::uint64_t guides = 0;             // the version of what is drawn of them
        std::optional<GuideGrid> ground = {}; // while grid or axes are seen
        double arrow_distance = 0;            // of the camera, while arrows are seen
        bool exact = false;                   // orbits of a race of two bodies
        glm::dquat facing{1, 0, 0, 0};        // of the camera, likewise
        bool in_one_view = false;             // racers
        bool operator==(const LinesShown&) const = default;
    };
    struct Lines {
        explicit Lines(const std::filesystem::path& shaders) : renderer(shaders) {}

        LineRenderer renderer;
        LinesShown shown;
    };

    static LinesShown lines_shown(const AppState& app, std::size_t view);

    const std::filesystem::path shader_folder_;
    LineRenderer stars_;
    SliceRenderer slice_;
    BoxRenderer boxes_;
    BoxRenderer edges_;       // of a periodic box
    std::deque<Lines> lines_; // of each view
    // The data that they show.
    std::shared_ptr<const std::vector<LinePoint>> stars_shown_;
    std::shared_ptr<const SceneDensity> density_shown_;
    std::shared_ptr<const std::vector<LineBox>> boxes_shown_;
    PeriodicBox edges_shown_;
};

// A picture of bodies that is kept: they are drawn anew only when they, the camera, the style or
// the size have changed. A frame that changes nothing but a panel copies the picture that is there.
// So panels stay fluid beside steps of seconds, however many bodies a software renderer has to
// draw.
class BodyView {
public:
    struct Drawn {
        bool fresh = false, anew = false; // anything; all the bodies
        bool gathering = false;           // the next calls will gather more drawings
    };
    // As the view of that number. `changed`: the bodies, or what is over them, since the last call.
    Drawn draw(BodyRenderer& renderer, OverBodies& over, std::size_t view, const BodyBuffer& bodies,
               bool changed, const BodyLook& look);
    const Framebuffer& picture() const { return *drawn_; } // what was drawn last

private:
    bool shows(const BodyLook& look) const;
    bool wants_more(const BodyRenderer& renderer, const BodyLook& look) const;
    void draw_bodies(BodyRenderer& renderer, const BodyBuffer& bodies, const BodyStyle& style,
                     const BodyLook& look);

    std::optional<Framebuffer> drawn_;
    std::optional<Framebuffer> coarse_; // of fewer pixels
    StillPicture still_;
    double drawn_anew_ = 0; // when
    int drawings_ = 0;      // since then
    int shaders_ = 0;       // how often they were loaded
    BodyLook look_;         // that it was drawn with
};

// The bodies in the window: those of its simulation or, side by side, those of all that race.
class Picture {
public:
    // Throws failure as BodyRenderer does.
    explicit Picture(const std::filesystem::path& shader_folder);

    // Fills the framebuffer object `target`, which is as large as app.framebuffer says, and leaves
    // it bound. `bodies`: of the window's simulation and, behind them, of its rivals. Shaders whose
    // files changed are reloaded; what the compiler has to say becomes a toast. Lines are as wide
    // as `scale` says.
    void draw(std::span<const BodyBuffer* const> bodies, float scale, AppState& app,
              unsigned int target);

    // What was drawn last; {0, 0}: nothing yet.
    Extent size() const { return size_; }
    void copy_to(unsigned int target) const;

    // Of the bodies, by the GPU's clock; 0 when they were not drawn anew.
    double draw_milliseconds() const { return drawn_.fresh ? renderer_.gpu_milliseconds() : 0; }
    // As BodyView says of any of them.
    bool is_anew() const { return drawn_.anew; }
    bool is_gathering() const { return drawn_.gathering; }

private:
    BodyRenderer renderer_;
    OverBodies over_;
    PictureOverlay overlay_;
    std::shared_ptr<const SceneDensity> density_shown_; // by the bodies' colours
    Extent size_;
    BodyView::Drawn drawn_; // of any lane
    struct Lane {
        BodyView view;
        int left = 0, below = 0; // its lower left corner
        bool over_others = false;
        std::pair<const BodyBuffer*, std::uint64_t> seen{}; // the bodies, and their changes
    };
    std::vector<Lane> lanes_{1}; // of all racers; the window's own simulation in the first
};

} // namespace orrery
