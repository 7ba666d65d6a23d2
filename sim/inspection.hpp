#pragma once

// The structure that a solver built for its last answer, to be looked at: the cells of its tree,
// and their parts in one body's pull.

#include "sim/base/box.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace orrery {

// How often the space may be halved until a tree's cells are at their finest.
inline constexpr int finest_level = 21;

// Levels of a tree, both ends included; 0: the whole space.
struct LevelRange {
    int from = 0, to = finest_level;
    bool operator==(const LevelRange&) const = default;
};

struct InspectRequest {
    bool cells = true; // those of `levels`
    LevelRange levels = {};
    // Levels are told whole or not at all, from the coarsest on, while this number suffices.
    std::size_t max_cells = 50'000;
    std::optional<std::size_t> body = {}; // whose group's interactions are wanted

    bool operator==(const InspectRequest&) const = default;
};

struct InspectedCell {
    Box<float> box; // around its bodies
    std::uint32_t bodies = 0;
    std::uint8_t level = 0;
    bool is_leaf = false;
};

// The sources of pull on a group's bodies: neighbours that walk the tree together, or the leaf of a
// fast multipole method. All cells of it together hold every body once.
struct InspectedInteractions {
    // Pull through a local expansion of the leaf or of a cell around it.
    std::vector<InspectedCell> locals;
    std::vector<InspectedCell> multipoles; // pull with their mass and their shape
    std::vector<InspectedCell> monopoles;  // far enough to pull as a point
    std::vector<InspectedCell> leaves;     // too near: body by body
    InspectedCell group;
};

struct Inspection {
    std::vector<InspectedCell> cells; // coarse ones first
    LevelRange found;                 // the tree's
    LevelRange told;                  // of those asked for, the ones there was room for
    std::optional<InspectedInteractions> interactions;
};

// An inspection on its way. Neither the solver's next evaluation nor its end changes it.
class InspectionReading {
public:
    explicit InspectionReading(std::function<Inspection()> finish) : finish_(std::move(finish)) {}

    // Waits for it, once, on any thread; no other thread waits. Throws failure where a GPU is lost.
    Inspection finish() { return finish_(); }

private:
    std::function<Inspection()> finish_;
};

} // namespace orrery
