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
    }
}

template <class Real>
Outcome SharedSum<Real>::run(const ForceRequest<Real>& request, Communicator& communicator,
                             RankThreads* threads, const Execution& execution) {
    complete_ = false;
    DeviceQueue& root = group_.root();
    root.activate();
    pack_bodies(root, request, bodies_[0]);
    const std::size_t slot = split_->slot_bytes(request);
    slots_.grow(slot * group_.size());
    arrived_[0][0].record(root.stream());
    root.begin("exchange");
    communicator.offer({bodies_[0].data(), request.packed_count() * sizeof(PointMass<Real>),
                        sizeof(PointMass<Real>), slots_.data(), slot});
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
    for (std::size_t k = group_.size(); k-- > 0;) {
        receive(k, request, communicator);
    }
    communicator.deliver();
    for (std::size_t k = group_.size(); k-- > 0;) { // root last: the others wait for copies
        split_->rank(k).begin(request, bodies_[k].data(), arrived_[k]);
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
            prepared[k] = !split_->rank(k).prepare();
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
        receive(k, request, communicator);
        RankSum<Real>& rank = split_->rank(k);
        rank.begin(request, bodies_[k].data(), arrived_[k]);
        bool preparing = true;
        while (preparing && !execution.stop.stop_requested()) {
            preparing = rank.prepare();
        }
        outcomes[k] = preparing ? Outcome::cancelled : rank.work().run(execution, group_.size());
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
