// A simulation's state that several GPUs of one process share.
//
// Idea:    each GPU has a share of the bodies in a DeviceState of its own and does with it what one
//          of many processes does: kicks and drifts them, and computes their forces as a rank
//          (sim/domain/ranked_solver.hpp), which here is a thread. No GPU has all while steps go
//          on. For readers, such as pictures and files, the first GPU gets a copy of all.
// Cost:    a step's among ranks. A picture's: 20 to 32 bytes a body on their way to the first GPU.
// Memory:  the share (DeviceState); on the first GPU, in float, up to 52 bytes a body more once all
//          was read, and 8 while that is copied.

#include "sim/body_arrays.hpp"
#include "sim/cuda/device_state.hpp"
#include "sim/device_carrier.hpp"
#include "sim/domain/migration.hpp"
#include "sim/domain/rank_threads.hpp"
#include "sim/domain/ranked_solver.hpp"
#include "sim/solver.hpp"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace orrery {
namespace {

Bodies<double> part_of(const Bodies<double>& all, std::size_t first, std::size_t count) {
    Bodies<double> part(count);
    const auto from = arrays_of(all);
    const auto to = arrays_of(part);
    for (std::size_t k = 0; k < to.size(); ++k) {
        std::copy_n(from[k]->begin() + first, count, to[k]->begin());
    }
    return part;
}

HostArray<std::uint64_t> numbers_from(std::size_t first, std::size_t count) {
    HostArray<std::uint64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), std::uint64_t{first});
    return numbers;
}

// What has been told of all shares' trees, as if they were one; levels that one of them has no room
// for are told of none.
Inspection together(const std::vector<std::unique_ptr<InspectionReading>>& readings) {
    Inspection all;
    bool first = true;
    for (const auto& reading : readings) {
        Inspection one = reading->finish();
        if (std::exchange(first, false)) {
            all = std::move(one);
            continue;
        }
        std::ranges::move(one.cells, std::back_inserter(all.cells));
        all.found = {std::min(all.found.from, one.found.from),
                     std::max(all.found.to, one.found.to)};
        all.told = {std::max(all.told.from, one.told.from), std::min(all.told.to, one.told.to)};
        all.interactions = one.interactions ? std::move(one.interactions) : all.interactions;
    }
    std::erase_if(all.cells, [&](const InspectedCell& cell) { return cell.level > all.told.to; });
    std::ranges::stable_sort(all.cells, {}, &InspectedCell::level);
    return all;
}

template <class Real>
class GroupState final : public State {
public:
    GroupState(const Bodies<double>& bodies, std::span<const int> devices)
        : count_(bodies.size()), devices_(devices.begin(), devices.end()),
          threads_(devices.size()) {
        bool all_reach = true;
        for (const int from : devices) {
            for (const int to : devices) {
                all_reach = (from == to || let_reach(from, to)) && all_reach;
            }
        }
        for (std::size_t k = 0; k < devices.size(); ++k) {
            const std::size_t first = count_ * k / devices.size();
            const std::size_t count = count_ * (k + 1) / devices.size() - first;
            shares_.push_back(std::make_unique<Share>(part_of(bodies, first, count), devices_[k]));
            shares_[k]->state.number(numbers_from(first, count));
            shares_[k]->state.join(k);
            states_.push_back(&shares_[k]->state);
            DeviceCarrier& carrier = *device_carrier(threads_.communicator(k));
            carrier.way = DeviceCarrier::Way::past_it;
            carrier.kernels_reach = all_reach;
        }
        cuda_check(cudaSetDevice(devices_.front()), "choosing the GPU");
        copied_ = DeviceEvent();
    }

    ~GroupState() override { wait_for_all(); }

    void begin() override {
        additions_.clear();
        for (const auto& share : shares_) {
            share->state.begin();
            share->timings = {};
        }
        const std::lock_guard lock(mutex_);
        all_ != nullptr ? all_->begin() : void();
    }

    // Each GPU's thread sees to it when it is next at work.
    void add(StepVector destination, StepVector base, double factor, StepVector term,
             Execution&) override {
        additions_.push_back({destination, base, factor, term});
    }

    Outcome evaluate(StepVector position, StepVector velocity, const Evaluation& wanted) override {
        take_solvers(wanted.solver.info().id);
        std::vector<Outcome> outcomes(shares_.size());
        each([&](std::size_t k, Share& share) {
            Execution execution = execution_of(k, wanted.execution);
            on_all(execution.communicator, [&] { add_up(share); });
            outcomes[k] =
                share.state.evaluate(position, velocity,
                                     {*share.solver, wanted.parameters, execution, wanted.jerk,
                                      wanted.potential, wanted.interactions});
        });
        additions_.clear();
        return outcomes.front(); // they end alike
    }

