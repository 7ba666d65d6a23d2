// Requests in host memory, answered by a solver for GPUs.

#include "sim/cuda/device_array.hpp"
#include "sim/cuda/device_queue.hpp"
#include "sim/domain/hosted_solver.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace orrery {
namespace {

template <class Real>
constexpr Real* AccelerationsView<Real>::*arrays[] = {
    &AccelerationsView<Real>::x,      &AccelerationsView<Real>::y,
    &AccelerationsView<Real>::z,      &AccelerationsView<Real>::potential,
    &AccelerationsView<Real>::jerk_x, &AccelerationsView<Real>::jerk_y,
    &AccelerationsView<Real>::jerk_z};

// Copies in GPU memory of arrays of the host, which keep their memory from one time to the next.
class Mirror {
public:
    // What is copied from here on takes the place of what was copied before.
    void begin() { next_ = 0; }

    // Null for null.
    template <class Number>
    Number* of(Number* from, std::size_t count) {
        Number* const copy = room_for(from, count);
        if (copy != nullptr) {
            cuda_check(cudaMemcpy(const_cast<std::remove_const_t<Number>*>(copy), from,
                                  count * sizeof(Number), cudaMemcpyHostToDevice),
                       "copying bodies to the GPU");
        }
        return copy;
    }
    template <class Number>
    Number* room_for(Number* from, std::size_t count) {
        if (from == nullptr || count == 0) {
            return nullptr;
        }
        if (next_ == copies_.size()) {
            copies_.emplace_back();
        }
        DeviceArray<std::byte>& copy = copies_[next_++];
        copy.grow(count * sizeof(Number));
        return reinterpret_cast<Number*>(copy.data());
    }
    template <class Real>
    BodiesView<Real> of(const BodiesView<Real>& from) {
        const auto copy = [&](const Real* array) { return of(array, from.count); };
        return {from.count,      copy(from.x),  copy(from.y),  copy(from.z),
                copy(from.mass), copy(from.vx), copy(from.vy), copy(from.vz)};
    }
    // With what is there where that is to be added to.
    template <class Real>
    AccelerationsView<Real> of(const AccelerationsView<Real>& from, std::size_t count) {
        AccelerationsView<Real> copy = from;
        const auto take = [&](auto* array) {
            return from.add ? of(array, count) : room_for(array, count);
        };
        for (const auto array : arrays<Real>) {
            copy.*array = take(from.*array);
        }
        copy.interactions = take(from.interactions);
        return copy;
    }
    std::size_t bytes() const {
        std::size_t sum = 0;
        for (const DeviceArray<std::byte>& copy : copies_) {
            sum += copy.bytes();
        }
        return sum;
    }

private:
    std::vector<DeviceArray<std::byte>> copies_;
    std::size_t next_ = 0;
};

// Copies from pageable memory return before they have arrived, and no queue's stream waits for
// them.
void await_copies() {
    cuda_check(cudaStreamSynchronize(cudaStreamLegacy), "copying bodies to the GPU");
}

template <class Real>
void copy_back(const AccelerationsView<Real>& from, const AccelerationsView<Real>& to,
               std::size_t count) {
    const auto copy = [count](const auto* values, auto* there) {
        if (values != nullptr) {
            cuda_check(cudaMemcpy(there, values, count * sizeof(*values), cudaMemcpyDeviceToHost),
                       "copying results from the GPU");
        }
    };
    for (const auto array : arrays<Real>) {
        copy(from.*array, to.*array);
    }
    copy(from.interactions, to.interactions);
}

// A solver for GPUs, in the place of one for processors.
class HostedSolver final : public Solver {
public:
    HostedSolver(std::unique_ptr<Solver> own, int device)
        : queue_(device), own_(std::move(own)), info_(own_->info()) {
        info_.space = Space::host;
        info_.sorts_bodies = false; // the order is in the GPU's memory,
        info_.inspectable = false;  // as the structure is
        info_.knows_ranks = false;
    }

