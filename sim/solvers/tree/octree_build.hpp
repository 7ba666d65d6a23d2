#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/tree/octree.hpp"
#include "sim/solvers/tree/opening.hpp"

#include <span>

namespace orrery {

// Divides the bodies, whose sorted keys are given, into nodes: those with more than `leaf` bodies
// have children, except where all keys are the same. Fills nodes and depths; no bodies: no nodes.
template <class Real>
void divide(std::span<const std::uint64_t> keys, std::size_t leaf, Workers& workers,
            Octree<Real>& octree);

// Fills in boxes, moments, cells and what the opening criterion asks for, from the leaves up.
// `bodies` in the keys' order. The root's moments are not finite where a body's position or mass is
// not.
template <class Real>
void measure(const BodiesView<Real>& bodies, const Opening& opening, Workers& workers,
             Octree<Real>& octree);

// Cuts the bodies into groups of at most most_in_group, none across the largest nodes that have at
// most `bodies_together`: a group's box then holds no denser region than its own.
template <class Real>
void make_groups(const BodiesView<Real>& bodies, Workers& workers, Octree<Real>& octree);

inline constexpr std::uint32_t most_in_group = 64;
inline constexpr std::uint32_t bodies_together = 8 * most_in_group;

} // namespace orrery