    double working_potential_energy(Workers& workers) override {
        double sum = 0;
        for (const double energy : of_each<double>([&](DeviceState<Real>& state) {
                 return state.working_potential_energy(workers);
             })) {
            sum += energy;
        }
        return sum;
    }

    void finish(StepTimings& timings) override {
        each([&](std::size_t, Share& share) {
            add_up(share);
            share.state.finish(share.timings);
        });
        additions_.clear();
        for (const auto& share : shares_) {
            share->work = 0;
            for (const StepTimings::DeviceSpan& span : share->timings.device_spans) {
                share->work += milliseconds_of_own(span.phase, span.end - span.begin);
            }
            timings.interactions += share->timings.interactions;
            std::ranges::copy(share->timings.device_spans,
                              std::back_inserter(timings.device_spans));
        }
        for (const StepTimings::Phase& phase : shares_.front()->timings.phases) {
            timings.add(phase.name, phase.milliseconds);
        }
    }

    void commit_step() noexcept override { commit(&DeviceState<Real>::commit_step); }
    void commit_acceleration() noexcept override {
        commit(&DeviceState<Real>::commit_acceleration);
    }

    std::size_t memory_bytes() const override {
        const std::lock_guard lock(mutex_);
        std::size_t sum = all_ != nullptr ? all_->memory_bytes() : 0;
        for (const auto& share : shares_) {
            sum += share->state.memory_bytes() +
                   (share->solver != nullptr ? share->solver->scratch_bytes() : 0);
        }
        return sum;
    }

    // ---- order: domains ----

    void prepare_order(const std::uint32_t*, Execution&) override {
        assert(!"bodies are kept in domains");
    }
    bool in_original_order() const override { return false; }
    void number(HostArray<std::uint64_t>) override { assert(!"all bodies are of this process"); }
    HostArray<std::uint64_t> numbers() const override { return {}; }
    std::size_t prepare_migration(const Recut& recut, Execution& execution) override {
        std::vector<std::size_t> leaving(shares_.size());
        each([&](std::size_t k, Share& share) {
            Execution own = execution_of(k, execution);
            on_all(own.communicator,
                   [&] { leaving[k] = share.state.prepare_migration(recut, own); });
        });
        return std::accumulate(leaving.begin(), leaving.end(), std::size_t{0});
    }
    void commit_order() noexcept override { commit(&DeviceState<Real>::commit_order, true); }
    std::vector<double> member_work() const override {
        std::vector<double> work;
        for (const auto& share : shares_) {
            work.push_back(share->work);
        }
        return work;
    }

    std::unique_ptr<InspectionReading> inspect(Solver&, InspectRequest request) override {
        request.max_cells /= shares_.size();
        std::vector<std::unique_ptr<InspectionReading>> readings;
        for (const auto& share : shares_) {
            auto reading =
                share->solver != nullptr ? share->state.inspect(*share->solver, request) : nullptr;
            if (reading != nullptr) {
                readings.push_back(std::move(reading));
            }
        }
        if (readings.empty()) {
            return nullptr;
        }
        return std::make_unique<InspectionReading>(
            [all = std::make_shared<decltype(readings)>(std::move(readings))] {
                return together(*all);
            });
    }

    // ---- complete state ----

    double largest_acceleration(Workers& workers) override {
        return std::ranges::max(of_each<double>(
            [&](DeviceState<Real>& state) { return state.largest_acceleration(workers); }));
    }
    Conserved conserved(Workers&) override {
        BodySums sum;
        for (const BodySums& one :
             of_each<BodySums>([](DeviceState<Real>& state) { return state.sums(); })) {
            sum = sum + one;
        }
        return sum.conserved();
    }
    std::shared_ptr<const Departure> departure() override {
        const std::lock_guard lock(mutex_);
        try {
            return copy_with({.velocity = true}).departure();
        } catch (const Error& error) {
            if (error.kind() != ErrorKind::failed) {
                throw;
            }
            return nullptr; // without memory for it bodies do not fly
        }
    }

    // ---- complete state, for any thread ----

