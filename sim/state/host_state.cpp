#include "sim/state/host_state.hpp"

#include "sim/domain/migration.hpp"
#include "sim/tree/tree_kernels.hpp"

#include <algorithm>
#include <cassert>
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

// Holds the wanted arrays of one complete state, and copies them when asked to.
template <class Real>
class HostReading final : public StateReading {
public:
    HostReading(const HostComplete<Real>& state, const ReadRequest& request)
        : bodies_(request.bodies) {
        held_.indices = state.indices;
        const auto hold = [&](bool wanted, auto array) {
            if (wanted) {
                held_.*array = state.*array;
            }
        };
        hold(request.position, &HostComplete<Real>::position);
        hold(request.velocity, &HostComplete<Real>::velocity);
        hold(request.acceleration, &HostComplete<Real>::acceleration);
        hold(request.mass, &HostComplete<Real>::mass);
    }

    BodyValues finish() override {
        return {in_order(*held_.position), in_order(*held_.velocity), in_order(*held_.acceleration),
                in_order(*held_.mass)};
    }

private:
    VectorArray<double> in_order(const VectorArray<Real>& from) const {
        return {in_order(from.x), in_order(from.y), in_order(from.z)};
    }

    HostArray<double> in_order(const HostArray<Real>& from) const {
        if (from.empty() || (bodies_.empty() && held_.indices->empty())) {
            return converted<double>(from);
        }
        HostArray<double> to(bodies_.empty() ? from.size() : bodies_.size());
        for (std::size_t k = 0; k < to.size(); ++k) {
            to[k] = static_cast<double>(from[held_.index_of(bodies_.empty() ? k : bodies_[k])]);
        }
        return to;
    }

    std::vector<std::size_t> bodies_;
    HostComplete<Real> held_; // without what was not wanted
};

} // namespace

template <class Real>
HostState<Real>::HostState(Bodies<Real> bodies) {
    const std::size_t count = bodies.size();
    complete_.mass = HeldArray<HostArray<Real>>(std::move(bodies.mass));
    complete_.position = Vectors(std::move(bodies.position));
    complete_.velocity = Vectors(std::move(bodies.velocity));
    complete_.acceleration = Vectors(VectorArray<Real>(count));
    position_ = Vectors(VectorArray<Real>(count));
    velocity_ = Vectors(VectorArray<Real>(count));
    acceleration_ = Vectors(VectorArray<Real>(count));
}

template <class Real>
HostState<Real>::HostState(HostComplete<Real> complete) : complete_(std::move(complete)) {}

template <class Real>
void HostState<Real>::add(StepVector destination, StepVector base, double factor, StepVector term,
                          Execution& execution) {
    const auto timer = timed("integrate", execution.timings);
    VectorArray<Real>& to = vector(destination).to_overwrite(local_count());
    const VectorArray<Real>& from = *vector(base);
    const VectorArray<Real>& step = *vector(term);
    const Real f = static_cast<Real>(factor);
    execution.workers.for_ranges(local_count(), grain, [&](std::size_t begin, std::size_t end) {
        add_range(to.x.data(), from.x.data(), f, step.x.data(), begin, end);
        add_range(to.y.data(), from.y.data(), f, step.y.data(), begin, end);
        add_range(to.z.data(), from.z.data(), f, step.z.data(), begin, end);
    });
}

template <class Real>
Outcome HostState<Real>::evaluate(StepVector position, StepVector velocity,
                                  const Evaluation& evaluation) {
    const BodiesView<Real> bodies = view_of(vector(position), vector(velocity));
    VectorArray<Real>& acceleration = acceleration_.to_overwrite(local_count());
    AccelerationsView<Real> result{
        .x = acceleration.x.data(), .y = acceleration.y.data(), .z = acceleration.z.data()};
    if (evaluation.potential) {
        result.potential = potential_.to_overwrite(local_count()).data();
    }
    if (evaluation.interactions) {
        result.interactions = interactions_.to_overwrite(local_count()).data();
    } else {
        interactions_ = {};
    }
    if (evaluation.jerk) {
        VectorArray<Real>& jerk = jerk_.to_overwrite(local_count());
        result.jerk_x = jerk.x.data();
        result.jerk_y = jerk.y.data();
        result.jerk_z = jerk.z.data();
    }
    const auto request = ForceRequest<Real>::among(bodies, result, evaluation.parameters);
    return solve(evaluation.solver, request, evaluation.execution);
}

template <class Real>
double HostState<Real>::working_potential_energy(Workers& workers) {
    assert(potential_->size() == local_count());
    return potential_energy(complete_.mass->data(), potential_->data(), local_count(), workers);
}

template <class Real>
void HostState<Real>::commit_step() noexcept {
    complete_.position.swap(position_);
    complete_.velocity.swap(velocity_);
    commit_acceleration();
}

template <class Real>
void HostState<Real>::commit_acceleration() noexcept {
    complete_.acceleration.swap(acceleration_);
    complete_.jerk.swap(jerk_);
    complete_.interactions.swap(interactions_);
}

