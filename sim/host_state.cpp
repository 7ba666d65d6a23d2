#include "sim/host_state.hpp"

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
class HostState<Real>::Step final : public PhaseSpace {
public:
    Step(HostState& state, const Evaluation& evaluation, int evaluations)
        : state_(state), evaluation_(evaluation), evaluations_left_(evaluations) {}

    void add(Field destination, Field base, double factor, Field term) override {
        auto t = timed("integrate", evaluation_.context.timings);
        VectorArray<Real>& to = state_.field(destination);
        const VectorArray<Real>& from = state_.field(base);
        const VectorArray<Real>& step = state_.field(term);
        const Real f = static_cast<Real>(factor);
        const auto add_vectors = [&](std::size_t begin, std::size_t end) {
            add_range(to.x.data(), from.x.data(), f, step.x.data(), begin, end);
            add_range(to.y.data(), from.y.data(), f, step.y.data(), begin, end);
            add_range(to.z.data(), from.z.data(), f, step.z.data(), begin, end);
        };
        evaluation_.context.workers.for_ranges(state_.count(), grain, add_vectors);
    }

    Outcome evaluate() override {
        Evaluation now = evaluation_;
        now.potential = evaluation_.potential && evaluations_left_ == 1;
        --evaluations_left_;
        return state_.evaluate(state_.position_, state_.velocity_, now);
    }

private:
    HostState& state_;
    Evaluation evaluation_;
    int evaluations_left_;
};

template <class Real>
HostState<Real>::HostState(Bodies<Real> bodies)
    : start_(std::move(bodies)), start_acceleration_(start_.size()), position_(start_.size()),
      velocity_(start_.size()), acceleration_(start_.size()) {}

template <class Real>
VectorArray<Real>& HostState<Real>::field(Field field) {
    const auto scratch = [this](VectorArray<Real>& array) -> VectorArray<Real>& {
        allocate_once(array, count());
        return array;
    };
    switch (field) {
    case Field::start_position:
        return start_.position;
    case Field::start_velocity:
        return start_.velocity;
    case Field::start_acceleration:
        return start_acceleration_;
    case Field::start_jerk:
        return scratch(start_jerk_);
    case Field::position:
        return position_;
    case Field::velocity:
        return velocity_;
    case Field::acceleration:
        return acceleration_;
    case Field::jerk:
        return scratch(jerk_);
    case Field::position_sum:
        return scratch(position_sum_);
    case Field::velocity_sum:
        break;
    }
    return scratch(velocity_sum_);
}

template <class Real>
std::unique_ptr<PhaseSpace> HostState<Real>::phase_space(const Evaluation& evaluation,
                                                         int evaluations) {
    return std::make_unique<Step>(*this, evaluation, evaluations);
}

template <class Real>
Outcome HostState<Real>::evaluate_start(const Evaluation& evaluation) {
    return evaluate(start_.position, start_.velocity, evaluation);
}

template <class Real>
Outcome HostState<Real>::evaluate(const VectorArray<Real>& position,
                                  const VectorArray<Real>& velocity, const Evaluation& evaluation) {
    const BodiesView<Real> bodies{count(),           position.x.data(),  position.y.data(),
                                  position.z.data(), start_.mass.data(), velocity.x.data(),
                                  velocity.y.data(), velocity.z.data()};
    AccelerationsView<Real> result{
        .x = acceleration_.x.data(), .y = acceleration_.y.data(), .z = acceleration_.z.data()};
    if (evaluation.potential) {
        allocate_once(potential_, count());
        result.potential = potential_.data();
    }
    allocate_once(interactions_, evaluation.interactions ? count() : 0);
    result.interactions = interactions_.data();
    if (evaluation.jerk) {
        VectorArray<Real>& jerk = field(Field::jerk);
        result.jerk_x = jerk.x.data();
        result.jerk_y = jerk.y.data();
        result.jerk_z = jerk.z.data();
    }
    // A solver sets the interactions of one evaluation; a step sums those of all of them.
    StepTimings& timings = evaluation.context.timings;
    const double interactions_before = timings.interactions;
    timings.interactions = 0;
    const Outcome outcome =
        solve(evaluation.solver, bodies, result, evaluation.parameters, evaluation.context);
    timings.interactions += interactions_before;
    return outcome;
}

template <class Real>
double HostState<Real>::working_potential_energy(Workers& workers) const {
    assert(potential_.size() == count());
    return potential_energy(start_.mass.data(), potential_.data(), count(), workers);
}

template <class Real>
void HostState<Real>::commit_step() noexcept {
    start_.position.swap(position_);
    start_.velocity.swap(velocity_);
    commit_acceleration();
}

