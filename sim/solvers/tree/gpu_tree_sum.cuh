#pragma once

// Barnes-Hut for some or all of the bodies on one GPU. Where several GPUs share the work each has
// its own.

#include "sim/cuda/sliced_work.hpp"
#include "sim/solvers/tree/gpu_walk.cuh"

#include <cstddef>

namespace orrery {

// The bodies whose pulls are wanted: those of the groups that begin with bodies [first, end) of the
// curve.
template <class Real>
struct TreeTargets {
    unsigned first, end;
    AccelerationsView<Real> result;
    bool along_curve = false; // the result of body `first` of the curve in front, not of body 0
};

template <class Real>
class GpuTreeSum {
public:
    // `info`: of the solver, with the options of a tree.
    GpuTreeSum(DeviceQueue& queue, const SolverInfo& info);

    // Puts the sort of the bodies into the queue.
    void begin(const BodiesView<Real>& bodies, const ForceParameters& parameters,
               const TreeTargets<Real>& targets);
    // Waits for the sort and puts the building of the tree into the queue; the work is the walk.
    void build();
    SlicedWork& work() { return work_; }
    void finish();

    // Cells and bodies summed over since it was asked before; when the queue has finished.
    double new_terms();
    DeviceTreeView<Real> tree() const { return tree_.view(); }
    std::size_t bytes() const { return tree_.bytes() + next_group_.bytes() + terms_.bytes(); }

    static constexpr unsigned largest_group = 64;

private:
    void walk(unsigned first, unsigned end);

    DeviceQueue& queue_;
    const SolverInfo& info_;
    DeviceTree<Real> tree_;
    SliceSize slice_;
    SlicedWork work_;
    WalkTask<Real> task_{};
    WalkKernel<Real> kernel_ = nullptr;
    unsigned resident_blocks_ = 0;
    DeviceArray<std::uint32_t> next_group_;
    DeviceArray<unsigned long long> terms_; // since the beginning
    PinnedArray<unsigned long long> terms_on_host_;
    unsigned long long reported_terms_ = 0;
};

extern template class GpuTreeSum<float>;
extern template class GpuTreeSum<double>;

} // namespace orrery