    std::size_t local_count() const override { return count_; }
    Precision precision() const override { return shares_.front()->state.precision(); }
    std::optional<int> device() const override { return devices_.front(); }
    std::span<const int> members() const override { return devices_; }
    std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const override {
        const std::lock_guard lock(mutex_);
        return copy_with({request.velocity, request.acceleration, request.mass})
            .begin_reading(request);
    }
    std::optional<BodiesOnDevice> on_device() const override {
        const std::lock_guard lock(mutex_);
        return copy_with({true, true, true}).on_device();
    }
    ScalarRange write(const BodyTarget& target, BodyScalar scalar,
                      std::span<const Component> components, const Flight& flight,
                      const ShownSpace& space) const override {
        const std::lock_guard lock(mutex_);
        const CopiedColumns wanted{.velocity =
                                       scalar == BodyScalar::speed || flight.from != nullptr,
                                   .acceleration = scalar == BodyScalar::acceleration,
                                   .interactions = scalar == BodyScalar::interactions};
        return copy_with(wanted).write(target, scalar, components, flight, space);
    }

private:
    struct Share {
        Share(const Bodies<double>& bodies, int device) : state(bodies, device) {}

        DeviceState<Real> state;
        std::unique_ptr<RankedSolver> solver; // works in the state's queue
        StepTimings timings;                  // of the step
        double work = 0;                      // since begin(), in milliseconds
    };
    struct Addition {
        StepVector destination, base;
        double factor;
        StepVector term;
    };

    template <class Work>
    void each(const Work& work) {
        threads_.run([&](std::size_t k) { work(k, *shares_[k]); });
    }
    template <class Value, class Ask>
    std::vector<Value> of_each(const Ask& ask) {
        std::vector<Value> values(shares_.size());
        each([&](std::size_t k, Share& share) { values[k] = ask(share.state); });
        return values;
    }

    void add_up(Share& share) const {
        for (const Addition& one : additions_) {
            share.state.add(one.destination, one.base, one.factor, one.term);
        }
    }

    // One GPU may still read what another has.
    void wait_for_all() noexcept {
        for (const auto& share : shares_) {
            try {
                share->state.wait();
            } catch (const Error&) { // the GPU is lost, and reads no more
            }
        }
    }

    void take_solvers(const std::string& id) {
        if (id == solvers_) {
            return;
        }
        solvers_.clear();
        wait_for_all();
        for (const auto& share : shares_) {
            share->solver.reset(); // before the new one, so that never both are held
            share->solver = std::make_unique<RankedSolver>(find_solver(id).make());
        }
        solvers_ = id;
    }

    Execution execution_of(std::size_t k, const Execution& of_all) {
        return {of_all.stop,
                of_all.workers,
                shares_[k]->timings,
                nullptr,
                k == 0 ? of_all.progress : nullptr, // its progress stands for that of all
                {},
                threads_.communicator(k)};
    }

    // With the mutex held: a copy of the complete state that has those columns, and others that
    // were asked for since it is complete.
    DeviceState<Real>& copy_with(CopiedColumns wanted) const {
        if (all_ == nullptr) {
            all_ = std::make_unique<DeviceState<Real>>(count_, devices_.front());
        }
        const CopiedColumns has = copied_columns_.value_or(CopiedColumns{});
        wanted.velocity = wanted.velocity || has.velocity;
        wanted.acceleration = wanted.acceleration || has.acceleration;
        wanted.mass = wanted.mass || has.mass;
        wanted.interactions = wanted.interactions || has.interactions;
        if (copied_columns_ != wanted) {
            copied_columns_.reset();
            all_->copy(states_, wanted, copied_);
            copied_columns_ = wanted;
        }
        return *all_;
    }
    // What the copy was made of may be written to when it is there. It serves as long as bodies are
    // where they were, in whatever order.
    void commit(void (DeviceState<Real>::*of_share)() noexcept, bool only_order = false) noexcept {
        const std::lock_guard lock(mutex_);
        each([&](std::size_t, Share& share) {
            share.state.wait_for(copied_);
            (share.state.*of_share)();
        });
        copied_columns_ = only_order ? copied_columns_ : std::nullopt;
    }

    std::size_t count_;
    std::vector<int> devices_;
    RankThreads threads_;
    std::vector<std::unique_ptr<Share>> shares_;
    std::vector<const DeviceState<Real>*> states_; // of the shares
    std::string solvers_;                          // the algorithm that they have
    std::vector<Addition> additions_;              // that the GPUs were not given yet

    mutable std::mutex mutex_; // guards what follows
    mutable std::unique_ptr<DeviceState<Real>> all_;
    mutable std::optional<CopiedColumns> copied_columns_; // none: it is of an older state
    mutable DeviceEvent copied_;
};

} // namespace

std::unique_ptr<State> make_group_state(const Bodies<double>& bodies, Precision precision,
                                        std::span<const int> devices) {
    if (precision == Precision::fp32) {
        return std::make_unique<GroupState<float>>(bodies, devices);
    }
    return std::make_unique<GroupState<double>>(bodies, devices);
}

} // namespace orrery