    const SolverInfo& info() const override { return info_; }
    Outcome prepare(const ForceSources<float>& sources, Execution& execution) override {
        return prepare_copies(sources, floats_, execution);
    }
    Outcome prepare(const ForceSources<double>& sources, Execution& execution) override {
        return prepare_copies(sources, doubles_, execution);
    }
    Outcome evaluate(const ForceTargets<float>& targets, Execution& execution) override {
        return evaluate_copies(targets, floats_, execution);
    }
    Outcome evaluate(const ForceTargets<double>& targets, Execution& execution) override {
        return evaluate_copies(targets, doubles_, execution);
    }
    std::size_t scratch_bytes() const override {
        return own_->scratch_bytes() + source_copies_.bytes() + target_copies_.bytes();
    }

private:
    Execution on_gpu(const Execution& execution) {
        queue_.activate();
        return {execution.stop, execution.workers,  execution.timings,
                &queue_,        execution.progress, execution.devices}; // and of one process
    }

    template <class Real>
    Outcome prepare_copies(const ForceSources<Real>& sources, BodiesView<Real>& there,
                           Execution& execution) {
        Execution own = on_gpu(execution);
        queue_.wait(); // for what may still use the copies, if it failed before
        queue_.forget_phases();
        parameters_ = sources.parameters;
        source_copies_.begin();
        there = source_copies_.of(sources.sources);
        await_copies();
        return own_->prepare({there, parameters_}, own);
    }

    template <class Real>
    Outcome evaluate_copies(const ForceTargets<Real>& targets, const BodiesView<Real>& sources,
                            Execution& execution) {
        Execution own = on_gpu(execution);
        const std::size_t count = targets.targets.count, first = targets.targets_at.value_or(0);
        target_copies_.begin();
        ForceTargets<Real> there = targets;
        there.targets = targets.targets_at ? sources.part(first, first + count)
                                           : target_copies_.of(targets.targets);
        there.result = target_copies_.of(targets.result, count);
        there.list = target_copies_.of(targets.list, count);
        await_copies();
        const Outcome outcome = own_->evaluate(there, own);
        queue_.finish(execution.timings);
        if (outcome == Outcome::complete) {
            copy_back(there.result, targets.result, count);
        }
        return outcome;
    }

    DeviceQueue queue_;
    std::unique_ptr<Solver> own_;
    SolverInfo info_;
    ForceParameters parameters_;
    Mirror source_copies_, target_copies_;
    BodiesView<float> floats_;
    BodiesView<double> doubles_;
};

} // namespace

std::unique_ptr<Solver> hosted_solver(std::unique_ptr<Solver> own, int device) {
    return std::make_unique<HostedSolver>(std::move(own), device);
}

template <class Real>
Outcome solve_on_device(Solver& solver, const ForceRequest<Real>& request, Execution& execution) {
    DeviceQueue queue(home_device(solver.info(), execution.devices).value());
    const std::size_t count = request.targets.count, first = request.targets_at.value_or(0);
    Mirror there;
    const BodiesView<Real> sources = there.of(request.sources);
    const BodiesView<Real> targets =
        request.targets_at ? sources.part(first, first + count) : there.of(request.targets);
    const AccelerationsView<Real> result = there.of(request.result, count);
    const std::uint32_t* const list = there.of(request.list, count);
    await_copies();

    Execution on_gpu = execution;
    on_gpu.queue = &queue;
    const ForceRequest<Real> mirrored{{sources, request.parameters},
                                      {targets, request.targets_at, result, list}};
    const Outcome outcome = solver.accelerations(mirrored, on_gpu);
    queue.finish(execution.timings);
    if (outcome == Outcome::complete) {
        copy_back(result, request.result, count);
    }
    return outcome;
}

template Outcome solve_on_device(Solver&, const ForceRequest<float>&, Execution&);
template Outcome solve_on_device(Solver&, const ForceRequest<double>&, Execution&);

} // namespace orrery
