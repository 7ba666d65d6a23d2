#include "sim/solvers/fmm/gpu_fmm_sum.cuh"

#include "sim/cuda/grow_keeping.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_warp.cuh"
#include "sim/solvers/fmm/gpu_fmm_work.hpp"
#include "sim/solvers/fmm/gpu_interaction_lists.cuh"
#include "sim/solvers/fmm/gpu_sliced_expansions.cuh"
#include "sim/solvers/fmm/with_order.hpp"

#include <algorithm>
#include <utility>

namespace orrery {
namespace {

constexpr unsigned largest_leaf = 64;    // of most trees
constexpr unsigned slice_quantum = 1024; // bodies
constexpr unsigned node_quantum = 128;
constexpr double slice_milliseconds = 20;
// Between two slices multiprocessors wait for the last of the first.
constexpr double translation_milliseconds = 40;
// Chunks a node has at first; evaluations learn how many they need.
constexpr std::size_t usual_chunks = 16;

constexpr bool for_sweeps = true;
// Neighbours whose acceleration is estimated together.
constexpr unsigned estimated_together = 128;

// Single precision is as much faster than double, even on GPUs made for games.
template <class Real>
constexpr double speed = sizeof(Real) == sizeof(float) ? 16 : 1;

// With a margin: the number of nodes is another one in the next step.
template <class Array>
void make_room_in(Array& array, std::size_t wanted) {
    array.reserve(wanted <= array.size() ? 0 : wanted + wanted / 8);
}

// The kernels' counters.
enum Counter { chunks_used, next_listed, next_translated, counters };

} // namespace

template <class Real>
void ExpandedTree<Real>::make_room(int row) {
    const std::size_t wanted = tree.node_count() * static_cast<std::size_t>(row);
    make_room_in(moments, wanted);
    make_room_in(locals, wanted);
    make_room_in(spheres, tree.node_count());
    make_room_in(progress, tree.node_count());
}

template <class Real>
NodeExpansions<Real> ExpandedTree<Real>::expansions(int order, const FmmUnits<Real>* shared_units) {
    return {order,          shared_units,    moments.data(), locals.data(),
            spheres.data(), progress.data(), next.data()};
}

template <class Real>
GpuFmmSum<Real>::GpuFmmSum(DeviceQueue& queue, const SolverInfo& info)
    : queue_(queue), info_(info), slice_(queue.multiprocessors(), slice_milliseconds, speed<Real>),
      translation_slice_(queue.multiprocessors(), translation_milliseconds, speed<Real>),
      work_(queue, slice_), counters_(counters), terms_(queue) {}

// For that many bodies in all.
template <class Real>
void GpuFmmSum<Real>::choose(std::size_t bodies, const ForceParameters& parameters) {
    plan_ = gpu_fmm_choice(info_, parameters, bodies,
                           sizeof(Real) == sizeof(float) ? Precision::fp32 : Precision::fp64);
    softening_squared_ = PairLaw<Real>(parameters.softening, 1).softening_squared;
    targets_ = &sources_;
    expanded_ = false;
    targets_expanded_ = true;
    heard_once_ = false;
    of_domain_ = false;
    wait_for_inspector();
}

template <class Real>
void GpuFmmSum<Real>::prepare(const ForceSources<Real>& request) {
    require_numbers_of_bodies(request.sources.count, info_.id);
    choose(request.sources.count, request.parameters);
    sources_.tree.sort(queue_, request.sources, static_cast<unsigned>(plan_.leaf),
                       estimated_together, for_sweeps);
    units_.find(queue_, request.sources, sources_.tree.space());
}

template <class Real>
void GpuFmmSum<Real>::prepare(const UnsortedBodies<Real>& sources,
                              const ForceParameters& parameters, const WholeSystem* whole) {
    choose(whole->bodies, parameters);
    of_domain_ = true;
    sources_.tree.sort(queue_, sources, static_cast<unsigned>(plan_.leaf), estimated_together,
                       for_sweeps, &whole->frame->space);
    units_.find(queue_, &whole->frame->mass, sources_.tree.space());
}

template <class Real>
void GpuFmmSum<Real>::wait_for_inspector() {
    cuda_check(cudaStreamWaitEvent(queue_.stream(), inspector_.done().get()),
               "waiting for readers of the tree");
}

template <class Real>
void GpuFmmSum<Real>::begin(const ForceRequest<Real>& request) {
    if (!request.targets_at) {
        require_numbers_of_bodies(request.targets.count, info_.id);
    }
    begin(wanted_.targets(queue_, request));
}

template <class Real>
void GpuFmmSum<Real>::begin(const CurveTargets<Real>& targets) {
    const ForceParameters& parameters = targets.parameters;
    const PairLaw<Real> law(parameters.softening, parameters.gravity);
    listed_once_ = false;
    targets_expanded_ = !targets.others;
    if (expanded_) {
        wait_for_inspector();
    }
    queue_.fork(); // what is cleared beside may still be read by what came before
    targets_ = &sources_;
    if (targets.others) {
        if (others_ == nullptr) {
            others_ = std::make_unique<ExpandedTree<Real>>();
        }
        targets_ = others_.get();
        others_->tree.sort(queue_, targets.bodies, static_cast<unsigned>(plan_.leaf),
                           estimated_together, for_sweeps);
    }
    pulled_ = static_cast<unsigned>(targets_->tree.body_count());

    kernel_ = near_kernel<Real>(targets.result.potential != nullptr, law.softened());
    resident_blocks_ = queue_.resident_blocks(kernel_, near_threads);
    task_.wanted = targets.wanted;
    // Targets that are others have the numbers of no source.
    task_.number_offset = targets.others ? 1U << (DeviceTree<float>::body_bits + 1) : 0;
    task_.result = targets.result;
    // Then the near and the far field may add to them at the same time: of two numbers the sum is
    // the same in either order. High orders add the far field in two parts.
    task_.results_cleared = !task_.result.add && !is_sliced(plan_.order);
    task_.softening_squared = law.softening_squared;
    task_.gravity = law.gravity;
    task_.terms = terms_.data();
    work_.clear();
    // While the host has nothing to wait for.
    clear_lists(queue_.beside());
    if (task_.results_cleared) {
        clear_results(queue_.beside(), task_.result, task_.wanted.count);
    }
}

template <class Real>
bool GpuFmmSum<Real>::build() {
    if (!listed_once_) {
        expand();
        if (targets_ == &sources_ && std::exchange(heard_once_, true)) {
            hear_again();
        }
        make_room_for_lists();
        queue_.join("lists"); // what is cleared beside
        list_and_translate();
        listed_once_ = true;
        return true;
    }
    listed_.wait();
    if (chunks_used_[0] > chunks_.size()) {
        queue_.wait();
        chunks_.reserve(chunks_used_[0] + chunks_used_[0] / 4);
        clear_lists(queue_.stream());
        list_and_translate();
        return true;
    }
    task_.sources = sources_.tree.view();
    task_.targets = targets_->tree.view();
    next_near_.grow(leaf_rows());
    task_.next = next_near_.data();
    plan_work();
    return false;
}

template <class Real>
void GpuFmmSum<Real>::plan_work() {
    to_translate_ = static_cast<unsigned>(targets_->tree.node_count());
    work_.add({.first = translated_,
               .last = to_translate_,
               .quantum = node_quantum,
               .interactions_per_unit = pairs_of_a_node(plan_.order, plan_.tolerance),
               .before = {},
               .slice =
                   [this](std::uint64_t first, std::uint64_t end) {
                       put_near_field(bodies_beside(first), bodies_beside(end));
                       translate_nodes(static_cast<unsigned>(first), static_cast<unsigned>(end));
                       queue_.join("near");
                   },
               .size = &translation_slice_});
    work_.add({.first = 0,
               .last = pulled_,
               .quantum = slice_quantum,
               .interactions_per_unit = pairs_of_a_body(plan_.tolerance),
               .before =
                   [this] {
                       sweep_down(queue_, targets_->tree,
                                  targets_->expansions(plan_.order, units_.units()));
                   },
               .slice =
                   [this](std::uint64_t first, std::uint64_t end) {
                       sum_leaves(static_cast<unsigned>(first), static_cast<unsigned>(end));
                   },
               .begins_beside = true});
}

// Translations that are several slices have the near field of as large a part of the bodies beside
// them: it ends where bodies begin whose near field goes with `nodes` nodes.
template <class Real>
unsigned GpuFmmSum<Real>::bodies_beside(std::uint64_t nodes) const {
    const std::uint64_t bodies = pulled_;
    return static_cast<unsigned>(bodies * (nodes - translated_) / (to_translate_ - translated_));
}

template <class Real>
void GpuFmmSum<Real>::expand() {
    if (!std::exchange(expanded_, true)) {
        expand(sources_);
    }
    if (!std::exchange(targets_expanded_, true)) {
        expand(*targets_);
    }
}

// A tree, and what stands for its nodes.
template <class Real>
void GpuFmmSum<Real>::expand(ExpandedTree<Real>& tree) {
    tree.tree.build(queue_);
    tree.tree.list_levels(queue_);
    tree.make_room(row());
    queue_.join("moments");
    sweep_up(queue_, tree.tree, tree.expansions(plan_.order, units_.units()));
}

template <class Real>
int GpuFmmSum<Real>::row() const {
    return is_sliced(plan_.order) ? sliced_row(plan_.order) : expansion_stride(plan_.order);
}

template <class Real>
GuestTree<Real> GpuFmmSum<Real>::take_guests(std::size_t nodes, std::size_t bodies,
                                             TreeRoots roots) {
    DeviceTree<Real>& tree = sources_.tree;
    tree.take_guests(queue_, nodes, bodies, roots);
    const auto numbers = static_cast<std::size_t>(row());
    grow_keeping(sources_.moments, tree.node_count() * numbers,
                 (tree.node_count() + nodes) * numbers, queue_.stream());
    return {static_cast<unsigned>(tree.node_count()),
            static_cast<unsigned>(tree.body_count()),
            roots,
            tree.walk_nodes(),
            tree.boxes(),
            tree.bodies(),
            {reinterpret_cast<uint4*>(sources_.moments.data()),
             static_cast<unsigned>(numbers * sizeof(Real) / sizeof(uint4))}};
}

// Hands everything down to the sources' nodes anew.
template <class Real>
void GpuFmmSum<Real>::hear_again() {
    constexpr const char* doing = "evaluating again";
    cuda_check(
        cudaMemsetAsync(sources_.progress.data(), 0, sources_.progress.bytes(), queue_.stream()),
        doing);
    cuda_check(cudaMemsetAsync(sources_.next.data(), 0, sources_.next.bytes(), queue_.stream()),
               doing);
}

template <class Real>
void GpuFmmSum<Real>::make_room_for_lists() {
    const std::size_t nodes = targets_->tree.node_count();
    if (least_accelerations_.size() < nodes) {
        make_room_in(lists_, 4 * nodes);
        least_accelerations_.reserve(lists_.size() / 4);
        clear_lists(queue_.beside());
    }
    make_room_in(heard_, nodes);
    make_room_in(estimates_, targets_->tree.group_count());
    if (chunks_.empty()) {
        chunks_.reserve(usual_chunks * nodes + 4096);
    }
}

// For as many nodes as there is room for: how many there are may not be known yet.
template <class Real>
void GpuFmmSum<Real>::clear_lists(cudaStream_t stream) {
    const std::size_t nodes = least_accelerations_.size();
    constexpr const char* doing = "preparing lists of interactions";
    cuda_check(cudaMemsetAsync(counters_.data(), 0, counters_.bytes(), stream), doing);
    if (nodes == 0) {
        return;
    }
    cuda_check(cudaMemsetAsync(lists_.data(), pending_byte, nodes * sizeof(ChunkList), stream),
               doing);
    if (!listed_once_) {
        cuda_check(cudaMemsetAsync(least_accelerations_.data(), unknown_acceleration_byte,
                                   least_accelerations_.bytes(), stream),
                   doing);
    }
}

// Repeats the translations of lists that were cut off.
template <class Real>
void GpuFmmSum<Real>::list_and_translate() {
    const std::size_t nodes = targets_->tree.node_count();
    if (!listed_once_) {
        find_least_accelerations(queue_, sources_.tree, targets_->tree, softening_squared_,
                                 estimates_.data(), least_accelerations_.data());
    }
    task_.lists = {chunks_.data(),
                   static_cast<unsigned>(chunks_.size()),
                   counter(chunks_used),
                   lists_.data(),
                   lists_.data() + nodes,
                   lists_.data() + 2 * nodes,
                   lists_.data() + 3 * nodes,
                   heard_.data(),
                   counter(next_listed)};
    find_interactions(queue_, targets_->tree,
                      ListTask<Real>{sources_.tree.view(), targets_->tree.view(), all_targets(),
                                     targets_->spheres.data(), least_accelerations_.data(),
                                     task_.lists, softening_squared_, pair_limits()});
    queue_.fork(); // the near field needs no more than the lists
    cuda_check(cudaMemcpyAsync(chunks_used_.data(), counter(chunks_used), sizeof(std::uint32_t),
                               cudaMemcpyDeviceToHost, queue_.beside()),
               "counting interactions");
    listed_.record(queue_.beside());
    // Most systems' translations are one slice, and begin before their number is known.
    translated_ = static_cast<unsigned>(std::min<std::uint64_t>(
        nodes, translation_slice_.units(pairs_of_a_node(plan_.order, plan_.tolerance))));
    translate_nodes(0, translated_);
}

template <class Real>
TargetNodes GpuFmmSum<Real>::all_targets() const {
    return {targets_->tree.view().by_level, static_cast<unsigned>(targets_->tree.node_count())};
}

template <class Real>
FmmPairLimits<Real> GpuFmmSum<Real>::pair_limits() const {
    const double least = least_distance<Real>(plan_.order);
    return {plan_.order, static_cast<float>(plan_.tolerance), static_cast<Real>(least * least),
            static_cast<Real>(largest_radius<Real>(plan_.order)), units_.units()};
}

template <class Real>
void GpuFmmSum<Real>::translate_nodes(unsigned first, unsigned end) {
    if (first > 0) {
        cuda_check(
            cudaMemsetAsync(counter(next_translated), 0, sizeof(std::uint32_t), queue_.stream()),
            "preparing translations");
    }
    translate(queue_,
              TranslationTask<Real>(all_targets().part(first, end),
                                    sources_.expansions(plan_.order, units_.units()),
                                    targets_->expansions(plan_.order, units_.units()), task_.lists,
                                    softening_squared_, counter(next_translated)),
              plan_.order);
}

template <class Real>
void GpuFmmSum<Real>::sum_leaves(unsigned first, unsigned end) {
    const bool with_near_field = translated_ == to_translate_;
    if (with_near_field) {
        put_near_field(first, end);
        if (!task_.results_cleared) {
            queue_.join("near");
        }
    }
    put_far_field(first, end);
    if (with_near_field && task_.results_cleared) {
        queue_.join("near");
    }
}

template <class Real>
void GpuFmmSum<Real>::put_near_field(unsigned first, unsigned end) {
    if (first == end) {
        return;
    }
    cuda_check(cudaMemsetAsync(next_near_.data(), 0, next_near_.bytes(), queue_.beside()),
               "preparing the near field");
    task_.first_body = first;
    task_.end_body = end;
    // How many nodes there are from `first` to `end` only the GPU knows; they may be all of them.
    constexpr unsigned warps = near_threads / warp_size;
    const auto nodes = static_cast<unsigned>(targets_->tree.node_count());
    const unsigned blocks = std::min(divided_up(nodes, warps),
                                     divided_up(nodes, nodes_a_warp * warps) + resident_blocks_);
    queue_.launch_beside("near", {dim3(blocks, leaf_rows()), dim3(near_threads)}, kernel_, task_);
}

template <class Real>
void GpuFmmSum<Real>::put_far_field(unsigned first, unsigned end) {
    task_.first_body = first;
    task_.end_body = end;
    // The far field's blocks go on until there are no more.
    constexpr unsigned warps = near_threads / warp_size;
    const auto nodes = static_cast<unsigned>(targets_->tree.node_count());
    const double part = double(end - first) / double(targets_->tree.view().body_count);
    const auto expected = static_cast<unsigned>(1.25 * part * nodes) + resident_blocks_ * warps;
    add_far_field(queue_, task_, std::min(nodes, expected),
                  sources_.expansions(plan_.order, units_.units()),
                  targets_->expansions(plan_.order, units_.units()));
}

// Rows of blocks: one for leaves as large as asked for, more if many bodies are at one point.
template <class Real>
unsigned GpuFmmSum<Real>::leaf_rows() const {
    constexpr unsigned max_rows = 65'535;
    return std::min(divided_up(targets_->tree.largest_leaf(), largest_leaf), max_rows);
}

template <class Real>
void GpuFmmSum<Real>::finish() {
    // Later work in the stream need not wait for the copy; but of a domain, root waits for that
    // stream alone.
    if (!of_domain_) {
        queue_.fork();
    }
    terms_.fetch(of_domain_ ? queue_.stream() : queue_.beside());
    complete_.record(queue_.stream());
}

template <class Real>
std::shared_ptr<GpuReading> GpuFmmSum<Real>::inspect(const InspectRequest& request) {
    const ListedTree<Real> listed{sources_.tree.view(), task_.lists, targets_ == &sources_};
    return inspector_.begin(
        listed.tree, request, complete_,
        [&](cudaStream_t stream, const Telling& telling) { tell_met(listed, stream, telling); });
}

template <class Real>
std::size_t GpuFmmSum<Real>::bytes() const {
    return (others_ ? others_->bytes() : 0) +
           total_bytes(sources_, estimates_, least_accelerations_, chunks_, lists_, counters_,
                       terms_, units_, heard_, wanted_);
}

template class GpuFmmSum<float>;
template class GpuFmmSum<double>;

} // namespace orrery
