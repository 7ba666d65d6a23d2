#pragma once

// Expansions of a tree's nodes on a GPU: where they are, and the passes that make them. See
// gpu_upward_pass.cu and gpu_downward_pass.cu.

#include "sim/cuda/device_queue.hpp"
#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/tree/cartesian_expansion.hpp"
#include "sim/tree/device_tree.cuh"

#include <cstddef>
#include <cstdint>

namespace orrery {

// Lengths and masses within expansions: powers of two near those of the system, so that the
// products of many of them stay numbers.
template <class Real>
struct FmmUnits {
    Real length, inverse_length;
    Real mass, inverse_mass;
};

// The coefficients of one node, in whole 16 byte words.
constexpr int expansion_stride(int order) {
    return (coefficients(order) + 3) / 4 * 4;
}

// About a centre of mass moments of degree 1 are zero. In memory the centre itself has their place,
// from here on, so that a translation finds all it needs of a source in one piece.
inline constexpr int place_of_centre = 1;

// 16 bytes at once.
__device__ inline void load_word(const float* from, float* to) {
    const float4 word = *reinterpret_cast<const float4*>(from);
    to[0] = word.x;
    to[1] = word.y;
    to[2] = word.z;
    to[3] = word.w;
}
__device__ inline void load_word(const double* from, double* to) {
    const double2 word = *reinterpret_cast<const double2*>(from);
    to[0] = word.x;
    to[1] = word.y;
}
__device__ inline void store_word(const float* from, float* to) {
    *reinterpret_cast<float4*>(to) = {from[0], from[1], from[2], from[3]};
}
__device__ inline void store_word(const double* from, double* to) {
    *reinterpret_cast<double2*>(to) = {from[0], from[1]};
}

// A node's coefficients, from memory to registers and back.
template <int order, class Real>
__device__ void load_coefficients(const Real* from, Real (&to)[expansion_stride(order)]) {
    constexpr int word = 16 / sizeof(Real);
    expansion::for_indices<0, expansion_stride(order) / word>(
        [&]<int i>() { load_word(from + i * word, to + i * word); });
}
template <int order, class Real>
__device__ void store_coefficients(const Real (&from)[expansion_stride(order)], Real* to) {
    constexpr int word = 16 / sizeof(Real);
    expansion::for_indices<0, expansion_stride(order) / word>(
        [&]<int i>() { store_word(from + i * word, to + i * word); });
}

// Around a node's bodies.
template <class Real>
struct alignas(4 * sizeof(Real)) Sphere {
    Real x, y, z;
    Real radius;
};

// A source's moments and a target's series, beside its WalkNode, which has the centre of mass, the
// distance of the farthest body from there (opening_radius) and the spread s of the bodies
// (moment_length).
template <class Real>
struct NodeExpansions {
    int order;
    const FmmUnits<Real>* units;
    Real* moments; // of node i: from i * expansion_stride(order) on, or sliced_row(order)
    Real* locals;  // about the centres of the spheres, which are smaller than those about centres
                   // of mass
    Sphere<Real>* spheres;
    std::uint32_t* progress; // NodeProgress of each node
    std::uint32_t* next;     // which warps take turns from: upward, and downward
};

// The beginnings of levels in DeviceTreeView::by_level, for kernels; one more for their end.
struct LevelBegins {
    unsigned of_level[curve_levels + 2];
};
template <class Real>
LevelBegins level_begins(const DeviceTree<Real>& tree) {
    LevelBegins begins;
    for (int level = 0; level <= curve_levels + 1; ++level) {
        begins.of_level[level] = tree.level_begin(level);
    }
    return begins;
}

// The nodes of all levels for one launch, in which warps take several at a time, all of one level,
// and wait for those that other warps took earlier.
struct LevelTurns {
    LevelBegins begins;
    unsigned nodes_at_once;
    unsigned end[curve_levels + 1]; // of a level's turns; counted from the finest level on,
                                    // upward, or from the one below the root on
    unsigned all;
};
enum class Sweep { up, down };
template <class Real>
LevelTurns level_turns(const DeviceTree<Real>& tree, Sweep sweep, unsigned nodes_at_once) {
    LevelTurns turns{level_begins(tree), nodes_at_once, {}, 0};
    for (int i = 0; i <= curve_levels; ++i) {
        const int level = sweep == Sweep::up ? curve_levels - i : i;
        const unsigned nodes = tree.level_begin(level + 1) - tree.level_begin(level);
        if (sweep == Sweep::up || level > 0) {
            turns.all += (nodes + nodes_at_once - 1) / nodes_at_once;
        }
        turns.end[level] = turns.all;
    }
    return turns;
}

// A warp's next turn: the first node's place in by_level, and the end of its level; none: both 0.
class WarpTurns {
public:
    __device__ WarpTurns(const LevelTurns& turns, Sweep sweep, std::uint32_t* next)
        : turns_(turns), step_(sweep == Sweep::up ? -1 : 1),
          level_(sweep == Sweep::up ? curve_levels : 0), next_(next) {}

    struct Turn {
        unsigned first, end;
    };
    __device__ Turn take() {
        const unsigned turn = drawn_by_warp(next_);
        if (turn >= turns_.all) {
            return {0, 0};
        }
        while (turn >= turns_.end[level_]) {
            before_ = turns_.end[level_];
            level_ += step_;
        }
        return {turns_.begins.of_level[level_] + (turn - before_) * turns_.nodes_at_once,
                turns_.begins.of_level[level_ + 1]};
    }

private:
    const LevelTurns& turns_;
    int step_, level_;
    unsigned before_ = 0; // turns of levels that are done
    std::uint32_t* next_;
};

// Finds the units of a system.
template <class Real>
class UnitsFinder {
public:
    // Puts it beside the queue's own work, after what DeviceTree::sort has there; to be joined
    // before the units are used.
    void find(DeviceQueue& queue, const BodiesView<Real>& bodies, const CurveSpace* space);
    // The same for a domain of a whole system.
    void find(DeviceQueue& queue, const double* total_mass, const CurveSpace* space);
    const FmmUnits<Real>* units() const { return units_.data(); }
    std::size_t bytes() const { return workspace_.bytes(); }

private:
    DeviceArray<std::byte> workspace_;
    DeviceArray<double> total_mass_{1};
    DeviceArray<FmmUnits<Real>> units_{1};
};

// Puts into the queue, after DeviceTree::list_levels and with the units: boxes, centres of mass
// and moments of all nodes from the leaves up, with radii and spreads …
template <class Real>
void sweep_up(DeviceQueue& queue, DeviceTree<Real>& tree, const NodeExpansions<Real>& nodes);

// … and what nodes hand down to their children.
template <class Real>
void sweep_down(DeviceQueue& queue, const DeviceTree<Real>& tree,
                const NodeExpansions<Real>& nodes);

} // namespace orrery
