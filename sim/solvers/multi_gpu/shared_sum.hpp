#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/multi_gpu/device_exchange.hpp"
#include "sim/solvers/multi_gpu/rank_threads.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"

#include <memory>
#include <vector>

namespace orrery {

// Answers requests as a split of the work says, and has what is kept between evaluations in one
// precision on one group.
template <class Real>
class SharedSum {
public:
    SharedSum(DeviceGroup& group, std::unique_ptr<WorkSplit<Real>> split);

    // One thread gives all GPUs their work if `threads` is null.
    void prepare(const ForceSources<Real>& sources, DeviceExchange& exchange, RankThreads* threads);
    Outcome run(const ForceRequest<Real>& request, DeviceExchange& exchange, RankThreads* threads,
                const Execution& execution);

    const WorkSplit<Real>& split() const { return *split_; }
    // When root's queue has finished.
    void report(StepTimings& timings);
    std::size_t bytes() const;

private:
    void settle();
    void hand_out(const ForceRequest<Real>& request, DeviceExchange& exchange, RankThreads* threads,
                  bool prepare);
    void hand_out_list(const ForceRequest<Real>& request, DeviceExchange& exchange);
    void receive(std::size_t k, const ForceRequest<Real>& request, DeviceExchange& exchange);
    void begin(std::size_t k, const ForceRequest<Real>& request);
    void send(std::size_t k, DeviceExchange& exchange);
    std::vector<double> milliseconds() const;
    Outcome drive_all(const ForceRequest<Real>& request, DeviceExchange& exchange,
                      const Execution& execution);
    Outcome drive_by(RankThreads& threads, const ForceRequest<Real>& request,
                     DeviceExchange& exchange, const Execution& execution);

    DeviceGroup& group_;
    std::unique_ptr<WorkSplit<Real>> split_;
    std::vector<DeviceArray<PointMass<Real>>> bodies_; // packed
    std::vector<std::vector<DeviceEvent>> arrived_;
    std::vector<DeviceArray<std::uint32_t>> lists_; // of targets
    bool fresh_ = false;                            // what was handed out last has not been used
    std::vector<DeviceEvent> started_, sent_;       // by each rank
    bool complete_ = false;                         // an evaluation, since the last report
    DeviceArray<std::byte> slots_;                  // at root
};

extern template class SharedSum<float>;
extern template class SharedSum<double>;

} // namespace orrery
