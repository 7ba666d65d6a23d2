// Direct sums on several GPUs. One-sided kernels share out the targets: every GPU answers the
// request for some of them. The symmetric kernel shares out the pairs: every GPU gives back a part
// of all accelerations, which are added at root.

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/direct/gpu_direct_methods.cuh"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/multi_gpu/device_exchange.hpp"
#include "sim/solvers/multi_gpu/device_group.hpp"
#include "sim/solvers/multi_gpu/shared_sum.hpp"
#include "sim/solvers/multi_gpu/work_shares.hpp"

#include <algorithm>

namespace orrery {
namespace {

// Takes apart a rank's slot: accelerations of targets [first, first + count), one component after
// the other.
template <class Real>
__global__ void unpack_targets(const Real* slot, unsigned stride, unsigned first, unsigned count,
                               AccelerationsView<Real> result) {
    const unsigned i = own_index();
    if (i >= count) {
        return;
    }
    const auto component = [=](unsigned k) { return slot[std::size_t{stride} * k + i]; };
    result.store_pull(first + i, component(0), component(1), component(2),
                      result.potential != nullptr ? component(3) : Real(0));
}

// Targets that a rank's slot has room for.
template <class Real>
std::size_t target_stride(const ForceRequest<Real>& request, std::size_t ranks) {
    return (request.targets.count + ranks - 1) / ranks;
}

// Some of the targets, by a one-sided kernel.
template <class Real>
class TargetsRank final : public RankSum<Real> {
public:
    TargetsRank(DeviceQueue& queue, const OneSidedKernel<Real>& kernel, std::size_t index,
                std::size_t ranks)
        : queue_(queue), sum_(queue, kernel), index_(index), ranks_(ranks) {}

    void begin(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        const BodyPart own = body_part(request.targets.count, index_, ranks_);
        const std::size_t stride = target_stride(request, ranks_);
        result_.reserve(stride * 4);
        ForceRequest<Real> share = request.of_targets(own.first, own.end);
        if (share.list == nullptr) {
            // Others lie behind the sources, all of them on every rank: this one's begin further
            // on.
            share.targets_at = request.packed_target() + own.first;
        }
        Real* const base = result_.data();
        share.result = {.x = base, .y = base + stride, .z = base + 2 * stride};
        share.result.potential = request.result.potential != nullptr ? base + 3 * stride : nullptr;
        sum_.begin(share);
        if (!request.mutual()) { // the targets may be in any part
            wait_for_all(queue_, arrived);
        }
        for (std::size_t turn = 0; turn < arrived.size(); ++turn) {
            const std::size_t k = (index_ + turn) % arrived.size(); // the targets' own part first
            const BodyPart part = body_part(request.packed_count(), k, arrived.size());
            const auto wait = [this, &event = arrived[k]] {
                cuda_check(cudaStreamWaitEvent(queue_.stream(), event.get()),
                           "waiting for positions");
            };
            const auto source = [&](std::size_t place) {
                return static_cast<unsigned>(std::min(place, request.sources.count));
            };
            sum_.add({bodies, nullptr, {}}, source(part.first), source(part.end), wait);
        }
    }

    SlicedWork& work() override { return sum_.work(); }

    const void* finish() override {
        queue_.activate();
        sum_.finish();
        return result_.data();
    }

    std::size_t bytes() const { return sum_.bytes() + result_.bytes(); }

private:
    DeviceQueue& queue_;
    OneSidedSum<Real> sum_;
    std::size_t index_, ranks_;
    DeviceArray<Real> result_;
};

template <class Real>
class TargetsSplit final : public SplitOf<Real, TargetsRank<Real>> {
    using SplitOf<Real, TargetsRank<Real>>::ranks_;

public:
    TargetsSplit(DeviceGroup& group, const OneSidedKernel<Real>& kernel)
        : SplitOf<Real, TargetsRank<Real>>(group) {
        this->make_ranks(group, [&](DeviceQueue& queue, std::size_t k) {
            return std::make_unique<TargetsRank<Real>>(queue, kernel, k, group.size());
        });
    }

    bool begins_with_parts() const override { return true; }

    std::size_t slot_bytes(const ForceRequest<Real>& request) const override {
        const std::size_t components = request.result.potential != nullptr ? 4 : 3;
        return target_stride(request, ranks_.size()) * components * sizeof(Real);
    }

    void combine(const ForceRequest<Real>& request, std::byte* slots) override {
        for (std::size_t k = 0; k < ranks_.size(); ++k) {
            const BodyPart own = body_part(request.targets.count, k, ranks_.size());
            const auto* const slot = reinterpret_cast<const Real*>(slots + k * slot_bytes(request));
            this->root_.launch("exchange", one_thread_each(own.end - own.first),
                               unpack_targets<Real>, slot, target_stride(request, ranks_.size()),
                               own.first, own.end - own.first, request.result);
        }
    }
};

// Some of the pairs, by the symmetric kernel.
template <class Real>
class PairsRank final : public RankSum<Real> {
public:
    PairsRank(DeviceQueue& queue, const PairwiseKernel<Real>& kernel, const WorkShares& shares,
              std::size_t index)
        : queue_(queue), sum_(queue, kernel), shares_(shares), index_(index) {}

    void begin(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        wait_for_all(queue_, arrived);
        const PairLaw<Real> law(request.parameters.softening, request.parameters.gravity);
        sum_.begin(bodies, static_cast<unsigned>(request.sources.count), law,
                   request.result.potential != nullptr,
                   {shares_.start_of(index_), shares_.start_of(index_ + 1)});
    }

    SlicedWork& work() override { return sum_.work(); }
    const void* finish() override { return sum_.totals(); }
    std::size_t bytes() const { return sum_.bytes(); }

private:
    DeviceQueue& queue_;
    PairwiseSum<Real> sum_;
    const WorkShares& shares_;
    std::size_t index_;
};

template <class Real>
class PairsSplit final : public SplitOf<Real, PairsRank<Real>> {
public:
    PairsSplit(DeviceGroup& group, const PairwiseKernel<Real>& kernel)
        : SplitOf<Real, PairsRank<Real>>(group), shares_(group.size()) {
        this->make_ranks(group, [&](DeviceQueue& queue, std::size_t k) {
            return std::make_unique<PairsRank<Real>>(queue, kernel, shares_, k);
        });
    }

    std::size_t slot_bytes(const ForceRequest<Real>& request) const override {
        return request.sources.count * sizeof(PointMass<Real>);
    }

    void combine(const ForceRequest<Real>& request, std::byte* slots) override {
        scale_sums<Real>(this->root_, reinterpret_cast<const PointMass<Real>*>(slots),
                         static_cast<unsigned>(request.sources.count),
                         static_cast<Real>(request.parameters.gravity), request.result,
                         static_cast<unsigned>(this->ranks_.size()));
    }

    // Root has the positions before the others have, and its result need not travel.
    void learn(std::span<const double> milliseconds) override { shares_.learn(milliseconds); }

private:
    WorkShares shares_;
};

} // namespace

std::unique_ptr<Solver> shared_by_targets(const SolverInfo& info, const OneSidedKernels& kernels,
                                          Sharing sharing) {
    return shared_solver(info, sharing, {splits_of<TargetsSplit>(kernels)});
}

std::unique_ptr<Solver> shared_by_pairs(const SolverInfo& info, const PairwiseKernels& kernels,
                                        const OneSidedKernels& others, Sharing sharing) {
    return shared_solver(info, sharing,
                         {splits_of<PairsSplit>(kernels), splits_of<TargetsSplit>(others)});
}

} // namespace orrery
