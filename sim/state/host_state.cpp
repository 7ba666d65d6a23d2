#include "sim/state/host_state.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <type_traits>
#include <utility>

namespace orrery {
namespace {

// Bodies that one worker takes at a time: enough to be worth a task, small enough to share out.
constexpr std::size_t grain = 16'384;

// to = base + factor * term. The arrays may coincide, so a block is computed whole before it is
// stored: that lets the compiler vectorise without asking which ones do.
template <class Real>
void add_range(Real* to, const Real* base, Real factor, const Real* term, std::size_t begin,
               std::size_t end) {
    constexpr std::size_t block = HostArray<Real>::alignment / sizeof(Real);
    std::size_t i = begin;
    for (; i + block <= end; i += block) {
        Real sum[block];
        for (std::size_t k = 0; k < block; ++k) {
            sum[k] = base[i + k] + factor * term[i + k];
        }
        std::copy_n(sum, block, to + i);
    }
    for (; i < end; ++i) {
        to[i] = base[i] + factor * term[i];
    }
}

void allocate_once(auto& array, std::size_t count) {
    if (array.size() != count) {
        array = std::remove_reference_t<decltype(array)>(count);
    }
}

template <class Real>
std::size_t bytes(const VectorArray<Real>& v) {
    return (v.x.padded_size() + v.y.padded_size() + v.z.padded_size()) * sizeof(Real);
}

} // namespace

// One step in the making: what the integrator sees of the state.
template <class Real>
class HostState<Real>::Step final : public StepWorkspace {
public:
    Step(HostState& state, const Evaluation& evaluation, int evaluations)
        : state_(state), evaluations_(evaluation, evaluations) {}

    void add(StepVector destination, StepVector base, double factor, StepVector term) override {
        auto t = timed("integrate", evaluations_.execution().timings);
        VectorArray<Real>& to = state_.vector(destination).to_overwrite(state_.count());
        const VectorArray<Real>& from = *state_.vector(base);
        const VectorArray<Real>& step = *state_.vector(term);
        const Real f = static_cast<Real>(factor);
        const auto add_vectors = [&](std::size_t begin, std::size_t end) {
            add_range(to.x.data(), from.x.data(), f, step.x.data(), begin, end);
            add_range(to.y.data(), from.y.data(), f, step.y.data(), begin, end);
            add_range(to.z.data(), from.z.data(), f, step.z.data(), begin, end);
        };
        evaluations_.execution().workers.for_ranges(state_.count(), grain, add_vectors);
    }

