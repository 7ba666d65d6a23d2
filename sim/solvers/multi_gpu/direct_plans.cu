// Direct sums on several GPUs. One-sided kernels share out the targets: every GPU gives back the
// accelerations of its own. The symmetric kernel shares out the pairs: every GPU gives back a part
// of all accelerations, which are added at home.

#include "sim/solvers/multi_gpu/direct_plans.hpp"

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/direct/gpu_direct_methods.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/direct/gpu_one_sided.cuh"
#include "sim/solvers/direct/gpu_pairwise.cuh"
#include "sim/solvers/multi_gpu/exchange.hpp"
#include "sim/solvers/multi_gpu/work_shares.hpp"

#include <array>

namespace orrery {
namespace {

// The kernels that can be shared out, as the slider names them: the first shares out pairs.
constexpr std::size_t symmetric_choice = 0;
const OneSidedKernels& one_sided_choice(std::size_t choice) {
    constexpr std::array<const OneSidedKernels& (*)(), 6> kernels{
        register_kernels, shared_kernels,  naive_kernels,
        const_kernels,    shuffle_kernels, texture_kernels};
    return kernels[choice - 1]();
}

// Takes apart a member's slot: accelerations of targets [first, first + count), one component after
// the other.
template <class Real>
__global__ void unpack_targets(const Real* slot, unsigned stride, unsigned first, unsigned count,
                               AccelerationsView<Real> result) {
    const unsigned i = blockIdx.x * frame_threads + threadIdx.x;
    if (i >= count) {
        return;
    }
    result.x[first + i] = slot[i];
    result.y[first + i] = slot[stride + i];
    result.z[first + i] = slot[2 * std::size_t{stride} + i];
    if (result.potential != nullptr) {
        result.potential[first + i] = slot[3 * std::size_t{stride} + i];
    }
}

template <class Members>
std::size_t bytes_of(const Members& members) {
    std::size_t total = 0;
    for (const auto& member : members) {
        total += member->bytes();
    }
    return total;
}

// Some of the targets, by a one-sided kernel.
template <class Real>
class TargetsMember final : public Member<Real> {
public:
    TargetsMember(DeviceQueue& queue, const OneSidedKernel<Real>& kernel, std::size_t index,
                  std::size_t members)
        : queue_(queue), sum_(queue, kernel), index_(index), members_(members) {}

    void begin(const Request<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        const BodyPart own = body_part(request.count(), index_, members_);
        stride_ = divided_up(request.count(), static_cast<unsigned>(members_));
        potential_ = request.potential();
        result_.reserve(std::size_t{stride_} * 4);
        sum_.begin(static_cast<unsigned>(own.first), static_cast<unsigned>(own.end), request.law(),
                   {potential_, false});
        BodiesView<Real> nothing_but_the_count{};
        nothing_but_the_count.count = request.count();
        for (std::size_t turn = 0; turn < arrived.size(); ++turn) {
            const std::size_t k = (index_ + turn) % arrived.size(); // the targets' own part first
            const BodyPart part = body_part(request.count(), k, arrived.size());
            const auto wait = [this, &event = arrived[k]] {
                cuda_check(cudaStreamWaitEvent(queue_.stream(), event.get()),
                           "waiting for positions");
            };
            sum_.add({bodies, nullptr, nothing_but_the_count}, static_cast<unsigned>(part.first),
                     static_cast<unsigned>(part.end), wait);
        }
    }

    SlicedWork& work() override { return sum_.work(); }

    const void* finish() override {
        queue_.activate();
        Real* const base = result_.data();
        sum_.finish({.x = base,
                     .y = base + stride_,
                     .z = base + 2 * std::size_t{stride_},
                     .potential = potential_ ? base + 3 * std::size_t{stride_} : nullptr});
        return base;
    }

    std::size_t bytes() const { return sum_.bytes() + result_.bytes(); }

private:
    DeviceQueue& queue_;
    OneSidedSum<Real> sum_;
    std::size_t index_, members_;
    DeviceArray<Real> result_;
    unsigned stride_ = 0;
    bool potential_ = false;
};

template <class Real>
class TargetsPlan final : public Plan<Real> {
public:
    TargetsPlan(DeviceGroup& group, const OneSidedKernel<Real>& kernel) : home_(group.home()) {
        for (std::size_t k = 0; k < group.size(); ++k) {
            group.queue(k).activate();
            members_.push_back(
                std::make_unique<TargetsMember<Real>>(group.queue(k), kernel, k, group.size()));
        }
    }

