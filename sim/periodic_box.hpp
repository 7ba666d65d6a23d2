#pragma once

#include <array>

namespace orrery {

// The space that bodies are in: open, or a box that repeats itself along its three edges.
struct PeriodicBox {
    std::array<double, 3> lengths = {}; // of the edges; open: 0

    bool is_periodic() const { return lengths[0] > 0 && lengths[1] > 0 && lengths[2] > 0; }
    bool operator==(const PeriodicBox&) const = default;
};

} // namespace orrery
