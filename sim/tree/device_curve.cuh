#pragma once

// The octree in the making: the cells that begin with a thread's body, as it reads them from sorted
// keys; the limits of division, the counters of cells, and the cells as they are found.

#include "sim/cuda/one_thread_each.hpp"
#include "sim/tree/device_tree.cuh"

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

    // The keys of a cell are those that differ below its level: in these bits.
    __device__ static std::uint64_t bits_below(int level) {
        return (std::uint64_t{1} << 3 * (curve_levels - level)) - 1;
    }

    // Whether the cell of body i on a level has more than `most` bodies.
    __device__ bool crowded(unsigned i, int level, unsigned most) const {
        const std::uint64_t least = keys[i] & ~bits_below(level);
        unsigned first = i;
        for (unsigned low = i > most ? i - most : 0; low < first;) {
            const unsigned middle = low + (first - low) / 2;
            if (keys[middle] >= least) {
                first = middle;
            } else {
                low = middle + 1;
            }
        }
        return first + most < count && keys[first + most] <= (least | bits_below(level));
    }

    // One past the last body in the cell of body i on a level; all before `end` are known to be in
    // it. Several others are read at once: a launch lasts as long as its longest search, and that
    // as long as it waits for memory.
    __device__ unsigned cell_end(unsigned i, int level, unsigned end) const {
        constexpr unsigned at_once = 8;
        const std::uint64_t greatest = keys[i] | bits_below(level);
        unsigned outside = count; // the first that may not be in it
        // How many of the bodies place(0) < place(1) < … are in it: all up to one.
        const auto inside = [&](const auto& place) {
            unsigned found = 0;
#pragma unroll
            for (unsigned k = 0; k < at_once; ++k) {
                const unsigned body = place(k);
                const std::uint64_t key = keys[min(body, count - 1)];
                found += body < outside && key <= greatest ? 1 : 0;
            }
            return found;
        };
        // Ever farther away. A cell's parent is likely to have several times its bodies.
        constexpr unsigned farthest = 1U << 24; // no overflow, and beyond fewer bodies than 2^27
        unsigned step = (end - i) / at_once + 1;
        for (unsigned found = at_once; found == at_once; step = min(step << at_once, farthest)) {
            const auto place = [&](unsigned k) { return end + (step << k) - 1; };
            found = inside(place);
            outside = found < at_once ? min(place(found), outside) : outside;
            end = found > 0 ? place(found - 1) + 1 : end;
        }
        while (end < outside) {
            const unsigned pitch = (outside - end + at_once - 1) / at_once;
            const auto place = [&](unsigned k) { return end + (k + 1) * pitch - 1; };
            const unsigned found = inside(place);
            outside = found < at_once ? min(place(found), outside) : outside;
            end += found * pitch;
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

    __device__ int level_before(unsigned i) const {
        return i > 0 ? common_level(i - 1, i) : -1;
    }
};

// Limits by which the tree is divided. Groups are made from cells, too, which do not overlap: from
// ones large enough that cutting them leaves few lanes idle.
struct CellLimits {
    unsigned leaf, group;

    __host__ __device__ unsigned group_cell() const { return 8 * group; }
    // Groups of about equal size that a group cell of `bodies` is cut into.
    __device__ unsigned groups_of(unsigned bodies) const { return (bodies + group - 1) / group; }
};

// Counters for making the tree, by places in an array, 0 at first.
struct TreeCounts {
    // For sweeps, the cells of each level from the first place on, and the bodies of the largest
    // leaf.
    static constexpr unsigned levels = curve_levels + 1;
    static constexpr unsigned largest_leaf = levels;
    // Not 0: some bodies are too near one another for coarse keys.
    static constexpr unsigned crowded = largest_leaf + 1;
    // Not 0: a block has found more than it could list.
    static constexpr unsigned unlisted = crowded + 1;
    static constexpr unsigned told = unlisted + 1; // the number told to the host
    // Cells of each level that have their place, and slots given to children.
    static constexpr unsigned level_used = told;
    static constexpr unsigned slots_used = level_used + levels;
    static constexpr unsigned size = slots_used + 1;
};

// Cells as they are found, one array each: in depth-first order, with the bodies they have. `slot`
// is the index of the node that a cell becomes.
struct FoundCells {
    std::uint32_t* begin; // first body of a leaf; of a divided cell, how many children have arrived
    std::uint32_t* end;   // one past the last body, and the level
    std::uint32_t *parent, *children, *slot;

    static constexpr int level_shift = DeviceTree<float>::body_bits;
    __device__ static std::uint32_t packed_end(unsigned end, int level) {
        return end | static_cast<std::uint32_t>(level) << level_shift;
    }
    __device__ unsigned end_of(std::uint32_t cell) const {
        return end[cell] & ((1U << level_shift) - 1);
    }
    __device__ int level_of(std::uint32_t cell) const { return int(end[cell] >> level_shift); }
};

// What is found to begin with a body, until it is known where it goes: a cell, the n-th from the
// leaf up, or a cell from which groups are made.
struct Finding {
    std::uint32_t body_and_which;
    std::uint32_t packed_end; // of the bodies; of a cell, with the level

    static constexpr int which_shift = DeviceTree<float>::body_bits;
    static constexpr unsigned group = (1U << (32 - which_shift)) - 1;
    static_assert(group > curve_levels);

    __device__ static Finding of(unsigned body, unsigned which, std::uint32_t packed_end) {
        return {body | which << which_shift, packed_end};
    }
    __device__ unsigned body() const { return body_and_which & ((1U << which_shift) - 1); }
    __device__ unsigned which() const { return body_and_which >> which_shift; }
};

// All that the bodies of a block begin with; in the place of an entry, how many these are. There is
// room for several times what is usual.
struct BlockFindings {
    static constexpr unsigned room = block_threads * sizeof(std::uint32_t) / sizeof(Finding) - 1;

    std::uint32_t count, unused;
    Finding entries[room];
};
static_assert(sizeof(BlockFindings) == block_threads * sizeof(std::uint32_t));

// A cell's children: where their slots begin and how many they are. 0: a leaf.
struct Children {
    static constexpr int count_bits = 4;
    __device__ static std::uint32_t packed(unsigned first, unsigned count) {
        return first << count_bits | count;
    }
    __device__ static unsigned first(std::uint32_t packed) { return packed >> count_bits; }
    __device__ static unsigned count(std::uint32_t packed) {
        return packed & ((1U << count_bits) - 1);
    }
};

} // namespace orrery
