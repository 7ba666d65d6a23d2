// The tree on several GPUs. The same bodies give the same tree and the same groups on each of them,
// so a group's result does not depend on who walks for it. A rank's bodies are a run along the
// curve; root, which has the tree as well, knows where each was before.

#include "sim/solvers/multi_gpu/tree_split.hpp"

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/work_shares.hpp"
#include "sim/solvers/tree/gpu_tree_sum.cuh"

#include <algorithm>

namespace orrery {
namespace {

// Bodies as they travel, to arrays as the tree wants them: all x, then all y, z and masses.
template <class Real>
__global__ void unpack_bodies(const PointMass<Real>* bodies, unsigned count, Real* arrays) {
    const unsigned i = blockIdx.x * frame_threads + threadIdx.x;
    if (i >= count) {
        return;
    }
    const PointMass<Real> body = bodies[i];
    arrays[i] = body.x;
    arrays[std::size_t{count} + i] = body.y;
    arrays[2 * std::size_t{count} + i] = body.z;
    arrays[3 * std::size_t{count} + i] = body.mass;
}

// How a rank's results lie in its slot: one component after the other, of its bodies in the order
// of the curve.
struct SlotLayout {
    std::size_t stride; // bodies there is room for
    bool potential, interactions;

    // Room for the longest part, and a group that begins with its last body.
    template <class Real>
    SlotLayout(const ForceRequest<Real>& request, const WorkShares& shares)
        : potential(request.result.potential != nullptr),
          interactions(request.result.interactions != nullptr) {
        const std::size_t count = walking_bodies(request);
        stride = std::min(shares.longest(count) + GpuTreeSum<Real>::max_group, count);
    }

    std::size_t numbers() const {
        return stride * (std::size_t{3} + (potential ? 1 : 0) + (interactions ? 1 : 0));
    }

    template <class Real>
    AccelerationsView<Real> view(Real* slot) const {
        Real* const more = slot + 3 * stride;
        AccelerationsView<Real> view{.x = slot, .y = slot + stride, .z = slot + 2 * stride};
        view.potential = potential ? more : nullptr;
        Real* const last = potential ? more + stride : more;
        view.interactions = interactions ? reinterpret_cast<float*>(last) : nullptr;
        return view;
    }
};

// Gives what is in a slot to the bodies where they were before the sort. The slot is for bodies
// from `first` on, and its rank's are those of the groups that begin with one of [first, end).
// Wanted are the results of `wanted` bodies from `first_wanted` on.
template <class Real>
__global__ void scatter_results(AccelerationsView<Real> slot, unsigned stride, unsigned first,
                                unsigned end, DeviceTreeView<Real> tree, unsigned first_wanted,
                                unsigned wanted, AccelerationsView<Real> result) {
    const auto begin_of = [&tree](unsigned group) {
        return group < tree.groups_before(tree.body_count) ? tree.groups[group].begin
                                                           : tree.body_count;
    };
    const unsigned i = blockIdx.x * frame_threads + threadIdx.x;
    const unsigned body = first + i;
    if (i >= stride || body < begin_of(tree.groups_before(first)) ||
        body >= begin_of(tree.groups_before(end))) {
        return;
    }
    const std::uint32_t to = tree.order[body] - first_wanted;
    if (to >= wanted) {
        return;
    }
    result.store(result.x[to], slot.x[i]);
    result.store(result.y[to], slot.y[i]);
    result.store(result.z[to], slot.z[i]);
    if (result.potential != nullptr) {
        result.store(result.potential[to], slot.potential[i]);
    }
    if (result.interactions != nullptr) {
        result.store(result.interactions[to], slot.interactions[i]);
    }
}

template <class Real>
class TreeRank final : public RankSum<Real> {
public:
    TreeRank(DeviceQueue& queue, const SolverInfo& info, const WorkShares& shares, std::size_t k)
        : queue_(queue), sum_(queue, info), shares_(shares), index_(k) {}

    void begin(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        for (const DeviceEvent& part : arrived) {
            cuda_check(cudaStreamWaitEvent(queue_.stream(), part.get()), "waiting for positions");
        }
        const BodyPart own = shares_.part(walking_bodies(request), index_);
        const SlotLayout layout(request, shares_);
        make_room(layout.numbers());
        ForceRequest<Real> here = request;
        if (index_ != 0) {
            const BodiesView<Real> all = unpacked(bodies, request.packed_count());
            const std::size_t first = request.packed_target();
            here.sources = all.part(0, request.sources.count);
            here.targets = all.part(first, first + request.targets.count);
        }
        sum_.begin(here,
                   CurveShare<Real>{static_cast<unsigned>(own.first),
                                    static_cast<unsigned>(own.end), layout.view(result_.data())});
    }

