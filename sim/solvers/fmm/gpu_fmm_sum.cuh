#pragma once

// The fast multipole method on one GPU. Where several GPUs share the work each has its own.

#include "sim/cuda/sliced_work.hpp"
#include "sim/cuda/term_counter.hpp"
#include "sim/domain/device_guests.cuh"
#include "sim/domain/device_partition.cuh"
#include "sim/solvers/fmm/fmm_options.hpp"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/fmm/gpu_near_field.cuh"
#include "sim/solvers/tree/gpu_inspection.cuh"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"

#include <cstddef>
#include <memory>

namespace orrery {

// The lists made last.
template <class Real>
struct ListedTree {
    DeviceTreeView<Real> tree;
    InteractionLists lists;
    bool of_itself; // else the targets are others
};

template <class Real>
class EssentialWriter;

// Has told whom the leaf of the body has met that was found in the tree.
template <class Real>
void tell_met(const ListedTree<Real>& listed, cudaStream_t stream, const Telling& telling);

// A tree and what belongs to its nodes.
template <class Real>
struct ExpandedTree {
    DeviceTree<Real> tree;
    DeviceArray<Real> moments, locals;
    DeviceArray<Sphere<Real>> spheres;
    DeviceArray<std::uint32_t> progress, next{2};

    void make_room(int row);
    NodeExpansions<Real> expansions(int order, const FmmUnits<Real>* shared_units);
    std::size_t bytes() const {
        return total_bytes(tree, moments, locals, spheres, progress, next);
    }
};

template <class Real>
class GpuFmmSum {
public:
    // `info`: of the solver, with the options of the fast multipole method.
    GpuFmmSum(DeviceQueue& queue, const SolverInfo& info);

    // Puts the sort of the sources, at least one, into the queue.
    void prepare(const ForceSources<Real>& request);
    // `whole`: the system that they are a domain of.
    void prepare(const UnsortedBodies<Real>& sources, const ForceParameters& parameters,
                 const WholeSystem* whole);
    // The same for other targets of a request for the sources prepared.
    void begin(const ForceRequest<Real>& request);
    void begin(const CurveTargets<Real>& targets);
    // Waits for the numbers of nodes and puts the trees and what stands for their nodes into the
    // queue, once.
    void expand();
    // Of a domain, after expand(): what the boxes of others have to see of it; and room for what is
    // to be seen of theirs. Its leaves walk alone.
    unsigned walking_together(const DeviceTree<Real>& /*tree*/) const { return 1; }
    void tell(EssentialWriter<Real>& writer, const DomainNodes& nodes, const BoxesOfAll<Real>& all);
    GuestTree<Real> take_guests(std::size_t nodes, std::size_t bodies, TreeRoots roots);
    // The same, and puts the lists and a slice of the translations into the queue; when called
    // again, waits for the number of list entries and puts the lists anew into it if there were
    // more than there was room for. The work is the rest: translations that are left, with the near
    // field beside them, and what leaves hear. Whether it has to be called again.
    bool build();
    SlicedWork& work() { return work_; }
    void finish();

    // Cells and bodies that pulled on each body, since it was asked before; when the queue has
    // finished.
    double new_terms() { return terms_.added(); }
    // The tree of the sources.
    DeviceTreeView<Real> tree() const { return sources_.tree.view(); }
    DeviceTree<Real>& source_tree() { return sources_.tree; }
    DeviceTree<Real>& target_tree() { return targets_->tree; }
    std::size_t bytes() const;
    // The structure of the last evaluation, and the cells that a body's leaf has met; the next
    // evaluation waits, on the GPU, until that is copied.
    std::shared_ptr<GpuReading> inspect(const InspectRequest& request);

private:
    void choose(std::size_t bodies, const ForceParameters& parameters);
    void wait_for_inspector();
    void expand(ExpandedTree<Real>& tree);
    int row() const; // of numbers, a node's moments
    TargetNodes all_targets() const;
    FmmPairLimits<Real> pair_limits() const;
    void hear_again();
    void list_and_translate();
    void translate_nodes(unsigned first, unsigned end);
    void plan_work();
    unsigned bodies_beside(std::uint64_t nodes) const;
    void make_room_for_lists();
    void clear_lists(cudaStream_t stream);
    void sum_leaves(unsigned first, unsigned end);
    void put_near_field(unsigned first, unsigned end);
    void put_far_field(unsigned first, unsigned end);
    unsigned leaf_rows() const;
    std::uint32_t* counter(int which) { return counters_.data() + which; }

    DeviceQueue& queue_;
    const SolverInfo& info_;
    ExpandedTree<Real> sources_;
    std::unique_ptr<ExpandedTree<Real>> others_; // targets that are no sources, if there were any
    ExpandedTree<Real>* targets_ = &sources_;
    GpuFmmChoice plan_{};
    Real softening_squared_ = 0;
    bool of_domain_ = false;
    bool expanded_ = false;        // the sources
    bool targets_expanded_ = true; // the others, if there are any
    bool heard_once_ = false;      // their locals have been summed for an evaluation
    unsigned pulled_ = 0;          // bodies
    bool listed_once_ = false;     // in this evaluation
    SliceSize slice_, translation_slice_;
    SlicedWork work_;
    unsigned translated_ = 0, to_translate_ = 0; // nodes, before the work begins and in all
    LeafTask<Real> task_{};
    NearKernel<Real> kernel_ = nullptr;
    unsigned resident_blocks_ = 0;

    WantedEntries wanted_;
    UnitsFinder<Real> units_;
    DeviceArray<float> estimates_, least_accelerations_;
    DeviceArray<ListChunk> chunks_;
    DeviceArray<ChunkList> lists_; // undecided, far, near and whole of every node
    DeviceArray<std::uint32_t> counters_, next_near_, heard_;
    PinnedArray<std::uint32_t> chunks_used_{1};
    DeviceEvent listed_;
    TermCounter terms_;
    GpuInspector inspector_;
    DeviceEvent complete_; // passed when the last evaluation is
};

} // namespace orrery
