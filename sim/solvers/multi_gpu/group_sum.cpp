// One evaluation on several GPUs: every member gets all positions and masses, does its share of
// the work, and its result comes home.

#include "sim/solvers/multi_gpu/group_sum.hpp"

#include "sim/solvers/direct/gpu_frame.cuh"

#include <algorithm>
#include <utility>

namespace orrery {

template <class Real>
GroupSum<Real>::GroupSum(DeviceGroup& group, std::unique_ptr<WorkSplit<Real>> split)
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
Outcome GroupSum<Real>::run(const ForceRequest<Real>& request, Exchange& exchange,
                            MemberThreads* threads, const Execution& execution) {
    complete_ = false;
    DeviceQueue& home = group_.home();
    home.activate();
    pack_bodies(home, request, bodies_[0]);
    const std::size_t slot = split_->slot_bytes(request);
    slots_.grow(slot * group_.size());
    arrived_[0][0].record(home.stream());
    home.begin("exchange");
    exchange.offer(group_, {bodies_[0].data(), request.packed_count() * sizeof(PointMass<Real>),
                            sizeof(PointMass<Real>), slots_.data(), slot});
    const Outcome outcome = threads == nullptr ? drive_all(request, exchange, execution)
                                               : drive_by(*threads, request, exchange, execution);
    if (outcome == Outcome::cancelled) {
        group_.wait();
        return outcome;
    }
    home.activate();
    home.begin("exchange");
    exchange.gather(group_);
    home.activate();
    split_->combine(request, slots_.data());
    complete_ = true;
    return outcome;
}

// Asks for member k's positions.
template <class Real>
void GroupSum<Real>::receive(std::size_t k, const ForceRequest<Real>& request, Exchange& exchange) {
    DeviceQueue& queue = group_.queue(k);
    queue.activate();
    queue.begin("exchange");
    started_[k].record(queue.stream());
    bodies_[k].reserve(request.packed_count());
    if (k != 0) {
        exchange.receive(group_, k, bodies_[k].data(), arrived_[k]);
    }
}

// Gives member k's result on its way.
template <class Real>
void GroupSum<Real>::send(std::size_t k, Exchange& exchange) {
    exchange.send(group_, k, split_->member(k).finish());
    DeviceQueue& queue = group_.queue(k);
    queue.activate();
    sent_[k].record(queue.stream());
}

// One thread gives every GPU a slice in turn.
template <class Real>
Outcome GroupSum<Real>::drive_all(const ForceRequest<Real>& request, Exchange& exchange,
                                  const Execution& execution) {
    for (std::size_t k = group_.size(); k-- > 0;) {
        receive(k, request, exchange);
    }
    exchange.deliver(group_);
    for (std::size_t k = group_.size(); k-- > 0;) { // home last: the others wait for copies
        split_->member(k).begin(request, bodies_[k].data(), arrived_[k]);
    }
    const auto step = [&](std::size_t k) {
        SlicedWork& work = split_->member(k).work();
        if (!work.finished()) {
            work.step(execution, group_.size());
        }
        return !work.finished();
    };
    // Home first: it has its bodies, and is not to stand still while the others wait for theirs.
    for (std::size_t k = 0; k < group_.size(); ++k) {
        split_->member(k).prepare();
        step(k);
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
template <class Real>
Outcome GroupSum<Real>::drive_by(MemberThreads& threads, const ForceRequest<Real>& request,
                                 Exchange& exchange, const Execution& execution) {
    std::vector<Outcome> outcomes(group_.size(), Outcome::complete);
    threads.run([&](std::size_t k) {
        receive(k, request, exchange);
        GroupMember<Real>& member = split_->member(k);
        member.begin(request, bodies_[k].data(), arrived_[k]);
        member.prepare();
        outcomes[k] = member.work().run(execution, group_.size());
        if (outcomes[k] == Outcome::complete) {
            send(k, exchange);
        }
    });
    const bool complete = std::all_of(outcomes.begin(), outcomes.end(),
                                      [](Outcome outcome) { return outcome == Outcome::complete; });
    return complete ? Outcome::complete : Outcome::cancelled;
}

template <class Real>
void GroupSum<Real>::report(StepTimings& timings) {
    for (std::size_t k = 0; k < group_.size(); ++k) {
        group_.queue(k).report_spans(k, timings);
    }
    const std::vector<double> of_members = milliseconds();
    group_.home().activate();
    split_->report(timings, of_members);
}

template <class Real>
std::vector<double> GroupSum<Real>::milliseconds() const {
    std::vector<double> of_members;
    for (std::size_t k = 0; complete_ && k < group_.size(); ++k) {
        group_.queue(k).activate();
        of_members.push_back(milliseconds_between(started_[k], sent_[k]));
    }
    return of_members;
}

template <class Real>
std::size_t GroupSum<Real>::bytes() const {
    std::size_t total = slots_.bytes() + split_->bytes();
    for (const DeviceArray<PointMass<Real>>& bodies : bodies_) {
        total += bodies.bytes();
    }
    return total;
}

template class GroupSum<float>;
template class GroupSum<double>;

} // namespace orrery
