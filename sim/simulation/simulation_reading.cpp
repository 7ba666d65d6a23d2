// What others may know of a simulation, most of it from any thread while a step runs.

#include "sim/simulation/simulation.hpp"
#include "sim/state/state.hpp"

#include <algorithm>
#include <utility>

namespace orrery {

std::size_t Simulation::memory_bytes() const {
    return state_->memory_bytes() + solver_->scratch_bytes();
}

std::optional<int> Simulation::state_device() const {
    return state_->device();
}

const std::string& Simulation::loss() const {
    return loss_;
}

double Simulation::move_milliseconds() const {
    return move_milliseconds_;
}

std::size_t Simulation::count() const {
    return state_->count();
}

double Simulation::time() const {
    return time_;
}

std::uint64_t Simulation::steps() const {
    return steps_;
}

double Simulation::softening() const {
    return forces_.softening;
}

SuggestedDefaults Simulation::suggested() const {
    return system_ ? suggested_by(*system_) : SuggestedDefaults{};
}

const Settings& Simulation::settings() const {
    return settings_;
}

const Catalogue& Simulation::catalogue() const {
    return system_->catalogue;
}

const Units& Simulation::units() const {
    return system_->units;
}

const Viewpoint& Simulation::viewpoint() const {
    return system_->viewpoint;
}

const SolverInfo& Simulation::solver_info() const {
    return solver_->info();
}

const Integrator& Simulation::integrator() const {
    return *integrator_;
}

Workers& Simulation::workers() {
    return *workers_;
}

const StepTimings& Simulation::timings() const {
    return timings_;
}

std::uint64_t Simulation::version() const noexcept {
    return version_;
}

Simulation::Written Simulation::write_latest(const BodyTarget& target, BodyScalar scalar,
                                             std::span<const std::size_t> named) const {
    std::unique_lock lock(mutex_);
    if (target.on_device && state_->device() != target.device) {
        return {};
    }
    const ScalarRange range = state_->write(target, scalar, system_->catalogue.components);
    Written written{version_, std::min(target.capacity, state_->count()), time_, range.low,
                    range.high};
    if (named.empty() || written.count == 0) {
        return written;
    }
    ReadRequest request{.position = true};
    for (const std::size_t body : named) {
        request.bodies.push_back(std::min(body, state_->count() - 1));
    }
    const std::unique_ptr<StateReading> reading = state_->begin_reading(request);
    lock.unlock();
    written.named = reading->finish().position;
    return written;
}

// Begun under the lock; what takes time comes after it.
std::unique_ptr<StateReading> Simulation::begin_reading(const ReadRequest& request) const {
    const std::lock_guard lock(mutex_);
    return state_->begin_reading(request);
}

BodyValues Simulation::read(const ReadRequest& request) const {
    ReadRequest there = request;
    std::unique_lock lock(mutex_);
    std::erase_if(there.bodies, [this](std::size_t body) { return body >= state_->count(); });
    if (there.bodies.empty() && !request.bodies.empty()) {
        return {};
    }
    const std::unique_ptr<StateReading> reading = state_->begin_reading(there);
    const double time = time_;
    lock.unlock();
    BodyValues values = reading->finish();
    values.time = time;
    return values;
}

System Simulation::snapshot() const {
    std::unique_lock lock(mutex_);
    const std::unique_ptr<StateReading> reading = state_->begin_reading(whole_bodies());
    const std::shared_ptr<const System> system = system_;
    const double time = time_;
    const double time_step = largest_time_step();
    const double softening = forces_.softening;
    lock.unlock();
    System now = *system;
    now.bodies = finish_bodies(*reading);
    now.time = time;
    now.time_step = time_step;
    now.softening = softening;
    return now;
}

} // namespace orrery
