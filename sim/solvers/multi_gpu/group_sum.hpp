#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"
#include "sim/solvers/multi_gpu/member_threads.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"

#include <memory>
#include <vector>

namespace orrery {

// Answers requests as a split of the work says, and has what is kept between evaluations in one
// precision on one group.
template <class Real>
class GroupSum {
public:
    GroupSum(DeviceGroup& group, std::unique_ptr<WorkSplit<Real>> split);

    // One thread gives all GPUs their work if `threads` is null.
    Outcome run(const ForceRequest<Real>& request, Exchange& exchange, MemberThreads* threads,
                const Execution& execution);

    const WorkSplit<Real>& split() const { return *split_; }
    // When home's queue has finished.
    void report(StepTimings& timings);
    std::size_t bytes() const;

private:
    void receive(std::size_t k, const ForceRequest<Real>& request, Exchange& exchange);
    void send(std::size_t k, Exchange& exchange);
    std::vector<double> milliseconds() const;
    Outcome drive_all(const ForceRequest<Real>& request, Exchange& exchange,
                      const Execution& execution);
    Outcome drive_by(MemberThreads& threads, const ForceRequest<Real>& request, Exchange& exchange,
                     const Execution& execution);

    DeviceGroup& group_;
    std::unique_ptr<WorkSplit<Real>> split_;
    std::vector<DeviceArray<PointMass<Real>>> bodies_; // packed
    std::vector<std::vector<DeviceEvent>> arrived_;
    std::vector<DeviceEvent> started_, sent_; // by each member
    bool complete_ = false;                   // an evaluation, since the last report
    DeviceArray<std::byte> slots_;            // at home
};

extern template class GroupSum<float>;
extern template class GroupSum<double>;

} // namespace orrery