    void prepare() override {
        queue_.activate();
        sum_.build();
    }

    SlicedWork& work() override { return sum_.work(); }

    const void* finish() override {
        queue_.activate();
        queue_.begin("exchange");
        sum_.finish();
        return result_.data();
    }

    GpuTreeSum<Real>& sum() { return sum_; }
    std::size_t bytes() const { return sum_.bytes() + arrays_.bytes() + result_.bytes(); }

private:
    // For results. All of it travels, also what nobody wrote to and nobody will read.
    void make_room(std::size_t numbers) {
        if (result_.size() < numbers) {
            result_.grow(numbers);
            cuda_check(cudaMemsetAsync(result_.data(), 0, result_.bytes(), queue_.stream()),
                       "clearing results");
        }
    }

    BodiesView<Real> unpacked(const PointMass<Real>* bodies, std::size_t count) {
        arrays_.reserve(count * 4);
        Real* const base = arrays_.data();
        queue_.launch("layout", one_thread_each(count), unpack_bodies<Real>, bodies, count, base);
        BodiesView<Real> view{};
        view.count = count;
        view.x = base;
        view.y = base + count;
        view.z = base + 2 * count;
        view.mass = base + 3 * count;
        return view;
    }

    DeviceQueue& queue_;
    GpuTreeSum<Real> sum_;
    const WorkShares& shares_;
    std::size_t index_;
    DeviceArray<Real> arrays_; // of the bodies; root has its own
    DeviceArray<Real> result_;
};

template <class Real>
class TreeSplit final : public WorkSplit<Real> {
public:
    TreeSplit(DeviceGroup& group, const SolverInfo& info)
        : root_(group.root()), shares_(group.size()) {
        for (std::size_t k = 0; k < group.size(); ++k) {
            group.queue(k).activate();
            ranks_.push_back(std::make_unique<TreeRank<Real>>(group.queue(k), info, shares_, k));
        }
    }

    RankSum<Real>& rank(std::size_t k) override { return *ranks_[k]; }

    std::size_t slot_bytes(const ForceRequest<Real>& request) const override {
        return SlotLayout(request, shares_).numbers() * sizeof(Real);
    }

    void combine(const ForceRequest<Real>& request, std::byte* slots) override {
        const SlotLayout layout(request, shares_);
        auto* slot = reinterpret_cast<Real*>(slots);
        for (std::size_t k = 0; k < ranks_.size(); ++k) {
            const BodyPart own = shares_.part(walking_bodies(request), k);
            root_.launch("exchange", one_thread_each(layout.stride), scatter_results<Real>,
                         layout.view(slot), layout.stride, own.first, own.end,
                         ranks_[0]->sum().target_tree(), request.targets_at.value_or(0),
                         request.targets.count, request.result);
            slot += layout.numbers();
        }
    }

    const std::uint32_t* order() const override { return ranks_[0]->sum().tree().order; }
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request) const override {
        return ranks_[0]->sum().inspect(request);
    }

    void report(StepTimings& timings, std::span<const double> milliseconds) override {
        if (milliseconds.empty()) {
            return;
        }
        for (const auto& rank : ranks_) {
            timings.interactions += rank->sum().new_terms();
        }
        shares_.learn(milliseconds);
    }

    std::size_t bytes() const override {
        std::size_t total = 0;
        for (const auto& rank : ranks_) {
            total += rank->bytes();
        }
        return total;
    }

private:
    DeviceQueue& root_;
    WorkShares shares_;
    std::vector<std::unique_ptr<TreeRank<Real>>> ranks_;
};

} // namespace

template <class Real>
std::unique_ptr<WorkSplit<Real>> tree_split(DeviceGroup& group, const SolverInfo& info) {
    return std::make_unique<TreeSplit<Real>>(group, info);
}

template std::unique_ptr<WorkSplit<float>> tree_split(DeviceGroup&, const SolverInfo&);
template std::unique_ptr<WorkSplit<double>> tree_split(DeviceGroup&, const SolverInfo&);

} // namespace orrery
