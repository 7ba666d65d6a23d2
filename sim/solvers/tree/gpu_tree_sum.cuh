#pragma once

// Barnes-Hut for some or all of the targets on one GPU. Where several GPUs share the work each has
// its own.

#include "sim/cuda/sliced_work.hpp"
#include "sim/cuda/term_counter.hpp"
#include "sim/solvers/tree/gpu_inspection.cuh"
#include "sim/solvers/tree/gpu_walk.cuh"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"

#include <cstddef>
#include <memory>
#include <optional>

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

template <class Real>
class GpuTreeSum {
public:
    // `info`: of the solver, with the options of a tree.
    GpuTreeSum(DeviceQueue& queue, const SolverInfo& info);

    // Puts the sort of the sources, at least one, into the queue.
    void prepare(const ForceSources<Real>& request);
    // That of targets that are others. Of all of a request for the sources prepared, or of a share:
    // the groups that begin with a body of that, as a whole.
    void begin(const ForceRequest<Real>& request,
               const std::optional<CurveShare<Real>>& share = std::nullopt);
    // Waits for the sorts and puts the building of the trees into the queue, that of the sources'
    // once; the work is the walk. Whether it has to be called again.
    bool build();
    SlicedWork& work() { return work_; }
    void finish();

    // Cells and bodies summed over since it was asked before; when the queue has finished.
    double new_terms() { return terms_.added(); }
    // Of the sources, and the one whose groups walk.
    DeviceTreeView<Real> tree() const { return tree_.view(); }
    DeviceTreeView<Real> target_tree() const { return target_tree_->view(); }
    const WantedTargets& wanted() const { return task_.wanted; }
    std::size_t bytes() const {
        return (others_ ? others_->bytes() : 0) + total_bytes(tree_, next_group_, terms_, wanted_);
    }
    // What the last evaluation built and how it walked; the one after it waits, on the GPU, until
    // that is copied.
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request);

    static constexpr unsigned max_group = 64;
    // Bodies that a share may have beyond its end: of the group that its last one begins.
    static constexpr unsigned beyond_share = max_group;
    // Each share has the whole tree, and walks anew for who wants to see it.
    static constexpr bool inspects_share_alone = false;

private:
    static unsigned group_for(std::size_t bodies);
    void walk(unsigned first, unsigned end);

    DeviceQueue& queue_;
    const SolverInfo& info_;
    DeviceTree<Real> tree_;
    bool built_ = false; // that, with its moments
    std::unique_ptr<DeviceTree<Real>>
        others_; // over targets that are no sources, if there were any
    DeviceTree<Real>* target_tree_ = &tree_;
    SliceSize slice_;
    SlicedWork work_;
    WalkTask<Real> task_{};
    WalkKernel<Real> kernel_ = nullptr;
    unsigned resident_blocks_ = 0;
    WantedEntries wanted_;
    GpuInspector inspector_;
    DeviceEvent complete_; // passed when the last evaluation is
    DeviceArray<std::uint32_t> next_group_;
    TermCounter terms_;
};

} // namespace orrery
