// One evaluation on several GPUs: every rank gets all positions and masses, does its share of
// the work, and its result comes root.

#include "sim/solvers/multi_gpu/shared_sum.hpp"

#include "sim/solvers/direct/gpu_frame.cuh"

#include <algorithm>
#include <utility>

namespace orrery {

template <class Real>
SharedSum<Real>::SharedSum(DeviceGroup& group, std::unique_ptr<WorkSplit<Real>> split)
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

template <class Real>
void SharedSum<Real>::prepare(const ForceSources<Real>& sources, Communicator& communicator,
                              RankThreads* threads) {
    complete_ = false;
    hand_out(ForceRequest<Real>::among(sources.sources, {}, sources.parameters), communicator,
             threads, true);
}

template <class Real>
Outcome SharedSum<Real>::run(const ForceRequest<Real>& request, Communicator& communicator,
                             RankThreads* threads, const Execution& execution) {
    complete_ = false;
    if (!request.targets_at) {
        group_.wait();
        hand_out(request, communicator, threads, false);
    }
    if (request.list != nullptr) {
        group_.wait();
        hand_out_list(request, communicator);
    }
    DeviceQueue& root = group_.root();
    root.activate();
    const std::size_t slot = split_->slot_bytes(request);
    slots_.grow(slot * group_.size());
    communicator.collect({slots_.data(), slot});
    if (!std::exchange(fresh_, false)) {
        group_.fork();
        for (std::size_t k = 0; k < group_.size(); ++k) {
            group_.queue(k).activate();
            started_[k].record(group_.queue(k).stream());
        }
    }
    const Outcome outcome = threads == nullptr
                                ? drive_all(request, communicator, execution)
                                : drive_by(*threads, request, communicator, execution);
    if (outcome == Outcome::cancelled) {
        group_.wait();
        return outcome;
    }
    root.activate();
    root.begin("exchange");
    communicator.gather();
    root.activate();
    split_->combine(request, slots_.data());
    complete_ = true;
    return outcome;
}

// The sources, and targets that are others, to all ranks.
template <class Real>
void SharedSum<Real>::hand_out(const ForceRequest<Real>& request, Communicator& communicator,
                               RankThreads* threads, bool prepare) {
    DeviceQueue& root = group_.root();
    root.activate();
    pack_bodies(root, request, bodies_[0]);
    arrived_[0][0].record(root.stream());
    root.begin("exchange");
    communicator.offer({bodies_[0].data(), request.packed_count() * sizeof(PointMass<Real>),
                        sizeof(PointMass<Real>)});
    const auto prepare_rank = [&](std::size_t k) {
        if (prepare) {
            split_->rank(k).prepare(request, bodies_[k].data(), arrived_[k]);
        }
    };
    if (threads != nullptr) {
        threads->run([&](std::size_t k) {
            receive(k, request, communicator);
            prepare_rank(k);
        });
    } else {
        for (std::size_t k = group_.size(); k-- > 0;) {
            receive(k, request, communicator);
        }
        communicator.deliver();
        for (std::size_t k = group_.size(); k-- > 0;) { // root last: the others wait for copies
            prepare_rank(k);
        }
    }
    fresh_ = true;
}

template <class Real>
void SharedSum<Real>::hand_out_list(const ForceRequest<Real>& request, Communicator& communicator) {
    const std::size_t bytes = request.targets.count * sizeof(std::uint32_t);
    communicator.offer({request.list, bytes, sizeof(std::uint32_t)});
    std::vector<std::vector<DeviceEvent>> arrived(group_.size());
    for (std::size_t k = 1; k < group_.size(); ++k) {
        group_.queue(k).activate();
        arrived[k].emplace_back();
        lists_[k].reserve(request.targets.count);
        communicator.receive(k, lists_[k].data(), arrived[k]);
    }
    communicator.deliver();
    for (std::size_t k = 1; k < group_.size(); ++k) {
        group_.queue(k).activate();
        wait_for_all(group_.queue(k), arrived[k]);
    }
}

// Asks for rank k's positions.
template <class Real>
void SharedSum<Real>::receive(std::size_t k, const ForceRequest<Real>& request,
                              Communicator& communicator) {
    DeviceQueue& queue = group_.queue(k);
    queue.activate();
    queue.begin("exchange");
    started_[k].record(queue.stream());
    bodies_[k].reserve(request.packed_count());
    if (k != 0) {
        communicator.receive(k, bodies_[k].data(), arrived_[k]);
    }
}

template <class Real>
void SharedSum<Real>::begin(std::size_t k, const ForceRequest<Real>& request) {
    ForceRequest<Real> here = request;
    if (k != 0 && request.list != nullptr) {
        here.list = lists_[k].data();
    }
    split_->rank(k).begin(here, bodies_[k].data(), arrived_[k]);
}

// Gives rank k's result on its way.
template <class Real>
void SharedSum<Real>::send(std::size_t k, Communicator& communicator) {
    communicator.send(k, split_->rank(k).finish());
    DeviceQueue& queue = group_.queue(k);
    queue.activate();
    sent_[k].record(queue.stream());
}

// One thread gives every GPU a slice in turn.
template <class Real>
Outcome SharedSum<Real>::drive_all(const ForceRequest<Real>& request, Communicator& communicator,
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
    // Root first: it has its bodies, and is not to stand still while the others wait for theirs.
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
        send(k, communicator);
    }
    return Outcome::complete;
}

// Every GPU is driven by a thread of its own.
template <class Real>
Outcome SharedSum<Real>::drive_by(RankThreads& threads, const ForceRequest<Real>& request,
                                  Communicator& communicator, const Execution& execution) {
    std::vector<Outcome> outcomes(group_.size(), Outcome::complete);
    threads.run([&](std::size_t k) {
        begin(k, request);
        RankSum<Real>& rank = split_->rank(k);
        bool building = true;
        while (building && !execution.stop.stop_requested()) {
            building = rank.build();
        }
        outcomes[k] = building ? Outcome::cancelled : rank.work().run(execution, group_.size());
        if (outcomes[k] == Outcome::complete) {
            send(k, communicator);
        }
    });
    const bool complete = std::all_of(outcomes.begin(), outcomes.end(),
                                      [](Outcome outcome) { return outcome == Outcome::complete; });
    return complete ? Outcome::complete : Outcome::cancelled;
}

template <class Real>
void SharedSum<Real>::report(StepTimings& timings) {
    for (std::size_t k = 0; k < group_.size(); ++k) {
        group_.queue(k).report_spans(k, timings);
    }
    const std::vector<double> of_ranks = milliseconds();
    group_.root().activate();
    split_->report(timings, of_ranks);
}

template <class Real>
std::vector<double> SharedSum<Real>::milliseconds() const {
    std::vector<double> of_ranks;
    for (std::size_t k = 0; complete_ && k < group_.size(); ++k) {
        group_.queue(k).activate();
        of_ranks.push_back(milliseconds_between(started_[k], sent_[k]));
    }
    return of_ranks;
}

template <class Real>
std::size_t SharedSum<Real>::bytes() const {
    std::size_t total = slots_.bytes() + split_->bytes();
    for (const DeviceArray<PointMass<Real>>& bodies : bodies_) {
        total += bodies.bytes();
    }
    return total;
}

template class SharedSum<float>;
template class SharedSum<double>;

} // namespace orrery
