#pragma once

#include "sim/machine/workers.hpp"
#include "sim/structure/plot_axis.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace orrery {

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
