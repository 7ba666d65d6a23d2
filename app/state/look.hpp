#pragma once

#include "render/body_style.hpp"
#include "render/camera.hpp"
#include "sim/base/body_target.hpp"
#include "sim/inspection.hpp"

#include <array>
#include <optional>

namespace orrery {

// What of the octree is drawn around the bodies.
struct TreeView {
    bool boxes = false;
    LevelRange levels;
    bool walk = false; // what pulls on the picked body's group: cells, points, bodies
    bool operator==(const TreeView&) const = default;
};

// What is seen, as a value: Settings say what is computed, this says how it looks. A session keeps
// both.
struct Look {
    BodyStyle style;
    BodyScalar scalar = BodyScalar::speed;
    bool automatic_range = true; // the colour scale follows the bodies
    bool show_ui = true;         // Tab
    bool show_labels = true;
    bool show_legend = true;
    TreeView tree;
    std::optional<CameraPose> camera; // unset: where it is
    std::array<std::optional<CameraPose>, 9> stored_views;

    bool operator==(const Look&) const = default;
};

} // namespace orrery
