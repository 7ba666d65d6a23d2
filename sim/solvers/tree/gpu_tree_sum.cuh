#pragma once

// The sum over a tree on a GPU: what algorithms with trees share. See gpu_tree.cu.

#include "sim/cuda/sliced_work.hpp"
#include "sim/cuda/term_counter.hpp"
#include "sim/domain/device_essential_tree.cuh"
#include "sim/domain/device_guests.cuh"
#include "sim/domain/device_partition.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/tree/gpu_bodies_in_box.cuh"
#include "sim/solvers/tree/gpu_group.cuh"
#include "sim/solvers/tree/gpu_inspection.cuh"
#include "sim/solvers/tree/gpu_walk.cuh"
#include "sim/solvers/tree/gpu_wanted_targets.cuh"
#include "sim/solvers/tree/tree_options.hpp"
#include "sim/tree/device_curve.cuh"

#include <algorithm>
#include <memory>

namespace orrery {

// How the tree was walked last.
template <class Real>
struct WalkedTree {
    DeviceTreeView<Real> tree;
    OpeningCriterion criterion;
    Real softening_squared;
    unsigned group; // bodies of one, at most
};

// Tells what pulls on the group of the body that was found in the tree. One warp: GroupWalk::run()
// of gpu_walk.cu, but for what it does with what it finds.
template <class Real, unsigned targets_per_lane>
__global__ void __launch_bounds__(warp_size)
    tell_interactions(WalkedTree<Real> walked, Telling telling) {
    __shared__ std::uint32_t stack_memory[CellStack::size];
    const DeviceTreeView<Real>& tree = walked.tree;
    const unsigned lane = threadIdx.x;
    if (telling.tally->body == no_body) {
        return;
    }
    const Group bodies = tree.groups[tree.groups_before(telling.tally->body + 1) - 1];
    const WarpGroup<Real, targets_per_lane> group(tree, bodies, lane);
    const Box<Real> box = group.box();
    const float scale =
        group.scale(walked.criterion, tree, box, walked.softening_squared, stack_memory);
    CellStack stack(stack_memory, tree.roots, lane);
    while (!stack.empty()) {
        std::uint32_t cell = 0;
        const bool mine = stack.pop(cell);
        const WalkNode<Real> node = tree.walk_nodes[cell];
        const Acceptance how =
            acceptance(walked.criterion.order, walked.criterion, node, box, scale);
        const bool opened = how == Acceptance::open && !node.is_leaf();
        stack.push(node.first, mine && opened ? node.count() : 0);
        if (mine && !opened) {
            telling.tell(tree, cell,
                         how == Acceptance::open         ? Role::leaf
                         : how == Acceptance::quadrupole ? Role::multipole
                                                         : Role::monopole);
        }
    }
    if (lane == 0) {
        telling.tell(box, bodies.count(), 0, false, Role::group);
    }
}

inline constexpr unsigned max_walking_group = 64;
// With fewer, groups of 64 are too few to keep all multiprocessors busy.
inline constexpr std::size_t small_system = 350'000;
inline constexpr double usual_terms = 2000; // a body
inline constexpr unsigned slice_quantum = 1024;
// At the end of a slice multiprocessors wait for the group that takes longest, which is some
// milliseconds where errors are to be small.
inline constexpr double slice_milliseconds = 40;

inline unsigned group_for(std::size_t bodies) {
    return bodies < small_system ? max_walking_group / 2 : max_walking_group;
}

// Whether a walk in a box may open a cell.
template <class Real>
struct TreeJudge {
    OpeningCriterion criterion;

    // By the least acceleration in the box.
    __device__ float demand(float acceleration) const {
        return criterion.relative ? acceptance_scale(criterion, acceleration) : 0.0F;
    }
    __device__ const TreeJudge& ready() const { return *this; }
    __device__ bool opens(const WalkNode<Real>& node, const TargetBox& target) const {
        const auto d2 = target.distance_squared(node.monopole);
        return accept(criterion.order, static_cast<float>(criterion.mass_part), node.opening_radius,
                      node.moment_length, target.demand,
                      reciprocal_root(static_cast<float>(d2))) == Acceptance::open;
    }
    // A larger box with a greater demand opens whatever one within it does.
    __device__ bool may_open(const WalkNode<Real>& node, const TargetBox& several) const {
        return opens(node, several);
    }
};

// Where several GPUs share the work each has its own.
template <class Real>
class GpuTreeSum {
public:
    // `info`: of the solver, with the options of a tree.
    GpuTreeSum(DeviceQueue& queue, const SolverInfo& info)
        : queue_(queue), info_(info), slice_(queue.multiprocessors(), slice_milliseconds),
          work_(queue, slice_), next_group_(1), terms_(queue) {}

