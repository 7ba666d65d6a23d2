#pragma once

#include "sim/gauss/error_bound.hpp"
#include "sim/gauss/gauss_load.hpp"
#include "sim/gauss/hermite_series.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace orrery {

// How a box of targets gets what a box of sources has for it.
enum class HermiteWay { pairs, hermite_at_targets, sources_to_taylor, hermite_to_taylor };

// What the ways cost, in pairs. The processor and a GPU take the same way everywhere, so that their
// sums differ by rounding only.
struct HermiteCosts {
    double series;      // of one body
    double translation; // of one box: along x; all of a row's go on along y together

    explicit HermiteCosts(int order)
        : series(pairs_per_term * terms(order)),
          translation(pairs_per_translated_term * order * terms(order)) {}

    constexpr HermiteWay cheapest(std::size_t sources, std::size_t targets, bool expanded) const {
        const auto s = static_cast<double>(sources);
        const auto t = static_cast<double>(targets);
        HermiteWay way = HermiteWay::pairs;
        double least = s * t;
        if (series * s < least) {
            way = HermiteWay::sources_to_taylor;
            least = series * s;
        }
        if (expanded && series * t < least) {
            way = HermiteWay::hermite_at_targets;
            least = series * t;
        }
        return expanded && translation < least ? HermiteWay::hermite_to_taylor : way;
    }

    // A box with no more sources than this is summed body by body whoever asks.
    std::size_t most_unexpanded() const {
        const double few = translation / series;
        return static_cast<std::size_t>(few < series ? few : series);
    }

private:
    static constexpr double pairs_per_term = 0.20;
    static constexpr double pairs_per_translated_term = 0.15;

    static double terms(int order) {
        return static_cast<double>(order * order) * static_cast<double>(padded_order(order));
    }
};

// What a sum takes, about, as if all boxes had as many bodies.
struct HermiteEstimate {
    double all_boxes;  // of the lattice, with bodies or without
    double near_boxes; // pairs of boxes with bodies
    double looked_at;  // those, and boxes that are empty
    double pairs;      // and what costs as much
};
inline HermiteEstimate hermite_estimate(const GaussLoad& load) {
    const HermiteCosts costs(hermite_order(pair_error(load.error)));
    const double reach = gauss_reach(load.error) / std::numbers::sqrt2; // in boxes
    const double near_boxes = 4.2 * (reach + 0.7) * (reach + 0.7) * (reach + 0.7);
    const double near_bodies = load.pairs / load.targets;
    const double in_a_box = std::max(near_bodies / (4.2 * reach * reach * reach), 1.0);
    const double boxes = load.targets / in_a_box;
    constexpr double unevenly_filled = 3; // boxes of a clump
    HermiteEstimate estimate{};
    estimate.all_boxes = 1;
    for (const double extent : load.extent) {
        estimate.all_boxes *= std::floor(extent / (std::numbers::sqrt2 * load.sigma)) + 1;
    }
    estimate.near_boxes = boxes * std::min(near_boxes, near_bodies);
    const double across = 2 * (std::floor(reach) + 1) + 1;
    estimate.looked_at = boxes * std::min(across * across * across, estimate.all_boxes);
    estimate.pairs =
        std::min(1.5 * load.pairs, unevenly_filled * boxes * near_boxes * costs.translation) +
        2 * load.targets * costs.series;
    return estimate;
}

} // namespace orrery
