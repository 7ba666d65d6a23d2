#pragma once

// The octree of the bodies on screen as boxes to look at, and which of its cells a body meets.

#include "sim/tree/sorted_bodies.hpp"
#include "sim/tree/space_curve.hpp"
#include "sim/tree/walk_nodes.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace orrery {

// Levels of an octree, both ends included; 0: the whole space.
struct LevelRange {
    int from = 0, to = curve_levels;
    bool operator==(const LevelRange&) const = default;
};

// Why a box is drawn: for its place in the tree, or for what a body's group makes of it. That walks
// the tree together, and takes a cell whole with its shape, takes it as a point with its mass, or
// meets the bodies of a leaf one by one.
enum class BoxRole : std::uint8_t { cell, whole, point, leaf, group };

struct OverlayBox {
    Box<float> box; // around the cell's bodies
    std::uint32_t bodies = 0;
    std::uint8_t level = 0;
    bool is_leaf = false;
    BoxRole role = BoxRole::cell;
};

struct OverlayRequest {
    bool boxes = true; // those of `levels`
    LevelRange levels = {};
    std::optional<std::size_t> body = {}; // whose group's walk is wanted
    std::size_t leaf = 24;
    OpeningCriterion criterion = {};
    double softening = 0;

    bool operator==(const OverlayRequest&) const = default;
};

struct OverlayBoxes {
    // What a group's walk found.
    struct Met {
        std::size_t whole = 0, points = 0, leaves = 0;
        std::size_t in_leaves = 0; // bodies
        std::size_t in_group = 0;
    };

    std::vector<OverlayBox> boxes; // coarse ones first; then what the group met, then the group
    std::size_t cells = 0;         // the coarse ones
    LevelRange found;              // the tree's
    LevelRange drawn;              // of those asked for, the ones there was room for
    std::optional<Met> met;
};

// More boxes than that are not drawn: the coarsest levels come first, and a level is drawn whole or
// not at all.
inline constexpr std::size_t max_overlay_boxes = 50'000;

// Builds overlays; keeps its memory between them.
class OverlayBuilder {
public:
    // Nothing where the bodies are none, or not all numbers; or if asked to stop.
    std::optional<OverlayBoxes> build(const BodiesView<float>& bodies,
                                      const OverlayRequest& request, Workers& workers,
                                      const std::stop_token& stop);

private:
    void add_levels(const LevelRange& wanted, OverlayBoxes& overlay) const;
    void add_walk(const OverlayRequest& request, OverlayBoxes& overlay) const;
    std::size_t group_of(std::size_t body) const;

    SortedBodies<float> sorted_;
    Tree<float> tree_;
    Expansions<float> expansions_;
    WalkNodes<float> nodes_;
};

} // namespace orrery