    Outcome evaluate() override {
        return state_.evaluate(state_.position_, state_.velocity_, evaluations_.next());
    }

private:
    HostState& state_;
    StepEvaluations evaluations_;
};

template <class Real>
HostState<Real>::HostState(Bodies<Real> bodies)
    : mass_(std::move(bodies.mass)), start_position_(std::move(bodies.position)),
      start_velocity_(std::move(bodies.velocity)), start_acceleration_(VectorArray<Real>(count())),
      position_(VectorArray<Real>(count())), velocity_(VectorArray<Real>(count())),
      acceleration_(VectorArray<Real>(count())) {}

template <class Real>
typename HostState<Real>::Vectors& HostState<Real>::vector(StepVector which) {
    switch (which) {
    case StepVector::start_position:
        return start_position_;
    case StepVector::start_velocity:
        return start_velocity_;
    case StepVector::start_acceleration:
        return start_acceleration_;
    case StepVector::start_jerk:
        return start_jerk_;
    case StepVector::position:
        return position_;
    case StepVector::velocity:
        return velocity_;
    case StepVector::acceleration:
        return acceleration_;
    case StepVector::jerk:
        return jerk_;
    case StepVector::position_sum:
        return position_sum_;
    case StepVector::velocity_sum:
        break;
    }
    return velocity_sum_;
}

template <class Real>
std::unique_ptr<StepWorkspace> HostState<Real>::workspace(const Evaluation& evaluation,
                                                          int evaluations) {
    return std::make_unique<Step>(*this, evaluation, evaluations);
}

template <class Real>
Outcome HostState<Real>::evaluate_start(const Evaluation& evaluation) {
    return evaluate(start_position_, start_velocity_, evaluation);
}

template <class Real>
Outcome HostState<Real>::evaluate(const Vectors& position, const Vectors& velocity,
                                  const Evaluation& evaluation) {
    const BodiesView<Real> bodies{
        count(),       position->x.data(), position->y.data(), position->z.data(),
        mass_->data(), velocity->x.data(), velocity->y.data(), velocity->z.data()};
    VectorArray<Real>& acceleration = acceleration_.to_overwrite(count());
    AccelerationsView<Real> result{
        .x = acceleration.x.data(), .y = acceleration.y.data(), .z = acceleration.z.data()};
    if (evaluation.potential) {
        allocate_once(potential_, count());
        result.potential = potential_.data();
    }
    allocate_once(interactions_, evaluation.interactions ? count() : 0);
    result.interactions = interactions_.data();
    if (evaluation.jerk) {
        VectorArray<Real>& jerk = jerk_.to_overwrite(count());
        result.jerk_x = jerk.x.data();
        result.jerk_y = jerk.y.data();
        result.jerk_z = jerk.z.data();
    }
    // A solver sets the interactions of one evaluation; a step sums those of all of them.
    StepTimings& timings = evaluation.execution.timings;
    const double interactions_before = timings.interactions;
    timings.interactions = 0;
    const auto request = ForceRequest<Real>::among(bodies, result, evaluation.parameters);
    const Outcome outcome = solve(evaluation.solver, request, evaluation.execution);
    timings.interactions += interactions_before;
    evaluation.execution.evaluation_ended();
    return outcome;
}

template <class Real>
double HostState<Real>::working_potential_energy(Workers& workers) {
    assert(potential_.size() == count());
    return potential_energy(mass_->data(), potential_.data(), count(), workers);
}

template <class Real>
void HostState<Real>::commit_step() noexcept {
    start_position_.swap(position_);
    start_velocity_.swap(velocity_);
    commit_acceleration();
}

template <class Real>
void HostState<Real>::commit_acceleration() noexcept {
    start_acceleration_.swap(acceleration_);
    start_jerk_.swap(jerk_);
    start_interactions_.swap(interactions_);
}

template <class Real>
void HostState<Real>::prepare_order(const std::uint32_t* order, Execution& execution) {
    const auto timer = timed("sort", execution.timings);
    const std::uint32_t* const from = order != nullptr ? order : places_->data();
    const auto gather = [&](const auto& values, auto& to) {
        execution.workers.for_ranges(values.size(), grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                to[k] = values[from[k]];
            }
        });
    };
    const auto gather_vectors = [&](const Vectors& vectors, Vectors& to) {
        VectorArray<Real>& next = to.to_overwrite(vectors->size());
        gather(vectors->x, next.x);
        gather(vectors->y, next.y);
        gather(vectors->z, next.z);
    };
    gather_vectors(start_position_, position_);
    gather_vectors(start_velocity_, velocity_);
    gather_vectors(start_acceleration_, acceleration_);
    gather_vectors(start_jerk_, jerk_);
    allocate_once(interactions_, start_interactions_.size());
    gather(start_interactions_, interactions_);
    gather(*mass_, next_mass_.to_overwrite(count()));

    next_places_ = {};
    if (order == nullptr) {
        return;
    }
    HostArray<std::uint32_t> rank(count());
    for (std::size_t k = 0; k < count(); ++k) {
        rank[order[k]] = static_cast<std::uint32_t>(k);
    }
    HostArray<std::uint32_t>& places = next_places_.to_overwrite(count());
    for (std::size_t body = 0; body < count(); ++body) {
        places[body] = rank[place(body)];
    }
}

template <class Real>
std::unique_ptr<InspectionReading> HostState<Real>::inspect(Solver& solver,
                                                            InspectRequest request) {
    if (request.body && *request.body < count()) {
        request.body = place(*request.body);
    }
    return solver.inspect(request);
}

template <class Real>
void HostState<Real>::commit_order() noexcept {
    commit_step();
    mass_ = std::exchange(next_mass_, {});
    places_ = std::exchange(next_places_, {});
}