    Member<Real>& member(std::size_t k) override { return *members_[k]; }
    bool begins_with_parts() const override { return true; }

    std::size_t slot_bytes(const Request<Real>& request) const override {
        return std::size_t{stride(request)} * (request.potential() ? 4 : 3) * sizeof(Real);
    }

    void combine(const Request<Real>& request, std::byte* slots) override {
        for (std::size_t k = 0; k < members_.size(); ++k) {
            const BodyPart own = body_part(request.count(), k, members_.size());
            const auto* const slot = reinterpret_cast<const Real*>(slots + k * slot_bytes(request));
            home_.launch("exchange", one_thread_each(own.end - own.first), unpack_targets<Real>,
                         slot, stride(request), static_cast<unsigned>(own.first),
                         static_cast<unsigned>(own.end - own.first), request.result);
        }
    }

    std::size_t bytes() const override { return bytes_of(members_); }

private:
    unsigned stride(const Request<Real>& request) const {
        return divided_up(request.count(), static_cast<unsigned>(members_.size()));
    }

    DeviceQueue& home_;
    std::vector<std::unique_ptr<TargetsMember<Real>>> members_;
};

// Some of the pairs, by the symmetric kernel.
template <class Real>
class PairsMember final : public Member<Real> {
public:
    PairsMember(DeviceQueue& queue, const PairwiseKernel<Real>& kernel, const WorkShares& shares,
                std::size_t index)
        : queue_(queue), sum_(queue, kernel), shares_(shares), index_(index) {}

    void begin(const Request<Real>& request, const PointMass<Real>* bodies,
               std::vector<DeviceEvent>& arrived) override {
        queue_.activate();
        for (const DeviceEvent& part : arrived) {
            cuda_check(cudaStreamWaitEvent(queue_.stream(), part.get()), "waiting for positions");
        }
        sum_.begin(bodies, request.count(), request.law(), request.potential(),
                   {shares_.place(index_), shares_.place(index_ + 1)});
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
class PairsPlan final : public Plan<Real> {
public:
    PairsPlan(DeviceGroup& group, const PairwiseKernel<Real>& kernel)
        : home_(group.home()), shares_(group.size()) {
        for (std::size_t k = 0; k < group.size(); ++k) {
            group.queue(k).activate();
            members_.push_back(
                std::make_unique<PairsMember<Real>>(group.queue(k), kernel, shares_, k));
        }
    }

    Member<Real>& member(std::size_t k) override { return *members_[k]; }

    std::size_t slot_bytes(const Request<Real>& request) const override {
        return request.count() * sizeof(PointMass<Real>);
    }

    void combine(const Request<Real>& request, std::byte* slots) override {
        scale_sums<Real>(home_, reinterpret_cast<const PointMass<Real>*>(slots), request.count(),
                         request.law().gravity, request.result,
                         static_cast<unsigned>(members_.size()));
    }

    // Home has the positions before the others have, and its result need not travel.
    void report(StepTimings&, std::span<const double> milliseconds) override {
        if (!milliseconds.empty()) {
            shares_.learn(milliseconds);
        }
    }

    std::size_t bytes() const override { return bytes_of(members_); }

private:
    DeviceQueue& home_;
    WorkShares shares_;
    std::vector<std::unique_ptr<PairsMember<Real>>> members_;
};

} // namespace

std::vector<std::string> direct_plan_kernels() {
    return {"symmetric", "register", "shared", "naive", "const", "shuffle", "texture"};
}

template <class Real>
std::unique_ptr<Plan<Real>> direct_plan(DeviceGroup& group, std::size_t kernel) {
    if (kernel == symmetric_choice) {
        return std::make_unique<PairsPlan<Real>>(group, symmetric_kernels().in<Real>());
    }
    return std::make_unique<TargetsPlan<Real>>(group, one_sided_choice(kernel).in<Real>());
}

template std::unique_ptr<Plan<float>> direct_plan(DeviceGroup&, std::size_t);
template std::unique_ptr<Plan<double>> direct_plan(DeviceGroup&, std::size_t);

} // namespace orrery
