#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/multi_gpu/exchange.hpp"
#include "sim/solvers/multi_gpu/member_threads.hpp"
#include "sim/solvers/multi_gpu/plan.hpp"

#include <memory>
#include <vector>

namespace orrery {

// Carries out a plan, and has what is kept between evaluations in one precision on one group.
template <class Real>
class GroupSum {
public:
    GroupSum(DeviceGroup& group, std::unique_ptr<Plan<Real>> plan);

    // One thread gives all GPUs their work if `threads` is null.
    Outcome run(const Request<Real>& request, Exchange& exchange, MemberThreads* threads,
                const std::stop_token& stop);

    const Plan<Real>& plan() const { return *plan_; }
    // When home's queue has finished.
    void report(StepTimings& timings);
    std::size_t bytes() const;

private:
    void receive(std::size_t k, const Request<Real>& request, Exchange& exchange);
    void send(std::size_t k, Exchange& exchange);
    std::vector<double> milliseconds() const;
    Outcome drive_all(const Request<Real>& request, Exchange& exchange,
                      const std::stop_token& stop);
    Outcome drive_by(MemberThreads& threads, const Request<Real>& request, Exchange& exchange,
                     const std::stop_token& stop);

    DeviceGroup& group_;
    std::unique_ptr<Plan<Real>> plan_;
    std::vector<DeviceArray<PointMass<Real>>> bodies_;
    std::vector<std::vector<DeviceEvent>> arrived_;
    std::vector<DeviceEvent> started_, sent_; // by each member
    bool complete_ = false;                   // an evaluation, since the last report
    DeviceArray<std::byte> slots_;            // at home
};

extern template class GroupSum<float>;
extern template class GroupSum<double>;

} // namespace orrery
