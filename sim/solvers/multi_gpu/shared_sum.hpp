#pragma once

#include "sim/cuda/device_array.hpp"
#include "sim/solvers/direct/gpu_frame.cuh"
#include "sim/solvers/multi_gpu/device_exchange.hpp"
#include "sim/solvers/multi_gpu/rank_threads.hpp"
#include "sim/solvers/multi_gpu/shared_solver.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace orrery {

// One evaluation on several GPUs: every rank gets all positions and masses, does its share of the
// work, and its result comes to root. Answers requests as a split of the work says, and has what is
// kept between evaluations in one precision on one group.
template <class Real>
class SharedSum {
public:
    SharedSum(DeviceGroup& group, std::unique_ptr<WorkSplit<Real>> split)
        : group_(group), split_(std::move(split)) {
        for (std::size_t k = 0; k < group.size(); ++k) {
            group.queue(k).activate();
            bodies_.emplace_back();
            arrived_.emplace_back(k != 0 && split_->begins_with_parts() ? group.size() : 1);
            started_.emplace_back(DeviceEvent::Kind::time);
            sent_.emplace_back(DeviceEvent::Kind::time);
            lists_.emplace_back();
        }
    }

    // One thread gives all GPUs their work if `threads` is null.
    void prepare(const ForceSources<Real>& sources, DeviceExchange& exchange,
                 RankThreads* threads) {
        complete_ = false;
        hand_out(ForceRequest<Real>::among(sources.sources, {}, sources.parameters), exchange,
                 threads, true);
        group_.root().activate();
    }

    Outcome run(const ForceRequest<Real>& request, DeviceExchange& exchange, RankThreads* threads,
                const Execution& execution) {
        complete_ = false;
        if (!request.targets_at) {
            hand_out(request, exchange, threads, false);
        }
        if (request.list != nullptr) {
            hand_out_list(request, exchange);
        }
        DeviceQueue& root = group_.root();
        root.activate();
        const std::size_t slot = split_->slot_bytes(request);
        slots_.grow(slot * group_.size());
        exchange.collect({slots_.data(), slot});
        if (!std::exchange(fresh_, false)) {
            group_.fork();
            for (std::size_t k = 0; k < group_.size(); ++k) {
                group_.queue(k).activate();
                started_[k].record(group_.queue(k).stream());
            }
        }
        const Outcome outcome = threads == nullptr
                                    ? drive_all(request, exchange, execution)
                                    : drive_by(*threads, request, exchange, execution);
        if (outcome == Outcome::cancelled) {
            group_.wait();
            return outcome;
        }
        root.activate();
        root.begin("exchange");
        exchange.gather();
        root.activate();
        split_->combine(request, slots_.data());
        complete_ = true;
        return outcome;
    }

    const WorkSplit<Real>& split() const { return *split_; }

