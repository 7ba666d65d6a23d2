#pragma once

#include "sim/base/point_mass.hpp"
#include "sim/cuda/sliced_work.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/pair_law.hpp"
#include "sim/solvers/multi_gpu/device_group.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

namespace orrery {

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
    // Begins a request whose bodies and result are at root; its list of targets is here. `bodies`
    // is where they will be, packed, and `arrived` when.
    virtual void begin(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
                       std::vector<DeviceEvent>& arrived) = 0;
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
    // How long each rank took from the beginning of the exchange until its result was on its way
    // root.
    virtual void learn(std::span<const double>) {}
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

} // namespace orrery
