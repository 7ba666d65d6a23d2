#pragma once

// The fast multipole method for one evaluation on one GPU.

#include "sim/cuda/sliced_work.hpp"
#include "sim/solvers/fmm/gpu_far_field.cuh"
#include "sim/solvers/fmm/gpu_fmm_options.hpp"

#include <cstddef>
#include <memory>

namespace orrery {

// A tree and what belongs to its nodes.
template <class Real>
struct ExpandedTree {
    DeviceTree<Real> tree;
    DeviceArray<Real> moments, locals;
    DeviceArray<Sphere<Real>> spheres;

    void make_room(int order);
    NodeExpansions<Real> expansions(int order, const FmmUnits<Real>* shared_units);
    std::size_t bytes() const {
        return tree.bytes() + moments.bytes() + locals.bytes() + spheres.bytes();
    }
};

template <class Real>
class GpuFmmSum {
public:
    // `info`: of the solver, with the options of the fast multipole method.
    GpuFmmSum(DeviceQueue& queue, const SolverInfo& info);

    // Puts all but the near field into the queue. Waits on the way for the number of nodes and of
    // list entries. Of a request with at least one source.
    [[nodiscard]] Outcome begin(const ForceRequest<Real>& request, const std::stop_token& stop);
    // The near field.
    SlicedWork& work() { return work_; }
    void finish();

    // Translations and bodies summed over since it was asked before; when the queue has finished.
    double new_terms();
    const std::uint32_t* order() const { return sources_.tree.view().order; }
    std::size_t bytes() const;

private:
    void build(const ForceRequest<Real>& request);
    [[nodiscard]] Outcome list_and_translate(const std::stop_token& stop);
    void make_room_for_lists();
    void sum_leaves(unsigned first, unsigned end);
    unsigned leaf_rows() const;
    std::uint32_t* counter(int which) { return counters_.data() + which; }

    DeviceQueue& queue_;
    const SolverInfo& info_;
    ExpandedTree<Real> sources_;
    std::unique_ptr<ExpandedTree<Real>> others_; // targets that are no sources, if there were any
    ExpandedTree<Real>* targets_ = &sources_;
    GpuFmmChoice plan_{};
    Real softening_squared_ = 0;
    SliceSize slice_;
    SlicedWork work_;
    LeafTask<Real> task_{};
    NearKernel<Real> kernel_ = nullptr;
    unsigned resident_blocks_ = 0;

    UnitsFinder<Real> units_;
    DeviceArray<float> estimates_, least_accelerations_;
    DeviceArray<ListChunk> chunks_;
    DeviceArray<ChunkList> lists_; // undecided, far, near and whole of every node
    DeviceArray<std::uint32_t> counters_, next_near_;
    PinnedArray<std::uint32_t> chunks_used_{1};
    DeviceEvent listed_;
    DeviceArray<unsigned long long> terms_; // since the beginning
    PinnedArray<unsigned long long> terms_on_host_;
    unsigned long long reported_terms_ = 0;
};

extern template class GpuFmmSum<float>;
extern template class GpuFmmSum<double>;

} // namespace orrery
