#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/group_sum.hpp"
#include "sim/solvers/multi_gpu/rank_driver.hpp"
#include "sim/solvers/multi_gpu/work_split.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace orrery {

// One evaluation on several GPUs: every rank gets all positions and masses, does its share of the
// work, and its result comes to root. Answers requests as a split of the work says.
template <class Real>
class SharedSum final : public GroupSum<Real> {
public:
    SharedSum(const GroupWay& way, std::unique_ptr<WorkSplit<Real>> split)
        : group_(way.group), exchange_(way.exchange), driver_(way.group, way.exchange, way.threads),
          split_(std::move(split)) {
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).activate();
            bodies_.emplace_back();
            arrived_.emplace_back(k != 0 && split_->begins_with_parts() ? group_.size() : 1);
            started_.emplace_back(DeviceEvent::Kind::time);
            sent_.emplace_back(DeviceEvent::Kind::time);
            lists_.emplace_back();
        }
    }

    void prepare(const ForceSources<Real>& sources) override {
        complete_ = false;
        hand_out(ForceRequest<Real>::among(sources.sources, {}, sources.parameters), true);
    }

    Outcome run(const ForceRequest<Real>& request, const Execution& execution) override {
        complete_ = false;
        if (!request.targets_at) {
            hand_out(request, false);
        }
        if (request.list != nullptr) {
            hand_out_list(request);
        }
        DeviceQueue& root = group_.root();
        root.activate();
        const std::size_t slot = split_->slot_bytes(request);
        slots_.grow(slot * group_.size());
        exchange_.collect({slots_.data(), slot});
        if (!std::exchange(fresh_, false)) {
            group_.fork();
            for (std::size_t k = 0; k < group_.size(); ++k) {
                group_.queue(k).activate();
                started_[k].record(group_.queue(k).stream());
            }
        }
        const Outcome outcome = driver_.work(
            execution, [this](std::size_t k) -> SlicedWork& { return split_->rank(k).work(); },
            [this](std::size_t k) { send(k); },
            [this, &request](std::size_t k) { begin(k, request); });
        if (outcome == Outcome::cancelled) {
            group_.wait();
            return outcome;
        }
        root.activate();
        root.begin("exchange");
        exchange_.gather();
        root.activate();
        split_->combine(request, slots_.data());
        complete_ = true;
        return outcome;
    }

    void report(StepTimings& timings) override {
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).report_spans(k, timings);
        }
        if (complete_) {
            split_->learn(milliseconds());
        }
        group_.root().activate();
    }

    std::size_t bytes() const override {
        std::size_t total = slots_.bytes() + split_->bytes();
        for (const DeviceArray<PointMass<Real>>& bodies : bodies_) {
            total += bodies.bytes();
        }
        for (const DeviceArray<std::uint32_t>& list : lists_) {
            total += list.bytes();
        }
        return total;
    }

private:
    // Waits until all ranks are done with what was handed out.
    void settle() {
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).activate();
            wait_for_all(group_.queue(k), arrived_[k]);
        }
        group_.wait();
    }

    // The sources, and targets that are others, to all ranks.
    void hand_out(const ForceRequest<Real>& request, bool prepare) {
        if (fresh_ || !prepare) { // else the evaluation before has waited on the GPUs
            settle();
        }
        DeviceQueue& root = group_.root();
        root.activate();
        pack_bodies(root, request, bodies_[0]);
        arrived_[0][0].record(root.stream());
        root.begin("exchange");
        exchange_.offer(Offered{.from = bodies_[0].data(),
                                .bytes = request.packed_count() * sizeof(PointMass<Real>),
                                .body_bytes = sizeof(PointMass<Real>)});
        driver_.each([this, &request](std::size_t k) { receive(k, request); });
        fresh_ = true;
    }

    void hand_out_list(const ForceRequest<Real>& request) {
        settle();
        exchange_.offer(Offered{.from = request.list,
                                .bytes = request.targets.count * sizeof(std::uint32_t),
                                .body_bytes = sizeof(std::uint32_t)});
        std::vector<std::vector<DeviceEvent>> arrived(group_.size());
        for (std::size_t k = 1; k < group_.size(); ++k) {
            group_.queue(k).activate();
            arrived[k].emplace_back();
            lists_[k].reserve(request.targets.count);
            exchange_.receive(k, lists_[k].data(), arrived[k]);
        }
        exchange_.carry();
        for (std::size_t k = 1; k < group_.size(); ++k) {
            group_.queue(k).activate();
            wait_for_all(group_.queue(k), arrived[k]);
        }
    }

    // Asks for rank k's positions.
    void receive(std::size_t k, const ForceRequest<Real>& request) {
        DeviceQueue& queue = group_.queue(k);
        queue.activate();
        queue.begin("exchange");
        started_[k].record(queue.stream());
        bodies_[k].reserve(request.packed_count());
        if (k != 0) {
            exchange_.receive(k, bodies_[k].data(), arrived_[k]);
        }
    }

    void begin(std::size_t k, const ForceRequest<Real>& request) {
        ForceRequest<Real> here = request;
        if (k != 0 && request.list != nullptr) {
            here.list = lists_[k].data();
        }
        split_->rank(k).begin(here, bodies_[k].data(), arrived_[k]);
    }

    // Gives rank k's result on its way.
    void send(std::size_t k) {
        exchange_.send(k, split_->rank(k).finish());
        DeviceQueue& queue = group_.queue(k);
        queue.activate();
        sent_[k].record(queue.stream());
    }

    std::vector<double> milliseconds() const {
        std::vector<double> of_ranks;
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).activate();
            of_ranks.push_back(milliseconds_between(started_[k], sent_[k]));
        }
        return of_ranks;
    }

    DeviceGroup& group_;
    DeviceExchange& exchange_;
    RankDriver driver_;
    std::unique_ptr<WorkSplit<Real>> split_;
    std::vector<DeviceArray<PointMass<Real>>> bodies_; // packed
    std::vector<std::vector<DeviceEvent>> arrived_;
    std::vector<DeviceArray<std::uint32_t>> lists_; // of targets
    bool fresh_ = false;                            // what was handed out last has not been used
    std::vector<DeviceEvent> started_, sent_;       // by each rank
    bool complete_ = false;                         // an evaluation, since the last report
    DeviceArray<std::byte> slots_;                  // at root
};

// SharedSums of `Split<Real>`s, made by what they are given for their precision.
template <template <class> class Split, template <class> class Given>
PerPrecision<MakeGroupSum> splits_of(const PerPrecision<Given>& given) {
    return {[own = given.fp32](const GroupWay& way) {
                return std::make_unique<SharedSum<float>>(
                    way, std::make_unique<Split<float>>(way.group, own));
            },
            [own = given.fp64](const GroupWay& way) {
                return std::make_unique<SharedSum<double>>(
                    way, std::make_unique<Split<double>>(way.group, own));
            }};
}

} // namespace orrery
