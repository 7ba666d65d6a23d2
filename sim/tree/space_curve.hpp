#pragma once

// A body's place along a space-filling curve. Bodies sorted by it lie in memory as they lie in
// space, and every cell of an octree is a run of consecutive bodies.
//
// Source: Hilbert 1891; Skilling 2004, "Programming the Hilbert curve", AIP Conf. Proc. 707. The
// first 3 l bits of a key name the cell of level l, whatever the bits below them.

#include <cstddef>
#include <cstdint>

namespace orrery {

// The levels below the root that a 63-bit key tells apart.
inline constexpr int curve_levels = 21;

// The middle of the bodies and how far most of them are spread, which the curve's cells follow:
// evenly fine out to `reach` from the centre, then ever coarser, so that no body is outside and a
// few that are a million times farther away cost the others nothing.
struct CurveSpace {
    double centre_x = 0, centre_y = 0, centre_z = 0;
    double reach = 1; // a power of two
};

// The space is found from this many bodies, evenly spaced in memory.
inline constexpr std::size_t max_curve_samples = 4096;

constexpr std::size_t curve_samples(std::size_t count) {
    return count < max_curve_samples ? count : max_curve_samples;
}
constexpr std::size_t curve_sample(std::size_t index, std::size_t count) {
    return index * count / curve_samples(count);
}

// From the samples' mean position and their mean distance from it along the widest axis. Both are
// rounded coarsely: sums in another order then give the same cells.
constexpr CurveSpace curve_space(double mean_x, double mean_y, double mean_z, double spread) {
    constexpr double wide = 16; // spreads within reach
    CurveSpace space;
    if (!(spread > 1e-300 && spread < 1e300)) {
        spread = 1;
    }
    while (space.reach < wide * spread) {
        space.reach *= 2;
    }
    while (space.reach >= 2 * wide * spread) {
        space.reach /= 2;
    }
    const double grain = space.reach / 1024;
    const auto rounded = [grain](double value) {
        // To the nearest grain: most likely a whole number of them in the first place.
        const double steps = value / grain + (value < 0 ? -0.5 : 0.5);
        const bool countable = steps > -1e15 && steps < 1e15;
        return countable ? grain * static_cast<double>(static_cast<std::int64_t>(steps)) : value;
    };
    space.centre_x = rounded(mean_x);
    space.centre_y = rounded(mean_y);
    space.centre_z = rounded(mean_z);
    return space;
}

// The cell of the finest level along one axis: 0 … 2^21 - 1. Not a number: in cell 0.
constexpr std::uint32_t curve_cell(double position, double centre, double reach) {
    constexpr double cells = 1 << curve_levels;
    const double u = (position - centre) * (1 / reach); // a power of two: to the same bits
    const double distance = u < 0 ? -u : u;
    const double even = distance <= 1 ? 0.5 * distance : 1 - 0.5 / distance;
    const double cell = 0.5 * cells * (1 + (u < 0 ? -even : even));
    if (!(cell > 0)) {
        return 0;
    }
    return cell < cells ? static_cast<std::uint32_t>(cell) : (1U << curve_levels) - 1;
}

// Bit i of the lowest 21 goes to bit 3 i.
constexpr std::uint64_t spread_bits(std::uint32_t value) {
    std::uint64_t bits = value & 0x1fffffU;
    bits = (bits | bits << 32) & 0x001f00000000ffffULL;
    bits = (bits | bits << 16) & 0x001f0000ff0000ffULL;
    bits = (bits | bits << 8) & 0x100f00f00f00f00fULL;
    bits = (bits | bits << 4) & 0x10c30c30c30c30c3ULL;
    bits = (bits | bits << 2) & 0x1249249249249249ULL;
    return bits;
}

// From the coarsest level to the finest, each cell's curve is that of the whole, turned and
// mirrored so that it begins where the last cell's ended: where `axis` has the bit, the first axis
// is mirrored below it, and where it has not, the two exchange their lower bits. Without a branch,
// so that compilers make vectors of bodies of it.
constexpr void hilbert_turn(std::uint32_t& first, std::uint32_t& axis, int bit) {
    const std::uint32_t lower = (1U << bit) - 1;
    const std::uint32_t mirrored = 0U - (axis >> bit & 1U); // all bits or none
    const std::uint32_t change = lower & (mirrored | (first ^ axis));
    first ^= change;
    axis ^= change & ~mirrored;
}

// The key, once the axes have been turned at every bit above the lowest.
constexpr std::uint64_t hilbert_turned(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    y ^= x; // which octant comes when is a Gray code
    z ^= y;
    std::uint32_t parity = z >> 1; // bit i becomes the parity of all bits above it
    for (int shift = 1; shift < curve_levels; shift *= 2) {
        parity ^= parity >> shift;
    }
    return spread_bits(x ^ parity) << 2 | spread_bits(y ^ parity) << 1 | spread_bits(z ^ parity);
}

constexpr std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    for (int bit = curve_levels - 1; bit > 0; --bit) {
        hilbert_turn(x, x, bit);
        hilbert_turn(x, y, bit);
        hilbert_turn(x, z, bit);
    }
    return hilbert_turned(x, y, z);
}

constexpr std::uint64_t curve_key(const CurveSpace& space, double x, double y, double z) {
    return hilbert_key(curve_cell(x, space.centre_x, space.reach),
                       curve_cell(y, space.centre_y, space.reach),
                       curve_cell(z, space.centre_z, space.reach));
}

} // namespace orrery
