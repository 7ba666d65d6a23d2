// What others may know of a simulation, most of it from any thread while a step runs; and its
// moments: kept, come back to, changed by hand, and shown while it goes on behind them.

#include "sim/simulation/simulation_plan.hpp"
#include "sim/state/state.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

namespace orrery {
namespace {

ReadRequest positions_of(std::span<const std::size_t> bodies, std::size_t count) {
    ReadRequest request{.position = true};
    for (const std::size_t body : bodies) {
        request.bodies.push_back(std::min(body, count - 1));
    }
    return request;
}

// Where bodies are on a flight, as write_bodies has them.
VectorArray<double> between(const BodyValues& from, const BodyValues& to, const Flight& flight) {
    const HermiteWeights w = hermite_weights(flight.share, flight.duration);
    VectorArray<double> there(to.position.size());
    for (std::size_t k = 0; k < there.size(); ++k) {
        const auto mix = [&](HostArray<double> VectorArray<double>::*axis) {
            return w.from * (from.position.*axis)[k] + w.from_velocity * (from.velocity.*axis)[k] +
                   w.to * (to.position.*axis)[k] + w.to_velocity * (to.velocity.*axis)[k];
        };
        there.x[k] = mix(&VectorArray<double>::x);
        there.y[k] = mix(&VectorArray<double>::y);
        there.z[k] = mix(&VectorArray<double>::z);
    }
    return there;
}

} // namespace

std::size_t Simulation::memory_bytes() const {
    return state_->memory_bytes() + solver_->scratch_bytes();
}

std::optional<int> Simulation::state_device() const {
    return state_->device();
}

std::size_t Simulation::count() const {
    return state_->local_count();
}

Simulation::Written Simulation::write_latest(const BodyTarget& target, BodyScalar scalar,
                                             std::span<const std::size_t> named) const {
    std::unique_lock lock(mutex_);
    if (target.on_device && state_->device() != target.device) {
        return {};
    }
    if (shown_.image != nullptr) { // in host memory: a GPU's picture waits for what comes after it
        if (target.on_device) {
            return {};
        }
        return write_flight(target, scalar, named, {}, std::move(lock));
    }
    if (const Flight flight = flight_now(); flight.from != nullptr && !target.on_device) {
        return write_flight(target, scalar, named, flight, std::move(lock));
    }
    const ScalarRange range = state_->write(target, scalar, system_->catalogue.components);
    Written written{version_, std::min(target.capacity, state_->local_count()), time_, range.low,
                    range.high};
    if (named.empty() || written.count == 0) {
        return written;
    }
    const std::unique_ptr<StateReading> reading =
        state_->begin_reading(positions_of(named, state_->local_count()));
    lock.unlock();
    written.named = reading->finish().position;
    return written;
}

// With the mutex held. None: they have arrived.
Flight Simulation::flight_now() const {
    if (previous_.image == nullptr) {
        return {};
    }
    const double share = std::chrono::duration<double>(Clock::now() - flight_began_) /
                         std::chrono::duration<double>(flight_duration_);
    return share < 1 ? Flight{previous_.image, time_ - previous_.time, share} : Flight{};
}

// Of bodies in host memory: what is held instead of them, or what lies between two states.
Simulation::Written Simulation::write_flight(const BodyTarget& target, BodyScalar scalar,
                                             std::span<const std::size_t> named,
                                             const Flight& flight,
                                             std::unique_lock<std::mutex> lock) const {
    const bool held = shown_.image != nullptr;
    const std::shared_ptr<const StateImage> image = held ? shown_.image : state_->image();
    const std::shared_ptr<const System> system = held ? shown_.system : system_;
    Written written{version_, std::min(target.capacity, image->count()),
                    held ? shown_.time : time_ - (1 - flight.share) * flight.duration};
    lock.unlock();
    const ScalarRange range = image->write(target, scalar, system->catalogue.components, flight);
    written.scalar_low = range.low;
    written.scalar_high = range.high;
    written.flying = flight.from != nullptr;
    if (named.empty() || written.count == 0) {
        return written;
    }
    ReadRequest request = positions_of(named, image->count());
    request.velocity = written.flying;
    const BodyValues there = image->begin_reading(request)->finish();
    written.named = written.flying
                        ? between(flight.from->begin_reading(request)->finish(), there, flight)
                        : there.position;
    return written;
}

// Begun under the lock; what takes time comes after it.
std::unique_ptr<StateReading> Simulation::begin_reading(const ReadRequest& request) const {
    const std::lock_guard lock(mutex_);
    return state_->begin_reading(request);
}

std::size_t Simulation::shown_count() const {
    return shown_.image != nullptr ? shown_.image->count() : state_->local_count();
}

std::unique_ptr<StateReading> Simulation::begin_shown_reading(const ReadRequest& request) const {
    return shown_.image != nullptr ? shown_.image->begin_reading(request)
                                   : state_->begin_reading(request);
}

BodyValues Simulation::read(const ReadRequest& request) const {
    ReadRequest there = request;
    std::unique_lock lock(mutex_);
    const std::size_t count = shown_count(); // of a system that may have just come
    std::erase_if(there.bodies, [count](std::size_t body) { return body >= count; });
    if (there.bodies.empty() && !request.bodies.empty()) {
        return {};
    }
    const std::unique_ptr<StateReading> reading = begin_shown_reading(there);
    const double time = shown_.image != nullptr ? shown_.time : time_;
    lock.unlock();
    BodyValues values = reading->finish();
    values.time = time;
    return values;
}

System Simulation::snapshot() const {
    std::unique_lock lock(mutex_);
    const std::unique_ptr<StateReading> reading = begin_shown_reading(whole_bodies());
    const std::shared_ptr<const System> system = shown_.image != nullptr ? shown_.system : system_;
    const double time = shown_.image != nullptr ? shown_.time : time_;
    const double time_step = largest_time_step();
    const double softening = forces_.softening;
    lock.unlock();
    System now = *system;
    now.bodies = finish_bodies(*reading);
    if (time != now.time) {
        drop_stale(now.columns);
    }
    now.time = time;
    now.time_step = time_step;
    now.softening = softening;
    return now;
}

Checkpoint Simulation::checkpoint() const {
    std::shared_ptr<const StateImage> image = state_->image();
    const bool whole = image != nullptr;
    if (!whole && checkpoint_.newest() && checkpoint_.newest()->steps == steps_) {
        image = checkpoint_.newest()->image;
    } else if (!whole) {
        image = make_host_image(finish_bodies(*begin_reading(whole_bodies())));
    }
    return {.image = std::move(image),
            .system = system_,
            .time = time_,
            .steps = steps_,
            .settings = settings_,
            .forces = forces_,
            .known = whole ? known_ : KnownForces{},
            .next_order = next_order_};
}

std::shared_ptr<const Checkpoint> Simulation::fetched_checkpoint() const {
    if (!checkpoint_.newest()) {
        return nullptr;
    }
    const KeptState& kept = *checkpoint_.newest();
    return std::make_shared<const Checkpoint>(Checkpoint{.image = kept.image,
                                                         .system = system_,
                                                         .time = kept.time,
                                                         .steps = kept.steps,
                                                         .settings = settings_,
                                                         .forces = forces_});
}

void Simulation::restore(const Checkpoint& checkpoint, const Settings& settings) {
    Plan next = plan(settings, suggested_by(*checkpoint.system));
    const bool as_it_is = !next.device && checkpoint.image->precision() == settings.precision;
    if (as_it_is) {
        next.state = checkpoint.image->to_state();
    } else {
        move_to({finish_bodies(*checkpoint.image->begin_reading(whole_bodies())), checkpoint.time,
                 checkpoint.steps},
                next);
    }
    next.forces_changed = true;
    next.system = checkpoint.system;
    next.back_to = {{}, checkpoint.time, checkpoint.steps};
    adopt(std::move(next));
    const bool same_forces = as_it_is && forces_ == checkpoint.forces &&
                             settings.algorithm == checkpoint.settings.algorithm;
    if (same_forces && checkpoint.known.acceleration) {
        known_ = checkpoint.known;
        next_order_ = checkpoint.next_order;
    }
    evaluated_ahead_ = false;
    update_adaptive_step();
}

// By way of a copy in host memory, wherever the bodies are: what is not edited keeps its bits, as
// those of a float are kept by a double.
void Simulation::edit(const BodyEdit& edit) {
    System now = *system_;
    now.bodies = finish_bodies(*begin_reading(whole_bodies()));
    System next = edited(std::move(now), edit, {forces_.gravity, forces_.softening});
    next.time = time_;
    next.catalogue.edits.push_back({time_, steps_, edit.again});
    Plan plan = this->plan(settings_, suggested_by(next));
    move_to({std::exchange(next.bodies, {}), time_, steps_}, plan);
    plan.system = std::make_shared<const System>(std::move(next));
    plan.back_to = {{}, time_, steps_};
    adopt(std::move(plan));
    evaluated_ahead_ = false;
    update_adaptive_step();
}

void Simulation::set_flight(Clock::duration duration) {
    const std::lock_guard lock(mutex_);
    flight_duration_ = duration;
    if (duration <= Clock::duration::zero()) {
        previous_ = {};
    }
}

void Simulation::show(const Checkpoint& checkpoint) {
    const std::lock_guard lock(mutex_);
    shown_ = {checkpoint.image, checkpoint.time, checkpoint.system};
    ++version_;
}

void Simulation::hold_picture() {
    const std::lock_guard lock(mutex_);
    shown_ = {state_->image(), time_, system_};
}

void Simulation::show_state() {
    const std::lock_guard lock(mutex_);
    if (std::exchange(shown_, {}).image != nullptr) {
        show_change();
    }
}

// What is held instead of the state does not change with it.
void Simulation::show_change() {
    if (shown_.image == nullptr) {
        ++version_;
    }
}

} // namespace orrery
