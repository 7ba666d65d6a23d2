#pragma once

#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/tree/gpu_inspection.cuh"

namespace orrery {

// What was listed last.
template <class Real>
struct ListedTree {
    DeviceTreeView<Real> tree;
    InteractionLists lists;
    unsigned first, end; // bodies along the curve whose leaves have lists
    bool of_itself;      // else the targets are others
};

// Has told whom the leaf of the body has met that was found in the tree.
template <class Real>
void tell_met(const ListedTree<Real>& listed, cudaStream_t stream, const Telling& telling);

extern template void tell_met(const ListedTree<float>&, cudaStream_t, const Telling&);
extern template void tell_met(const ListedTree<double>&, cudaStream_t, const Telling&);

} // namespace orrery
