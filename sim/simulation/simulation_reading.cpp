// The simulation's readings, most of them from any thread while a step runs; and its moments: kept,
// come back to, changed by hand, and shown while it goes on behind them.

#include "sim/domain/shares.hpp"
#include "sim/simulation/rank_orders.hpp"
#include "sim/simulation/simulation.hpp"

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

// The places of bodies on a flight, as write_bodies has them.
VectorArray<double> between(const BodyValues& from, const BodyValues& to, const Flight& flight) {
    const HermiteWeights w =
        hermite_weights(flight.share, flight.duration, flight.from_drift, flight.to_drift);
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

// dx/dt of a velocity as it is kept.
double drift(const System& system, double time) {
    if (!system.cosmology) {
        return 1;
    }
    const double a = system.cosmology->scale_factor(time);
    return 1 / (a * a);
}

void wrap(VectorArray<double>& places, const PeriodicBox& box) {
    if (!box.is_periodic()) {
        return;
    }
    for (std::size_t k = 0; k < places.size(); ++k) {
        places.x[k] = wrapped(places.x[k], box.lengths[0]);
        places.y[k] = wrapped(places.y[k], box.lengths[1]);
        places.z[k] = wrapped(places.z[k], box.lengths[2]);
    }
}

} // namespace

Simulation::Written Simulation::write_latest(const BodyTarget& target, BodyScalar scalar,
                                             std::span<const std::size_t> named) const {
    std::unique_lock lock(mutex_);
    const bool held = shown_.image != nullptr || picture_.image != nullptr;
    // A held image is in host memory: a target on a GPU waits for the state that follows.
    if (target.on_device && (held || state_->device() != target.device)) {
        return {};
    }
    Shown now = shown();
    const Flight flight = held ? Flight{} : flight_now();
    const bool flying = flight.from != nullptr;
    std::shared_ptr<const State> image; // none of a GPU's: it is read in the order of its queue
    if (flying) {
        now.time -= (1 - flight.share) * flight.duration;
        image = state_->image();
        now.image = image ? image : now.image;
    }
    const std::size_t count = now.image->local_count();
    Written written{version_, std::min(target.capacity, count), now.time};
    const ShownSpace space{
        forces_.box, now.system->cosmology ? 1 / now.system->cosmology->scale_factor(now.time) : 1};
    if (image || held) {
        lock.unlock(); // no step writes over that
    }
    const ScalarRange range =
        now.image->write(target, scalar, now.system->catalogue.components, flight, space);
    written.scalar_low = range.low;
    written.scalar_high = range.high;
    written.flying = flying;
    if (named.empty() || written.count == 0) {
        return written;
    }
    ReadRequest request = positions_of(named, count);
    request.velocity = flying;
    const std::unique_ptr<StateReading> reading = now.image->begin_reading(request);
    if (lock.owns_lock()) {
        lock.unlock();
    }
    BodyValues there = reading->finish();
    written.named = flying ? between(flight.from->begin_reading(request)->finish(), there, flight)
                           : std::move(there.position);
    wrap(written.named, space.box);
    return written;
}

// With the mutex held. None: they have arrived.
Flight Simulation::flight_now() const {
    if (departed_.from == nullptr) {
        return {};
    }
    const double share = std::chrono::duration<double>(Clock::now() - flight_began_) /
                         std::chrono::duration<double>(flight_duration_);
    return share < 1 ? Flight{departed_.from, time_ - departed_.time, share,
                              drift(*system_, departed_.time), drift(*system_, time_)}
                     : Flight{};
}

// Begun under the lock; what takes time comes after it.
std::unique_ptr<StateReading> Simulation::begin_reading(const ReadRequest& request) const {
    const std::lock_guard lock(mutex_);
    return state_->begin_reading(request);
}

Simulation::Shown Simulation::shown() const {
    if (picture_.image != nullptr) {
        return picture_;
    }
    const std::shared_ptr<const State> complete(std::shared_ptr<void>(), state_.get());
    return shown_.image != nullptr ? shown_ : Shown{complete, time_, system_};
}

BodyValues Simulation::read(const ReadRequest& request) const {
    ReadRequest there = request;
    std::unique_lock lock(mutex_);
    const Shown now = shown();
    const std::size_t count = now.image->local_count(); // of a system that may have just come
    std::erase_if(there.bodies, [count](std::size_t body) { return body >= count; });
    if (there.bodies.empty() && !request.bodies.empty()) {
        return {};
    }
    const std::unique_ptr<StateReading> reading = now.image->begin_reading(there);
    const PeriodicBox box = forces_.box;
    lock.unlock();
    BodyValues values = reading->finish();
    wrap(values.position, box);
    values.time = now.time;
    return values;
}