    // Puts the sort of the sources, at least one, into the queue.
    void prepare(const ForceSources<Real>& request) {
        require_numbers_of_bodies(request.sources.count, info_.id);
        prepare(sources_in_box_.of(queue_, request.sources, request.parameters.box),
                request.parameters);
    }
    // `whole`: the system that they are a domain of, if they are.
    void prepare(const UnsortedBodies<Real>& sources, const ForceParameters& parameters,
                 const WholeSystem* whole = nullptr) {
        const OpeningCriterion criterion = tree_criterion<Real>(info_, parameters);
        if (task_.criterion != criterion) {
            // The slice was learnt from other walks: a tenth of the error is four times the work.
            slice_ = SliceSize(queue_.multiprocessors(), slice_milliseconds);
            task_.criterion = criterion;
        }
        task_.softening_squared = PairLaw<Real>(parameters.softening, 1).softening_squared;
        of_domain_ = whole != nullptr;
        target_tree_ = &tree_;
        built_ = false;
        targets_built_ = true;
        cuda_check(cudaStreamWaitEvent(queue_.stream(), inspector_.done().get()),
                   "waiting for readers of the tree");
        tree_.sort(queue_, sources, static_cast<unsigned>(leaf_bodies(info_, parameters)),
                   group_for(sources.count), false,
                   whole != nullptr ? &whole->frame->space : nullptr);
    }

    // The same for other targets of a request for the sources prepared. `mesh_part`: what a
    // mesh has of the law, as it must in a periodic box; null: nothing.
    void begin(const ForceRequest<Real>& request, const MeshPart<Real>* mesh_part = nullptr) {
        ForceRequest<Real> inside = request;
        if (!request.targets_at) {
            require_numbers_of_bodies(request.targets.count, info_.id);
            inside.targets = targets_in_box_.of(queue_, request.targets, request.parameters.box);
        }
        begin(wanted_.targets(queue_, inside), mesh_part);
    }
    void begin(const CurveTargets<Real>& targets, const MeshPart<Real>* mesh_part = nullptr) {
        const ForceParameters& parameters = targets.parameters;
        const PairLaw<Real> law(parameters.softening, parameters.gravity);
        target_tree_ = &tree_;
        targets_built_ = !targets.others;
        if (targets.others) {
            if (others_ == nullptr) {
                others_ = std::make_unique<DeviceTree<Real>>();
            }
            target_tree_ = others_.get();
            others_->sort(queue_, targets.bodies,
                          static_cast<unsigned>(leaf_bodies(info_, parameters)),
                          group_for(targets.bodies.count));
        }
        const auto walking = static_cast<unsigned>(target_tree_->body_count());
        const bool potential = targets.result.potential != nullptr;
        const int order = task_.criterion.order;
        kernel_ = (mesh_part != nullptr
                       ? short_walk_kernel<Real>
                       : walk_kernel<Real>)(potential, law.softened(), order, group_for(walking));
        if (mesh_part != nullptr) {
            task_.mesh_part = *mesh_part;
            std::transform(parameters.box.lengths.begin(), parameters.box.lengths.end(),
                           task_.edges, [](double edge) { return static_cast<Real>(edge); });
        }
        resident_blocks_ = queue_.resident_blocks(kernel_, walk_threads);
        task_.result = targets.result;
        task_.wanted = targets.wanted;
        task_.number_offset = targets.others ? no_target : 0;
        task_.gravity = law.gravity;
        task_.next_group = next_group_.data();
        task_.terms = terms_.data();
        work_.clear();
        work_.add({0,
                   walking,
                   slice_quantum,
                   usual_terms,
                   {},
                   [this](std::uint64_t first, std::uint64_t end) {
                       walk(static_cast<unsigned>(first), static_cast<unsigned>(end));
                   }});
    }

