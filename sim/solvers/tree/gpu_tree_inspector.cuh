#pragma once

#include "sim/solvers/tree/gpu_inspection.cuh"

namespace orrery {

// How the tree was walked last.
template <class Real>
struct WalkedTree {
    DeviceTreeView<Real> tree;
    OpeningCriterion criterion;
    Real softening_squared;
    unsigned group; // bodies of one, at most
};

// Has told what pulls on the group of the body that was found in the tree.
template <class Real>
void tell_walk(const WalkedTree<Real>& walked, cudaStream_t stream, const Telling& telling);

extern template void tell_walk(const WalkedTree<float>&, cudaStream_t, const Telling&);
extern template void tell_walk(const WalkedTree<double>&, cudaStream_t, const Telling&);

} // namespace orrery
