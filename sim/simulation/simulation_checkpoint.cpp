// A simulation's moments: kept, come back to, and shown while it goes on behind them.

#include "sim/simulation/simulation.hpp"
#include "sim/simulation/simulation_plan.hpp"
#include "sim/state/state.hpp"

#include <utility>

namespace orrery {

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
            .acceleration_known = whole && acceleration_known_,
            .jerk_known = jerk_known_,
            .interactions_known = interactions_known_,
            .potential_energy = potential_energy_,
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
                                                         .forces = forces_,
                                                         .potential_energy = {}});
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
    if (same_forces && checkpoint.acceleration_known) {
        acceleration_known_ = true;
        jerk_known_ = checkpoint.jerk_known;
        interactions_known_ = checkpoint.interactions_known;
        potential_energy_ = checkpoint.potential_energy;
        next_order_ = checkpoint.next_order;
    }
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
