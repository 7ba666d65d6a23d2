#pragma once

#include "app/race/race_run.hpp"
#include "app/state/app_state.hpp"
#include "app/state/scene_density.hpp"
#include "app/window/body_publisher.hpp"
#include "app/window/body_view.hpp"
#include "render/body_buffer.hpp"
#include "render/body_renderer.hpp"
#include "render/over_picture.hpp"

#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// Which lines are seen.
struct PathsShown {
    bool trails = false, orbits = false;
    float length = 1;
    bool path_ahead = false, velocities = false, grid = false, axes = false;
    std::uint64_t guides = 0;             // the version of what is drawn of them
    std::optional<GuideGrid> ground = {}; // while grid or axes are seen
    double arrow_distance = 0;            // of the camera, while arrows are seen
    bool exact = false;                   // orbits of a race of two bodies
    bool operator==(const PathsShown&) const = default;
};

// What the sky's stars were made for.
struct StarField {
    float brightness = 0;
    std::uint64_t load = 0;
    bool operator==(const StarField&) const = default;
};

// Paths, arrows, grid and axes over the bodies of the window's simulation, or of another racer, as
// the view wants them.
std::vector<LinePoint> lines_over(const AppState& app, const BodyStyle& style,
                                  std::size_t racer = 0);

// The sky's, around what the camera looks at; none while the view wants none.
std::vector<LinePoint> stars_of(const AppState& app);

// The bodies in the window: those of its simulation or, side by side, those of all that race.
class Picture {
public:
    // Throws failure as BodyRenderer does.
    explicit Picture(const std::filesystem::path& shader_folder);

    // The boxes over the bodies, from now on.
    void set_boxes(std::span<const LineBox> boxes);
    const std::vector<LineBox>& boxes() const { return boxes_; }
    int boxes_version() const { return boxes_version_; } // grows with each new ones

    // Brings the newest bodies of the rivals of a race, and where named ones are; whether there
    // were any. Throws as
    // NewestBodies does.
    bool publish_rivals(AppState& app, std::span<const Rival> rivals);

    // What is behind the bodies.
    std::span<const LinePoint> stars() const { return star_points_; }

    // Those bodies; none: there is no race.
    std::vector<const BodyBuffer*> rivals() const;

    // Fills the framebuffer object `target`, which is as large as app.framebuffer says, and leaves
    // it bound. `bodies_changed`: since the last call. Shaders whose files changed are
    // reloaded; what the compiler has to say becomes a toast. Lines are as wide as `scale` says.
    void draw(const BodyBuffer& bodies, std::span<const BodyBuffer* const> rivals,
              bool bodies_changed, float scale, AppState& app, unsigned int target);

    // What was drawn last; {0, 0}: nothing yet.
    Extent size() const { return size_; }
    void copy_to(unsigned int target) const;

    // Of the bodies, by the GPU's clock; 0 when they were not drawn anew.
    double draw_milliseconds() const;
    // As BodyView says of any of them.
    bool is_anew() const { return any(&BodyView::is_anew); }
    bool is_gathering() const { return any(&BodyView::is_gathering); }

private:
    bool any(bool (BodyView::*is_so)() const) const; // of the lanes
    // Whether other stars or, in the view of a racer, lines are seen than before.
    bool bring_stars(const AppState& app);
    bool bring_paths(const AppState& app, const BodyStyle& style, std::size_t racer,
                     bool bodies_changed);
    // Whether another density is seen than before.
    bool bring_density(const AppState& app);
    bool take_rival_changed(std::size_t racer, bool told);

    const std::filesystem::path shader_folder_;
    BodyRenderer renderer_;
    BoxRenderer box_renderer_;
    LineRenderer star_renderer_;
    SliceRenderer slice_renderer_;
    StarField stars_;
    std::vector<LinePoint> star_points_;
    std::shared_ptr<const SceneDensity> density_shown_;
    std::vector<LineBox> boxes_;
    int boxes_version_ = 0, boxes_drawn_ = 0;
    Extent size_;
    struct Lane {
        explicit Lane(const std::filesystem::path& shaders) : lines(shaders) {}

        BodyView view;
        LineRenderer lines;
        PathsShown shown;        // by the lines
        int left = 0, below = 0; // its lower left corner
    };
    std::deque<Lane> lanes_; // of all racers; the window's own simulation in the first
    struct RivalBodies {
        NewestBodies newest;
        bool changed = false;
    };
    std::vector<RivalBodies> rivals_;
};

} // namespace orrery