std::optional<BodiesOnDevice> Simulation::on_device() const {
    const std::lock_guard lock(mutex_);
    return state_->on_device();
}

System Simulation::snapshot() const {
    System now = snapshot_share();
    if (ranks_.size() > 1) {
        gather_share(now, ranks_);
    }
    return now;
}

System Simulation::snapshot_share() const {
    const Lead lead(*this, {.kind = RankOrder::Kind::snapshot});
    std::unique_lock lock(mutex_);
    const std::shared_ptr<const State> complete(std::shared_ptr<void>(), state_.get());
    const Shown shown = ranks_.size() > 1 ? Shown{complete, time_, system_} : this->shown();
    const std::unique_ptr<StateReading> reading = shown.image->begin_reading(whole_bodies());
    const double time_step = largest_time_step();
    const double softening = forces_.softening, step_accuracy = step_accuracy_;
    lock.unlock();
    System now;
    on_all(ranks_, [&] {
        now = *shown.system;
        now.bodies = finish_bodies(*reading);
    });
    if (ranks_.size() > 1) {
        now.bodies = brought(std::move(now.bodies), state_->numbers(), share_.all,
                             Keeper::each_its_part, ranks_);
        now.bodies_of_ranks = share_.all;
    }
    if (shown.time != now.time) {
        drop_stale(now.columns);
    }
    now.time = shown.time;
    now.time_step = time_step;
    // An expanding system's accuracy is that of a mesh, from which those of others follow.
    now.step_accuracy = now.cosmology ? now.step_accuracy : step_accuracy;
    now.softening = softening;
    return now;
}

Checkpoint Simulation::moment() const {
    return {.image = nullptr,
            .system = system_,
            .time = time_,
            .steps = steps_,
            .settings = settings_,
            .forces = forces_,
            .next_order = next_order_};
}

Checkpoint Simulation::checkpoint() const {
    Checkpoint now = moment();
    now.image = state_->image();
    if (now.image != nullptr) {
        now.known = known_;
    } else if (checkpoint_.newest() != nullptr && checkpoint_.newest()->steps == steps_) {
        now.image = checkpoint_.newest()->image;
    } else {
        now.image = make_host_image(finish_bodies(*begin_reading(whole_bodies())));
    }
    return now;
}

void Simulation::restore(const Checkpoint& checkpoint, const Settings& settings) {
    require_alone("no moment is come back to");
    Plan next = plan(settings, suggested_by(*checkpoint.system));
    const bool as_it_is = !next.device && checkpoint.image->precision() == settings.precision;
    if (as_it_is) {
        next.state = checkpoint.image->image();
        next.forces_changed = true;
    } else {
        move_to(checkpoint.bodies(), next);
    }
    next.system = checkpoint.system;
    next.moment = {checkpoint.steps, checkpoint.time};
    adopt(std::move(next));
    const bool same_forces = as_it_is && forces_ == checkpoint.forces &&
                             settings.algorithm == checkpoint.settings.algorithm;
    if (same_forces && checkpoint.known.acceleration) {
        known_ = checkpoint.known;
        next_order_ = checkpoint.next_order;
    }
    update_adaptive_step();
}

// By way of a copy in host memory, wherever the bodies are: what is not edited keeps its bits, as
// those of a float are kept by a double.
void Simulation::edit(const BodyEdit& edit) {
    require_alone("bodies are not edited");
    System now = *system_;
    now.bodies = finish_bodies(*begin_reading(whole_bodies()));
    System next = edited(std::move(now), edit, {forces_.gravity, forces_.softening});
    next.time = time_;
    next.catalogue.edits.push_back({time_, steps_, edit.again});
    Plan plan = this->plan(settings_, suggested_by(next));
    move_to(std::exchange(next.bodies, {}), plan);
    plan.system = std::make_shared<const System>(std::move(next));
    adopt(std::move(plan));
}

void Simulation::set_flight(Clock::duration duration) {
    if (leads()) { // whose picture shows other states than every one
        return;
    }
    const std::lock_guard lock(mutex_);
    flight_duration_ = duration;
    if (duration <= Clock::duration::zero()) {
        departed_ = {};
    }
}

void Simulation::show(const Checkpoint& checkpoint) {
    require_alone("no moment is come back to");
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

} // namespace orrery
