#pragma once

#include "app/state/history.hpp"

#include <span>
#include <string>

namespace orrery {

// Draws into the ImPlot plot that is begun: a line where something else began to compute or to be
// computed, with what it is at its foot. `places` on the horizontal axis.
struct PlacedMark {
    double place;
    std::string label;
};
void draw_switch_marks(std::span<const PlacedMark> marks);

} // namespace orrery
