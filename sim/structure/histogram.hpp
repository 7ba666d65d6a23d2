#pragma once

#include "sim/machine/workers.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

// An axis of a plot: what it begins and ends with, in equal steps or in equal factors.
struct PlotAxis {
    double low = 0, high = 1;
    bool logarithmic = false;

    // A value's place: 0 at the beginning, 1 at the end.
    double place(double value) const;
    double value(double place) const;
    bool operator==(const PlotAxis&) const = default;
};

// One that shows all but the outermost hundredth of the values, with round ends: `before`, where
// that still suits them, so that it does not move with every body. Logarithmic: those above nought.
PlotAxis fitting_axis(std::span<const float> values, bool logarithmic, const PlotAxis* before);

// How many bodies have a quantity between two values, for the bins of an axis.
struct Histogram {
    PlotAxis axis = {};
    std::vector<std::uint32_t> bodies = {};
    std::size_t outside = 0; // of the axis

    double low_end(std::size_t bin) const {
        return axis.value(static_cast<double>(bin) / static_cast<double>(bodies.size()));
    }
    std::uint32_t largest() const;
};
Histogram histogram(std::span<const float> values, const PlotAxis& axis, std::size_t bins,
                    Workers& workers);

// The same of two quantities at once: a row of bins after the other.
struct PhaseMap {
    PlotAxis x = {}, y = {};
    std::size_t columns = 0, rows = 0;
    std::vector<std::uint32_t> bodies = {};

    std::uint32_t largest() const;
};
// `x`, `y`: one of each for every body.
PhaseMap phase_map(std::span<const float> x, std::span<const float> y, const PhaseMap& shape,
                   Workers& workers);

} // namespace orrery
