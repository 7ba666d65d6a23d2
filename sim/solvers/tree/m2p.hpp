#pragma once

#include "sim/solver.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/tree/walk_nodes.hpp"

#include <cstddef>
#include <cstdint>

namespace orrery {

// Adds the pull of the cells that are listed on targets [0, count) to `result`, which like the
// targets has whole lines; without the factor G.
template <class Real>
using M2P = void (*)(const Multipole<Real>* cells, const std::uint32_t* list, std::size_t listed,
                     const BodiesView<Real>& targets, const PairLaw<Real>& law,
                     const AccelerationsView<Real>& result);

// Compiled for the best instruction set of this processor.
template <class Real>
M2P<Real> m2p_kernel();

} // namespace orrery