template <class Real>
std::size_t HostState<Real>::memory_bytes() const {
    std::size_t total = (mass_->padded_size() + potential_.padded_size()) * sizeof(Real);
    total += (start_interactions_.padded_size() + interactions_.padded_size()) * sizeof(float);
    total += places_->padded_size() * sizeof(std::uint32_t);
    for (const Vectors* v :
         {&start_position_, &start_velocity_, &start_acceleration_, &start_jerk_, &position_,
          &velocity_, &acceleration_, &jerk_, &position_sum_, &velocity_sum_}) {
        total += bytes(**v);
    }
    return total;
}

template <class Real>
Precision HostState<Real>::precision() const {
    return std::is_same_v<Real, float> ? Precision::fp32 : Precision::fp64;
}

// Holds the arrays of one complete state, and copies them when asked to.
template <class Real>
class HostState<Real>::Reading final : public StateReading {
public:
    Reading(const HostState& state, const ReadRequest& request)
        : bodies_(request.bodies), count_(bodies_.empty() ? state.count() : bodies_.size()),
          places_(state.places_.hold()) {
        position_ = request.position ? state.start_position_.hold() : nullptr;
        velocity_ = request.velocity ? state.start_velocity_.hold() : nullptr;
        acceleration_ = request.acceleration ? state.start_acceleration_.hold() : nullptr;
        mass_ = request.mass ? state.mass_.hold() : nullptr;
    }

    BodyValues finish() override {
        BodyValues values{vectors(position_), vectors(velocity_), vectors(acceleration_), {}};
        if (mass_ != nullptr) {
            values.mass = in_order(*mass_);
        }
        return values;
    }

private:
    VectorArray<double> vectors(const std::shared_ptr<const VectorArray<Real>>& from) const {
        VectorArray<double> to;
        if (from != nullptr) {
            to.x = in_order(from->x);
            to.y = in_order(from->y);
            to.z = in_order(from->z);
        }
        return to;
    }

    HostArray<double> in_order(const HostArray<Real>& from) const {
        if (bodies_.empty() && places_->empty()) {
            return converted<double>(from);
        }
        HostArray<double> to(count_);
        for (std::size_t k = 0; k < count_; ++k) {
            const std::size_t body = bodies_.empty() ? k : bodies_[k];
            to[k] = static_cast<double>(from[places_->empty() ? body : (*places_)[body]]);
        }
        return to;
    }

    std::vector<std::size_t> bodies_;
    std::size_t count_;
    std::shared_ptr<const HostArray<std::uint32_t>> places_;
    std::shared_ptr<const VectorArray<Real>> position_, velocity_, acceleration_;
    std::shared_ptr<const HostArray<Real>> mass_;
};

template <class Real>
std::unique_ptr<StateReading> HostState<Real>::begin_reading(const ReadRequest& request) {
    return std::make_unique<Reading>(*this, request);
}

template <class Real>
double HostState<Real>::largest_acceleration(Workers& workers) {
    return largest_magnitude(*start_acceleration_, workers);
}

template <class Real>
Conserved HostState<Real>::conserved(Workers& workers) {
    const BodiesView<Real> bodies{count(),
                                  start_position_->x.data(),
                                  start_position_->y.data(),
                                  start_position_->z.data(),
                                  mass_->data(),
                                  start_velocity_->x.data(),
                                  start_velocity_->y.data(),
                                  start_velocity_->z.data()};
    return measure_conserved<Real>(bodies, nullptr, workers);
}

template <class Real>
ScalarRange HostState<Real>::write(const BodyTarget& target, BodyScalar scalar,
                                   std::span<const Component> components) {
    const BodySource<Real> source{*start_position_, *start_velocity_, *start_acceleration_,
                                  std::as_const(start_interactions_), *places_};
    return write_bodies(target, scalar, source, components);
}

template class HostState<float>;
template class HostState<double>;

std::unique_ptr<State> make_host_state(Bodies<double> bodies, Precision precision) {
    if (precision == Precision::fp32) {
        return std::make_unique<HostState<float>>(converted<float>(bodies));
    }
    return std::make_unique<HostState<double>>(std::move(bodies));
}

} // namespace orrery
