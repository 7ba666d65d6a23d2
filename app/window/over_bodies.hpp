#pragma once

#include "app/state/app_state.hpp"
#include "render/body_style.hpp"
#include "render/over_picture.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

struct BodyLook;

// What a picture shows besides its bodies: in each of its views the sky's stars, behind them, and
// paths, arrows, grid and axes as the view wants them; in the first the slice of a density and the
// boxes of a tree.
class OverBodies {
public:
    // Throws failure as BodyRenderer does.
    explicit OverBodies(const std::filesystem::path& shader_folder);

    // Brings what there is now to so many views; whether anything else is seen in them.
    bool bring(AppState& app, std::size_t views);
    // The same of the lines of one, the racer's of that number, whose bodies have `changed` or not.
    bool bring_lines(const AppState& app, std::size_t view, bool changed);

    // The bodies' style: behind boxes, which would not be seen before a bright galaxy, they are
    // darker.
    BodyStyle style_below(std::size_t view, BodyStyle style) const;
    // Over the finished bodies, all of a view's picture or a part.
    void draw(std::size_t view, const BodyLook& look, const PicturePart& part, unsigned int target);

    // What the compiler has to say of shaders whose files changed.
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
    std::deque<Lines> lines_; // of each view
    // What they show.
    std::shared_ptr<const std::vector<LinePoint>> stars_shown_;
    std::shared_ptr<const SceneDensity> density_shown_;
    std::shared_ptr<const std::vector<LineBox>> boxes_shown_;
};

} // namespace orrery