    // Waits for the sorts and puts the building of the trees into the queue, once.
    void expand() {
        if (!built_) {
            tree_.build(queue_);
            tree_.compute_moments(queue_);
            tree_.compute_acceptance(queue_, task_.criterion);
            built_ = true;
        }
        if (!targets_built_) {
            target_tree_->build(queue_); // for its groups, and
            if (of_domain_) {
                target_tree_->compute_moments(queue_); // boxes
            }
            targets_built_ = true;
        }
    }
    // The same; the work is the walk. Whether it has to be called again.
    bool build() {
        expand();
        task_.tree = tree_.view();
        task_.targets = target_tree_->view();
        return false;
    }

    // Of a domain, after expand(): what the boxes of others have to see of it; and room for what is
    // to be seen of theirs. A tree's groups are cut out of cells of so many bodies.
    unsigned walking_together(const DeviceTree<Real>& tree) const {
        return CellLimits{1, group_for(tree.body_count())}.group_cell();
    }
    void tell(EssentialWriter<Real>& writer, const DomainNodes& nodes,
              const BoxesOfAll<Real>& all) {
        const auto* rows = reinterpret_cast<const uint4*>(tree_.quadrupoles());
        writer.write(queue_,
                     {tree_.view(), {rows, sizeof(Quadrupole<Real>) / sizeof(uint4)}, nodes},
                     TreeJudge<Real>{task_.criterion}, all, task_.softening_squared);
    }
    GuestTree<Real> take_guests(std::size_t nodes, std::size_t bodies, TreeRoots roots) {
        tree_.take_guests(queue_, nodes, bodies, roots);
        return {static_cast<unsigned>(tree_.node_count()),
                static_cast<unsigned>(tree_.body_count()),
                roots,
                tree_.walk_nodes(),
                tree_.boxes(),
                tree_.bodies(),
                {reinterpret_cast<uint4*>(tree_.quadrupoles()),
                 sizeof(Quadrupole<Real>) / sizeof(uint4)}};
    }
    SlicedWork& work() { return work_; }
    void finish() {
        terms_.fetch(queue_.stream());
        complete_.record(queue_.stream());
    }

    // Cells and bodies summed over since it was asked before; when the queue has finished.
    double new_terms() { return terms_.added(); }
    // The tree of the sources, and that whose groups walk.
    DeviceTreeView<Real> tree() const { return tree_.view(); }
    DeviceTree<Real>& source_tree() { return tree_; }
    DeviceTree<Real>& target_tree() { return *target_tree_; }
    std::size_t bytes() const {
        return (others_ ? others_->bytes() : 0) +
               total_bytes(tree_, next_group_, terms_, wanted_, sources_in_box_, targets_in_box_);
    }

    // Reads what the last evaluation built and how it walked; the next one waits, on the GPU, until
    // that is copied. The groups are those of the sources, even where other targets walked.
    std::shared_ptr<GpuReading> inspect(const InspectRequest& request) {
        const DeviceTreeView<Real> tree = tree_.view();
        const WalkedTree<Real> walked{tree, task_.criterion, task_.softening_squared,
                                      group_for(tree.body_count)};
        return inspector_.begin(
            tree, request, complete_, [&](cudaStream_t stream, const Telling& telling) {
                DeviceQueue::launch_into(stream, inspecting, {dim3(1), dim3(warp_size)},
                                         walked.group > warp_size ? tell_interactions<Real, 2>
                                                                  : tell_interactions<Real, 1>,
                                         walked, telling);
            });
    }

private:
    void walk(unsigned first, unsigned end) {
        cuda_check(cudaMemsetAsync(next_group_.data(), 0, next_group_.bytes(), queue_.stream()),
                   "preparing the walk of the tree");
        task_.first_body = first;
        task_.end_body = end;
        // How many groups there are from `first` to `end` only the GPU knows; they may be all of
        // them.
        const auto groups = static_cast<unsigned>(target_tree_->group_count());
        // If they are more than fit the GPU at once, resident_blocks_ more blocks are launched, so
        // that as many are at work on the last groups as on the first.
        constexpr unsigned warps = walk_threads / warp_size;
        const unsigned one_a_warp = divided_up(groups, warps);
        const unsigned blocks =
            std::min(one_a_warp, divided_up(groups, groups_a_warp * warps) + resident_blocks_);
        queue_.launch("forces", {dim3(blocks), dim3(walk_threads)}, kernel_, task_);
    }

    DeviceQueue& queue_;
    const SolverInfo& info_;
    DeviceTree<Real> tree_;
    DeviceBodiesInBox<Real> sources_in_box_, targets_in_box_;
    bool built_ = false; // that, with its moments
    bool of_domain_ = false;
    bool targets_built_ = true; // the others, if there are any
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