template <class Real>
void HostState<Real>::commit_acceleration() noexcept {
    start_acceleration_.swap(acceleration_);
    start_jerk_.swap(jerk_);
    start_interactions_.swap(interactions_);
}

template <class Real>
void HostState<Real>::prepare_order(const std::uint32_t* order, SolverContext& context) {
    const auto timer = timed("sort", context.timings);
    const std::uint32_t* const from = order != nullptr ? order : places_.data();
    const auto gather = [&](const auto& values, auto& to) {
        context.workers.for_ranges(values.size(), grain, [&](std::size_t begin, std::size_t end) {
            for (std::size_t k = begin; k < end; ++k) {
                to[k] = values[from[k]];
            }
        });
    };
    const auto gather_vectors = [&](const VectorArray<Real>& vectors, VectorArray<Real>& to) {
        gather(vectors.x, to.x);
        gather(vectors.y, to.y);
        gather(vectors.z, to.z);
    };
    gather_vectors(start_.position, position_);
    gather_vectors(start_.velocity, velocity_);
    gather_vectors(start_acceleration_, acceleration_);
    allocate_once(jerk_, start_jerk_.size());
    gather_vectors(start_jerk_, jerk_);
    allocate_once(interactions_, start_interactions_.size());
    gather(start_interactions_, interactions_);
    next_mass_ = HostArray<Real>(count());
    gather(start_.mass, next_mass_);

    next_places_ = {};
    if (order == nullptr) {
        return;
    }
    HostArray<std::uint32_t> rank(count());
    for (std::size_t k = 0; k < count(); ++k) {
        rank[order[k]] = static_cast<std::uint32_t>(k);
    }
    next_places_ = HostArray<std::uint32_t>(count());
    for (std::size_t body = 0; body < count(); ++body) {
        next_places_[body] = rank[place(body)];
    }
}

template <class Real>
void HostState<Real>::commit_order() noexcept {
    commit_step();
    start_.mass = std::exchange(next_mass_, {});
    places_ = std::exchange(next_places_, {});
}

template <class Real>
std::size_t HostState<Real>::memory_bytes() const {
    std::size_t total = (start_.mass.padded_size() + potential_.padded_size()) * sizeof(Real);
    total += (start_interactions_.padded_size() + interactions_.padded_size()) * sizeof(float);
    total += places_.padded_size() * sizeof(std::uint32_t);
    for (const VectorArray<Real>* v :
         {&start_.position, &start_.velocity, &start_acceleration_, &start_jerk_, &position_,
          &velocity_, &acceleration_, &jerk_, &position_sum_, &velocity_sum_}) {
        total += bytes(*v);
    }
    return total;
}

template <class Real>
Precision HostState<Real>::precision() const {
    return std::is_same_v<Real, float> ? Precision::fp32 : Precision::fp64;
}

template <class Real>
Bodies<double> HostState<Real>::bodies() const {
    if (in_original_order()) {
        return converted<double>(start_);
    }
    Bodies<double> all(count());
    for (std::size_t body = 0; body < count(); ++body) {
        const std::size_t i = places_[body];
        all.position.x[body] = static_cast<double>(start_.position.x[i]);
        all.position.y[body] = static_cast<double>(start_.position.y[i]);
        all.position.z[body] = static_cast<double>(start_.position.z[i]);
        all.velocity.x[body] = static_cast<double>(start_.velocity.x[i]);
        all.velocity.y[body] = static_cast<double>(start_.velocity.y[i]);
        all.velocity.z[body] = static_cast<double>(start_.velocity.z[i]);
        all.mass[body] = static_cast<double>(start_.mass[i]);
    }
    return all;
}

template <class Real>
std::vector<Vector3> HostState<Real>::accelerations(std::span<const std::size_t> bodies) const {
    std::vector<Vector3> chosen;
    chosen.reserve(bodies.size());
    for (const std::size_t body : bodies) {
        const std::size_t i = place(body);
        chosen.push_back({static_cast<double>(start_acceleration_.x[i]),
                          static_cast<double>(start_acceleration_.y[i]),
                          static_cast<double>(start_acceleration_.z[i])});
    }
    return chosen;
}

template <class Real>
double HostState<Real>::largest_acceleration(Workers& workers) const {
    return largest_magnitude(start_acceleration_, workers);
}

template <class Real>
Conserved HostState<Real>::conserved(Workers& workers) const {
    return measure_conserved<Real>(view(start_), nullptr, workers);
}

template <class Real>
ScalarRange HostState<Real>::write(const BodyTarget& target, BodyScalar scalar,
                                   std::span<const Component> components) const {
    const BodySource<Real> source{start_.position, start_.velocity, start_acceleration_,
                                  start_interactions_, places_};
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
