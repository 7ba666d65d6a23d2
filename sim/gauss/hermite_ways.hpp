#pragma once

#include "sim/gauss/hermite_series.hpp"

#include <cstddef>

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

    double of(HermiteWay way, double sources, double targets) const {
        switch (way) {
        case HermiteWay::hermite_at_targets:
            return series * targets;
        case HermiteWay::sources_to_taylor:
            return series * sources;
        case HermiteWay::hermite_to_taylor:
            return translation;
        case HermiteWay::pairs:
            break;
        }
        return sources * targets;
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

} // namespace orrery
