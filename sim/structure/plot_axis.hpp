#pragma once

#include <span>

namespace orrery {

// An axis of a plot: what it begins and ends with, in equal steps or in equal factors.
struct PlotAxis {
    double low = 0, high = 1;
    bool logarithmic = false;

    // Where a value stands: 0 at the beginning, 1 at the end.
    double place(double value) const;
    double value(double place) const;
    bool operator==(const PlotAxis&) const = default;
};

// One that shows all but the outermost hundredth of the values, with round ends: `before`, where
// that still suits them, so that it does not move with every body. Logarithmic: those above nought.
PlotAxis fitting_axis(std::span<const float> values, bool logarithmic, const PlotAxis* before);

} // namespace orrery
