#include "sim/solvers/tree/gpu_tree_sum.cuh"

#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/solvers/tree/tree_options.hpp"

#include <algorithm>

namespace orrery {
namespace {

// With fewer, groups of 64 are too few to keep all multiprocessors busy.
constexpr std::size_t small_system = 350'000;
constexpr double usual_terms = 2000; // a body
constexpr unsigned slice_quantum = 1024;
// At the end of a slice multiprocessors wait for the group that takes longest, which is some
// milliseconds where errors are to be small.
constexpr double slice_milliseconds = 40;

} // namespace

template <class Real>
GpuTreeSum<Real>::GpuTreeSum(DeviceQueue& queue, const SolverInfo& info)
    : queue_(queue), info_(info), slice_(queue.multiprocessors(), slice_milliseconds),
      work_(queue, slice_), next_group_(1), terms_(queue) {}

template <class Real>
unsigned GpuTreeSum<Real>::group_for(std::size_t bodies) {
    return bodies < small_system ? max_group / 2 : max_group;
}

template <class Real>
void GpuTreeSum<Real>::prepare(const ForceSources<Real>& request) {
    require_numbers_of_bodies(request.sources, info_.id);
    const OpeningCriterion criterion = tree_criterion<Real>(info_, request.parameters);
    if (task_.criterion != criterion) {
        // What was learnt is of other walks: a tenth of the error is four times the work.
        slice_ = SliceSize(queue_.multiprocessors(), slice_milliseconds);
        task_.criterion = criterion;
    }
    built_ = false;
    cuda_check(cudaStreamWaitEvent(queue_.stream(), inspector_.done().get()),
               "waiting for readers of the tree");
    tree_.sort(queue_, request.sources,
               static_cast<unsigned>(leaf_bodies(info_, request.parameters)),
               group_for(request.sources.count));
}

template <class Real>
void GpuTreeSum<Real>::begin(const ForceRequest<Real>& request,
                             const std::optional<CurveShare<Real>>& share) {
    const ForceParameters& parameters = request.parameters;
    const unsigned walking = walking_bodies(request);
    const PairLaw<Real> law(parameters.softening, parameters.gravity);
    const unsigned group = group_for(walking);
    target_tree_ = &tree_;
    if (!request.targets_at) {
        require_numbers_of_bodies(request.targets, info_.id);
        if (others_ == nullptr) {
            others_ = std::make_unique<DeviceTree<Real>>();
        }
        target_tree_ = others_.get();
        others_->sort(queue_, request.targets,
                      static_cast<unsigned>(leaf_bodies(info_, parameters)), group);
    }

    kernel_ = walk_kernel<Real>(request.result.potential != nullptr, law.softened(),
                                task_.criterion.order, group);
    resident_blocks_ = queue_.resident_blocks(kernel_, walk_threads);
    task_.result = share ? share->slot : request.result;
    task_.wanted = wanted_.find(queue_, request);
    task_.number_offset = request.targets_at ? 0 : no_target;
    task_.softening_squared = law.softening_squared;
    task_.gravity = law.gravity;
    task_.along_curve = share.has_value();
    task_.first_result = share ? share->first : 0;
    task_.next_group = next_group_.data();
    task_.terms = terms_.data();
    work_.clear();
    work_.add({share ? share->first : 0,
               share ? share->end : walking,
               slice_quantum,
               usual_terms,
               {},
               [this](std::uint64_t first, std::uint64_t end) {
                   walk(static_cast<unsigned>(first), static_cast<unsigned>(end));
               }});
}

template <class Real>
bool GpuTreeSum<Real>::build() {
    if (!built_) {
        tree_.build(queue_);
        tree_.compute_moments(queue_);
        tree_.compute_acceptance(queue_, task_.criterion);
        built_ = true;
    }
    task_.tree = tree_.view();
    if (target_tree_ != &tree_) {
        target_tree_->build(queue_); // for its groups alone
    }
    task_.targets = target_tree_->view();
    return false;
}

template <class Real>
void GpuTreeSum<Real>::walk(unsigned first, unsigned end) {
    cuda_check(cudaMemsetAsync(next_group_.data(), 0, next_group_.bytes(), queue_.stream()),
               "preparing the walk of the tree");
    task_.first_body = first;
    task_.end_body = end;
    // How many groups there are from `first` to `end` only the GPU knows; they may be all of them.
    const auto groups = static_cast<unsigned>(target_tree_->group_count());
    // Where they are more than fit the GPU at once, there are so many blocks more that the last
    // groups find as many at work as the first.
    constexpr unsigned warps = walk_threads / warp_size;
    const unsigned one_a_warp = divided_up(groups, warps);
    const unsigned blocks =
        std::min(one_a_warp, divided_up(groups, groups_a_warp * warps) + resident_blocks_);
    queue_.launch("forces", {dim3(blocks), dim3(walk_threads)}, kernel_, task_);
}

template <class Real>
void GpuTreeSum<Real>::finish() {
    terms_.fetch(queue_.stream());
    complete_.record(queue_.stream());
}

template <class Real>
std::unique_ptr<InspectionReading> GpuTreeSum<Real>::inspect(const InspectRequest& request) {
    // Its groups are those of the sources, whoever walked.
    const DeviceTreeView<Real> tree = tree_.view();
    const WalkedTree<Real> walked{tree, task_.criterion, task_.softening_squared,
                                  group_for(tree.body_count)};
    return inspector_.begin(
        walked.tree, tree_.node_count(), request, complete_,
        [&](cudaStream_t stream, const Telling& telling) { tell_walk(walked, stream, telling); });
}

template class GpuTreeSum<float>;
template class GpuTreeSum<double>;

} // namespace orrery
