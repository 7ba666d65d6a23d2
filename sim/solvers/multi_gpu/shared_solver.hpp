#pragma once

#include "sim/base/per_precision.hpp"
#include "sim/base/point_mass.hpp"
#include "sim/cuda/sliced_work.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/solvers/multi_gpu/device_group.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace orrery {

// The facts about an algorithm for one GPU when several share its work.
SolverInfo as_shared(SolverInfo alone);

// Later work in the queue finds all bodies.
inline void wait_for_all(DeviceQueue& queue, const std::vector<DeviceEvent>& arrived) {
    for (const DeviceEvent& part : arrived) {
        cuda_check(cudaStreamWaitEvent(queue.stream(), part.get()), "waiting for positions");
    }
}

// One GPU's share of one evaluation after the other.
template <class Real>
class RankSum {
public:
    virtual ~RankSum() = default;
    // Prepares the sources of a request, which are at root. Before they are here: `bodies` is where
    // they will be, packed, and `arrived` when.
    virtual void prepare(const ForceRequest<Real>&, const PointMass<Real>*,
                         const std::vector<DeviceEvent>&) {}
    // Begins a request for those sources, whose bodies and result are at root; its list of targets
    // is here. The bodies with targets that are others come as for prepare.
    virtual void begin(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
                       std::vector<DeviceEvent>& arrived) = 0;
    // After begin of all ranks that share a thread: may wait for this rank's GPU. Whether it has to
    // be called again, after that of the others.
    virtual bool build() { return false; }
    virtual SlicedWork& work() = 0;
    // After the work: where the result is, as long as a slot.
    virtual const void* finish() = 0;
};

// Divides a request among the ranks of a group, and makes one result of theirs.
template <class Real>
class WorkSplit {
public:
    virtual ~WorkSplit() = default;
    virtual RankSum<Real>& rank(std::size_t k) = 0;
    // Whether ranks begin with the bodies that are there, instead of waiting for all.
    virtual bool begins_with_parts() const { return false; }
    // The largest size of a rank's result in this evaluation.
    virtual std::size_t slot_bytes(const ForceRequest<Real>& request) const = 0;
    // At root: makes the result of what is in the slots.
    virtual void combine(const ForceRequest<Real>& request, std::byte* slots) = 0;
    // At root: see Solver::order.
    virtual const std::uint32_t* order() const { return nullptr; }
    // At root: see Solver::inspect.
    virtual std::unique_ptr<InspectionReading> inspect(const InspectRequest&) const {
        return nullptr;
    }
    // When all queues have finished: how long each rank took from the beginning of the exchange
    // until its result was on its way root. Empty if that was not an evaluation.
    virtual void report(StepTimings&, std::span<const double>) {}
    virtual std::size_t bytes() const = 0;
};

// A split whose ranks are all of one kind.
template <class Real, class Rank>
class SplitOf : public WorkSplit<Real> {
public:
    RankSum<Real>& rank(std::size_t k) final { return *ranks_[k]; }
    std::size_t bytes() const final {
        std::size_t total = 0;
        for (const auto& rank : ranks_) {
            total += rank->bytes();
        }
        return total;
    }

protected:
    explicit SplitOf(DeviceGroup& group) : root_(group.root()) {}

    // Makes each rank by make(queue, k), while that queue's GPU is the current one.
    template <class Make>
    void make_ranks(DeviceGroup& group, const Make& make) {
        for (std::size_t k = 0; k < group.size(); ++k) {
            group.queue(k).activate();
            ranks_.push_back(make(group.queue(k), k));
        }
    }

    DeviceQueue& root_;
    std::vector<std::unique_ptr<Rank>> ranks_;
};

// How a group makes one.
template <class Real>
using MakeSplit = std::function<std::unique_ptr<WorkSplit<Real>>(DeviceGroup& group)>;

// How a group splits the work of a request.
struct SplitMethod {
    PerPrecision<MakeSplit> splits;
    // Other splits for requests in which not all bodies pull on each other, if those need them.
    std::optional<PerPrecision<MakeSplit>> for_others = {};
};

// A `Split<Real>` of a group, by what it is given for its precision.
template <template <class> class Split, template <class> class Given>
PerPrecision<MakeSplit> splits_of(const PerPrecision<Given>& given) {
    return {
        [own = given.fp32](auto& group) { return std::make_unique<Split<float>>(group, own); },
        [own = given.fp64](auto& group) { return std::make_unique<Split<double>>(group, own); }};
}

std::unique_ptr<Solver> shared_solver(const SolverInfo& info, Sharing sharing, SplitMethod method);

} // namespace orrery
