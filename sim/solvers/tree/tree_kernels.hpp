#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/solvers/tree/octree.hpp"
#include "sim/solvers/tree/opening.hpp"
#include "sim/solvers/tree/space_curve.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

// What a group's walk through the tree finds, a part at a time, and where it is.
struct Walk {
    // Every list has room for all children of one more node.
    static constexpr std::size_t most_cells = 512;
    static constexpr std::size_t most_points = 1024;
    static constexpr std::size_t most_leaves = 256;
    // Of each depth at most the siblings of the node that was opened last.
    static constexpr std::size_t most_open = std::size_t{curve_levels + 2} * most_children;

    std::size_t cells = 0, points = 0, leaves = 0, open = 0; // lengths of the lists
    std::uint32_t cell[most_cells + most_children];          // taken whole
    std::uint32_t point[most_points + most_children];        // taken as a body with its mass
    std::uint32_t leaf[most_leaves + most_children];         // to be met body by body
    std::uint32_t opened[most_open];                         // nodes with children still to look at

    // With empty lists, at the root; one that is a leaf is met body by body.
    void start(const TreeNode& root) {
        cells = points = leaves = open = 0;
        if (root.is_leaf()) {
            leaf[leaves++] = 0;
        } else {
            opened[open++] = 0;
        }
    }
    bool finished() const { return open == 0; }
};

// The targets as the opening criterion sees them.
template <class Real>
struct WalkTarget {
    Box<Real> box;
    Real share; // target_share()
    Opening opening;
};

// The inner loops of the tree code for one precision, compiled for the best instruction set of this
// processor.
template <class Real>
struct TreeKernels {
    // The curve's keys of bodies [first, last).
    void (*keys)(const CurveSpace& space, const BodiesView<Real>& bodies, std::size_t first,
                 std::size_t last, std::uint64_t* keys);
    // Roughly how strongly what is outside of a box pulls at its middle, without the factor G.
    double (*field_strength)(const Octree<Real>& octree, const Box<Real>& box,
                             Real softening_squared);
    // Goes on with a walk until it is finished or a list is full.
    void (*walk)(const Octree<Real>& octree, const WalkTarget<Real>& target, Walk& walk);
    // Adds the pull of cells on targets [0, count) to `result`, which like the targets has whole
    // lines; without the factor G.
    void (*pull_cells)(const Cell<Real>* cells, const std::uint32_t* list, std::size_t listed,
                       const BodiesView<Real>& targets, const PairLaw<Real>& law,
                       const AccelerationsView<Real>& result);
};

template <class Real>
const TreeKernels<Real>& tree_kernels();

} // namespace orrery
