#pragma once

#include "sim/cuda/sliced_work.hpp"
#include "sim/domain/rank_threads.hpp"
#include "sim/solvers/multi_gpu/device_exchange.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// Who gives the ranks of a group their work: a thread each, or one thread in turn.
class RankDriver {
public:
    // One thread if `threads` is null.
    RankDriver(DeviceGroup& group, DeviceExchange& exchange, RankThreads* threads)
        : group_(group), exchange_(exchange), threads_(threads) {}

    // Calls step(k) for every rank and each of the steps in their order. A step may fetch what was
    // posted before this call, and the next one finds it.
    template <class... Steps>
    void each(const Steps&... steps) {
        if (threads_ != nullptr) {
            threads_->run([&](std::size_t k) { (steps(k), ...); });
        } else {
            (in_turn(steps), ...);
        }
        group_.root().activate();
    }

    // The same, then all of work_of(k), and send(k) when that is in the queue, unless asked to
    // stop.
    template <class WorkOf, class Send, class... Steps>
    Outcome work(const Execution& execution, const WorkOf& work_of, const Send& send,
                 const Steps&... steps) {
        if (threads_ == nullptr) {
            (in_turn(steps), ...);
            return slices_in_turn(execution, work_of, send);
        }
        std::vector<WayOut> ways(group_.size());
        threads_->run([&](std::size_t k) {
            ways[k] = agreed(threads_->communicator(k), [&] {
                (steps(k), ...);
                return work_of(k).run(execution, group_.size()) == Outcome::complete
                           ? WayOut::complete
                           : WayOut::cancelled;
            });
            if (ways[k] == WayOut::complete) {
                send(k);
            }
        });
        return ways.front() == WayOut::complete ? Outcome::complete : Outcome::cancelled;
    }

private:
    // Root last: the others wait for copies.
    template <class Step>
    void in_turn(const Step& step) {
        for (std::size_t k = group_.size(); k-- > 0;) {
            step(k);
        }
        exchange_.carry();
    }

    template <class WorkOf, class Send>
    Outcome slices_in_turn(const Execution& execution, const WorkOf& work_of, const Send& send) {
        for (bool unfinished = true; unfinished;) {
            if (execution.stop.stop_requested()) {
                return Outcome::cancelled;
            }
            unfinished = false;
            for (std::size_t k = group_.size(); k-- > 0;) {
                SlicedWork& work = work_of(k);
                if (!work.finished()) {
                    work.step(execution, group_.size());
                }
                unfinished = !work.finished() || unfinished;
            }
        }
        for (std::size_t k = group_.size(); k-- > 0;) {
            send(k);
        }
        return Outcome::complete;
    }

    DeviceGroup& group_;
    DeviceExchange& exchange_;
    RankThreads* threads_;
};

} // namespace orrery