    // When root's queue has finished.
    void report(StepTimings& timings) {
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).report_spans(k, timings);
        }
        const std::vector<double> of_ranks = milliseconds();
        group_.root().activate();
        split_->report(timings, of_ranks);
    }

    std::size_t bytes() const {
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
    void hand_out(const ForceRequest<Real>& request, DeviceExchange& exchange, RankThreads* threads,
                  bool prepare) {
        if (fresh_ || !prepare) { // else the evaluation before has waited on the GPUs
            settle();
        }
        DeviceQueue& root = group_.root();
        root.activate();
        pack_bodies(root, request, bodies_[0]);
        arrived_[0][0].record(root.stream());
        root.begin("exchange");
        exchange.offer({bodies_[0].data(), request.packed_count() * sizeof(PointMass<Real>),
                        sizeof(PointMass<Real>)});
        const auto prepare_rank = [&](std::size_t k) {
            if (prepare) {
                split_->rank(k).prepare(request, bodies_[k].data(), arrived_[k]);
            }
        };
        if (threads != nullptr) {
            threads->run([&](std::size_t k) {
                receive(k, request, exchange);
                prepare_rank(k);
            });
        } else {
            for (std::size_t k = group_.size(); k-- > 0;) {
                receive(k, request, exchange);
            }
            exchange.deliver();
            for (std::size_t k = group_.size(); k-- > 0;) { // root last: the others wait for copies
                prepare_rank(k);
            }
        }
        fresh_ = true;
    }

    void hand_out_list(const ForceRequest<Real>& request, DeviceExchange& exchange) {
        settle();
        const std::size_t bytes = request.targets.count * sizeof(std::uint32_t);
        exchange.offer({request.list, bytes, sizeof(std::uint32_t)});
        std::vector<std::vector<DeviceEvent>> arrived(group_.size());
        for (std::size_t k = 1; k < group_.size(); ++k) {
            group_.queue(k).activate();
            arrived[k].emplace_back();
            lists_[k].reserve(request.targets.count);
            exchange.receive(k, lists_[k].data(), arrived[k]);
        }
        exchange.deliver();
        for (std::size_t k = 1; k < group_.size(); ++k) {
            group_.queue(k).activate();
            wait_for_all(group_.queue(k), arrived[k]);
        }
    }

    // Asks for rank k's positions.
    void receive(std::size_t k, const ForceRequest<Real>& request, DeviceExchange& exchange) {
        DeviceQueue& queue = group_.queue(k);
        queue.activate();
        queue.begin("exchange");
        started_[k].record(queue.stream());
        bodies_[k].reserve(request.packed_count());
        if (k != 0) {
            exchange.receive(k, bodies_[k].data(), arrived_[k]);
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
    void send(std::size_t k, DeviceExchange& exchange) {
        exchange.send(k, split_->rank(k).finish());
        DeviceQueue& queue = group_.queue(k);
        queue.activate();
        sent_[k].record(queue.stream());
    }

    // One thread gives every GPU a slice in turn.
    Outcome drive_all(const ForceRequest<Real>& request, DeviceExchange& exchange,
                      const Execution& execution) {
        for (std::size_t k = group_.size(); k-- > 0;) { // root last: the others wait for copies
            begin(k, request);
        }
        const auto step = [&](std::size_t k) {
            SlicedWork& work = split_->rank(k).work();
            if (!work.finished()) {
                work.step(execution, group_.size());
            }
            return !work.finished();
        };
        // Root first: it has its bodies, and is not to stand still while the others wait for
        // theirs.
        std::vector<bool> prepared(group_.size());
        for (bool all = false; !all;) {
            if (execution.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            all = true;
            for (std::size_t k = 0; k < group_.size(); ++k) {
                if (prepared[k]) {
                    continue;
                }
                prepared[k] = !split_->rank(k).build();
                if (prepared[k]) {
                    step(k);
                }
                all = all && prepared[k];
            }
        }
        for (bool unfinished = true; unfinished;) {
            if (execution.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            unfinished = false;
            for (std::size_t k = group_.size(); k-- > 0;) {
                unfinished = step(k) || unfinished;
            }
        }
        for (std::size_t k = group_.size(); k-- > 0;) {
            send(k, exchange);
        }
        return Outcome::complete;
    }

    // Every GPU is driven by a thread of its own.
    Outcome drive_by(RankThreads& threads, const ForceRequest<Real>& request,
                     DeviceExchange& exchange, const Execution& execution) {
        std::vector<WayOut> ways(group_.size());
        threads.run([&](std::size_t k) {
            ways[k] = agreed(threads.communicator(k), [&] {
                begin(k, request);
                RankSum<Real>& rank = split_->rank(k);
                bool building = true;
                while (building && !execution.stop.stop_requested()) {
                    building = rank.build();
                }
                return !building && rank.work().run(execution, group_.size()) == Outcome::complete
                           ? WayOut::complete
                           : WayOut::cancelled;
            });
            if (ways[k] == WayOut::complete) {
                send(k, exchange);
            }
        });
        return ways.front() == WayOut::complete ? Outcome::complete : Outcome::cancelled;
    }

    std::vector<double> milliseconds() const {
        std::vector<double> of_ranks;
        for (std::size_t k = 0; complete_ && k < group_.size(); ++k) {
            group_.queue(k).activate();
            of_ranks.push_back(milliseconds_between(started_[k], sent_[k]));
        }
        return of_ranks;
    }

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

} // namespace orrery
