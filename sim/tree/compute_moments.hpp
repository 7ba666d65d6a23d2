#pragma once

#include "sim/tree/moments.hpp"
#include "sim/tree/tree.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// What forces are computed from, of one node: together in memory, since they are used together.
template <class Real>
struct alignas(64) Multipole {
    PointMass<Real> monopole;
    Quadrupole<Real> quadrupole;
};

// What stands for the bodies of each node of a tree.
template <class Real>
struct Expansions {
    std::vector<Moments> moments;
    std::vector<Multipole<Real>> multipoles;

    // False where a body's position or mass is no finite number: the root's moments are not, then.
    bool finite() const;
    std::size_t bytes() const;
};

// From the leaves up; `bodies` as the tree has them.
template <class Real>
void compute_moments(const Tree<Real>& tree, const BodiesView<Real>& bodies, Workers& workers,
                     Expansions<Real>& expansions);

} // namespace orrery