template <class Real>
void HostState<Real>::prepare_order(const std::uint32_t* order, Execution& execution) {
    const auto timer = timed("sort", execution.timings);
    const std::uint32_t* const from = order != nullptr ? order : complete_.indices->data();
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
    gather_vectors(complete_.position, position_);
    gather_vectors(complete_.velocity, velocity_);
    gather_vectors(complete_.acceleration, acceleration_);
    gather_vectors(complete_.jerk, jerk_);
    gather(*complete_.interactions, interactions_.to_overwrite(complete_.interactions->size()));
    gather(*complete_.mass, next_mass_.to_overwrite(local_count()));

    next_indices_ = {};
    if (order == nullptr) {
        return;
    }
    HostArray<std::uint32_t> rank(local_count());
    for (std::size_t k = 0; k < local_count(); ++k) {
        rank[order[k]] = static_cast<std::uint32_t>(k);
    }
    HostArray<std::uint32_t>& indices = next_indices_.to_overwrite(local_count());
    for (std::size_t body = 0; body < local_count(); ++body) {
        indices[body] = rank[index_of(body)];
    }
}

template <class Real>
std::size_t HostState<Real>::prepare_migration(const Recut& recut, Execution& execution) {
    const auto timer = timed("migrate", execution.timings);
    Communicator& ranks = execution.communicator;
    const BodiesView<Real> bodies = view_of(complete_.position, complete_.velocity);
    const CurveSpace space = measured_space(bodies, ranks);
    for (Vectors* vectors : {&position_, &velocity_, &acceleration_, &jerk_}) {
        *vectors = {}; // overwritten below: room for what is sorted and moved
    }
    interactions_ = {};
    HostArray<std::uint64_t> keys;
    on_all(ranks, [&] {
        keys = HostArray<std::uint64_t>(bodies.count);
        execution.workers.for_ranges(bodies.count, grain, [&](std::size_t begin, std::size_t end) {
            tree_kernels<Real>().keys(space, bodies, begin, end, keys.data());
        });
    });
    const Migration migration(std::move(keys), recut.work, recut.cut, execution.workers, ranks);
    const auto move_vectors = [&](const Vectors& vectors, Vectors& to) {
        to = Vectors(VectorArray<Real>{migration.moved(vectors->x, ranks),
                                       migration.moved(vectors->y, ranks),
                                       migration.moved(vectors->z, ranks)});
    };
    move_vectors(complete_.position, position_);
    move_vectors(complete_.velocity, velocity_);
    move_vectors(complete_.acceleration, acceleration_);
    if (recut.with_jerk) {
        move_vectors(complete_.jerk, jerk_);
    }
    next_mass_ = HeldArray<HostArray<Real>>(migration.moved(*complete_.mass, ranks));
    next_numbers_ = migration.moved(numbers_, ranks);
    next_indices_ = {};
    return migration.leaving();
}

template <class Real>
std::unique_ptr<InspectionReading> HostState<Real>::inspect(Solver& solver,
                                                            InspectRequest request) {
    if (request.body && *request.body < local_count()) {
        request.body = index_of(*request.body);
    }
    return solver.inspect(request);
}

template <class Real>
void HostState<Real>::commit_order() noexcept {
    commit_step();
    complete_.mass = std::exchange(next_mass_, {});
    complete_.indices = std::exchange(next_indices_, {});
    numbers_ = std::exchange(next_numbers_, {});
}

template <class Real>
std::size_t HostState<Real>::memory_bytes() const {
    std::size_t total = complete_.mass->bytes() + potential_->bytes() +
                        complete_.interactions->bytes() + interactions_->bytes() +
                        complete_.indices->bytes();
    for (const auto* v : all_vectors(*this)) {
        total += (*v)->bytes();
    }
    return total;
}

template <class Real>
std::unique_ptr<StateReading> HostState<Real>::begin_reading(const ReadRequest& request) const {
    return std::make_unique<HostReading<Real>>(complete_, request);
}

template <class Real>
Conserved HostState<Real>::conserved(Workers& workers) {
    return measure_conserved<Real>(view_of(complete_.position, complete_.velocity), nullptr,
                                   workers);
}

template <class Real>
ScalarRange HostState<Real>::write(const BodyTarget& target, BodyScalar scalar,
                                   std::span<const Component> components, const Flight& flight,
                                   const ShownSpace& space) const {
    const auto* const from = dynamic_cast<const HostState*>(flight.from.get());
    if (from == nullptr || from->local_count() != local_count()) {
        return write_bodies(target, scalar, complete_.source(), components, {}, space);
    }
    const HostComplete<Real>& before = from->complete_;
    const WayFrom<Real> way{*before.position, *before.velocity,  *before.indices, flight.duration,
                            flight.share,     flight.from_drift, flight.to_drift};
    return write_bodies(target, scalar, complete_.source(), components, &way, space);
}

template class HostState<float>;
template class HostState<double>;

std::unique_ptr<State> make_host_state(Bodies<double> bodies, Precision precision) {
    if (precision == Precision::fp32) {
        return std::make_unique<HostState<float>>(converted<float>(bodies));
    }
    return std::make_unique<HostState<double>>(std::move(bodies));
}

std::unique_ptr<State> make_host_image(Bodies<double> bodies) {
    return HostState<double>(std::move(bodies)).image();
}

std::unique_ptr<State> make_host_image(GatheredBodies gathered) {
    using Numbers = HeldArray<HostArray<float>>;
    using Vectors = HeldArray<VectorArray<float>>;
    HostComplete<float> complete;
    complete.mass = Numbers(std::move(gathered.bodies.mass));
    complete.position = Vectors(std::move(gathered.bodies.position));
    complete.velocity = Vectors(std::move(gathered.bodies.velocity));
    complete.acceleration = Vectors(std::move(gathered.acceleration));
    complete.interactions = Numbers(std::move(gathered.interactions));
    complete.domains = Numbers(std::move(gathered.domains));
    return std::make_unique<HostState<float>>(std::move(complete));
}

} // namespace orrery
