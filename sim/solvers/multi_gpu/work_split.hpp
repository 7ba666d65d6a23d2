#pragma once

#include "sim/base/point_mass.hpp"
#include "sim/cuda/sliced_work.hpp"
#include "sim/solver.hpp"
#include "sim/solvers/direct/pair_law.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace orrery {

// What is put into the queue from here on finds all bodies.
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
    // What is made of the sources of a request, which are at root. Before they are here: `bodies`
    // is where they will be, packed, and `arrived` when.
    virtual void prepare(const ForceRequest<Real>&, const PointMass<Real>*,
                         const std::vector<DeviceEvent>&) {}
    // Of a request for those sources, whose bodies and result are at root; its list of targets is
    // here. The bodies with targets that are others come as for prepare.
    virtual void begin(const ForceRequest<Real>& request, const PointMass<Real>* bodies,
                       std::vector<DeviceEvent>& arrived) = 0;
    // After begin of all ranks that share a thread: may wait for this rank's GPU. Whether it has to
    // be called again, after that of the others.
    virtual bool build() { return false; }
    virtual SlicedWork& work() = 0;
    // After the work: where the result is, as long as a slot.
    virtual const void* finish() = 0;
};

// Who of a group computes what of a request, and how the results become one.
template <class Real>
class WorkSplit {
public:
    virtual ~WorkSplit() = default;
    virtual RankSum<Real>& rank(std::size_t k) = 0;
    // Whether ranks begin with the bodies that are there, instead of waiting for all.
    virtual bool begins_with_parts() const { return false; }
    // Of a rank's result in this evaluation, at most.
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
    // until its result was on its way root. Of no rank where that was not an evaluation.
    virtual void report(StepTimings&, std::span<const double>) {}
    virtual std::size_t bytes() const = 0;
};

} // namespace orrery
