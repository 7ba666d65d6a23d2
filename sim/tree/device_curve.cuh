#pragma once

// What a GPU's thread reads from sorted keys: which cells of the octree begin with its body.

#include "sim/tree/space_curve.hpp"

#include <cstdint>

namespace orrery {

// The sorted keys, and what can be read from them.
struct Curve {
    const std::uint64_t* keys;
    unsigned count;

    // The deepest level on which two bodies are in the same cell.
    __device__ static int common_level(std::uint64_t a, std::uint64_t b) {
        return a == b ? curve_levels : (__clzll(static_cast<long long>(a ^ b)) - 1) / 3;
    }
    __device__ int common_level(unsigned i, unsigned j) const {
        return common_level(keys[i], keys[j]);
    }

    // Whether the cell of body i on a level has more than `most` bodies.
    __device__ bool crowded(unsigned i, int level, unsigned most) const {
        unsigned first = i;
        for (unsigned low = i > most ? i - most : 0; low < first;) {
            const unsigned middle = low + (first - low) / 2;
            if (common_level(middle, i) >= level) {
                first = middle;
            } else {
                low = middle + 1;
            }
        }
        return first + most < count && common_level(i, first + most) >= level;
    }

    // One past the last body in the cell of body i on a level; all before `end` are known to be in
    // it.
    __device__ unsigned cell_end(unsigned i, int level, unsigned end) const {
        const std::uint64_t own = keys[i];
        unsigned step = 1;
        while (end + step <= count && common_level(own, keys[end + step - 1]) >= level) {
            end += step;
            step *= 2;
        }
        unsigned outside = min(end + step - 1, count); // the first that may not be in it
        while (end < outside) {
            const unsigned middle = end + (outside - end) / 2;
            if (common_level(own, keys[middle]) >= level) {
                end = middle + 1;
            } else {
                outside = middle;
            }
        }
        return end;
    }

    // In the tree whose cells are divided while they have more than `most` bodies: one past the
    // last body of the leaf that begins with body i, and its level. 0: none begins there.
    __device__ unsigned leaf_end(unsigned i, unsigned most, int& level) const {
        const int before = level_before(i);
        if (before == curve_levels) {
            return 0;
        }
        // The deepest level on which too many bodies from i on are in one cell.
        const int too_many = i + most < count ? common_level(i, i + most) : -1;
        if (i > 0 && too_many < before && !crowded(i, before, most)) {
            return 0;
        }
        level = min(max(before, too_many) + 1, curve_levels);
        return cell_end(i, level, i + 1);
    }

    // Calls visit(end, level, leaf) for every cell that begins with body i, from the leaf up. A
    // cell's parent ends where the next level is shared with what follows.
    template <class Visit>
    __device__ void cells_from(unsigned i, unsigned most, const Visit& visit) const {
        int level = 0;
        unsigned end = leaf_end(i, most, level);
        if (end == 0) {
            return;
        }
        visit(end, level, true);
        const int before = level_before(i);
        while (end < count) {
            level = common_level(end - 1, end);
            if (level <= before) {
                return;
            }
            end = cell_end(i, level, end + 1);
            visit(end, level, false);
        }
    }

    __device__ int level_before(unsigned i) const { return i > 0 ? common_level(i - 1, i) : -1; }
};

} // namespace orrery
