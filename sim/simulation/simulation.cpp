// A simulation computes forces, takes steps and measures what both are worth.

#include "sim/simulation/simulation.hpp"

#include "sim/base/error.hpp"
#include "sim/base/words.hpp"
#include "sim/domain/domains.hpp"
#include "sim/mesh/mesh_space.hpp"
#include "sim/simulation/rank_orders.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace orrery {

namespace {

// Neighbours part slowly: an order serves for this many steps.
constexpr std::uint64_t steps_of_an_order = 16;

// The smallest of those that pull at all; 0: there are none.
double lightest(const HostArray<double>& masses) {
    double least = std::numeric_limits<double>::infinity();
    for (const double mass : masses) {
        least = mass > 0 ? std::min(least, mass) : least;
    }
    return std::isfinite(least) ? least : 0;
}

// The time in which ln a changes by `longest`, or by a little less, so that a step ends today.
double step_in_log_a(const Cosmology& cosmology, double time, double longest,
                     TimeDirection direction) {
    constexpr double rounding = 1e-6; // of a step
    const double a = cosmology.scale_factor(time);
    const double steps_until_today = -std::log(a) / longest;
    const double size = steps_until_today > rounding
                            ? -std::log(a) / std::ceil(steps_until_today - rounding)
                            : longest;
    return std::abs(
        cosmology.time(a * std::exp(direction == TimeDirection::backwards ? -size : size)) - time);
}

} // namespace

Simulation::Simulation(Workers::Priority priority, Communicator& ranks, RankCalls calls)
    : state_(make_host_state({}, Settings{}.precision)), system_(std::make_shared<const System>()),
      priority_(priority), ranks_(ranks), calls_(ranks.size() > 1 ? calls : RankCalls::by_all),
      place_on_machine_(ranks.rank()) {
    adopt(plan(Settings{}, SuggestedDefaults{}));
}

Simulation::~Simulation() {
    try {
        const Lead lead(*this, {.kind = RankOrder::Kind::end});
    } catch (const std::exception&) { // they are gone before: nobody is left to tell
    }
}

void Simulation::keep_checkpoint() {
    if (!state_->device() || ranks_.size() > 1) { // of which none comes back to a moment alone
        return;
    }
    checkpoint_.take();
    if (!checkpoint_.due(Clock::now())) {
        return;
    }
    try {
        checkpoint_.fetch(begin_reading(whole_bodies()), moment());
    } catch (const Error& error) {
        if (state_->members().empty() || error.kind() != ErrorKind::failed) {
            throw;
        }
        checkpoint_.put_off(); // the first GPU has no memory for the bodies of all
    }
}

// Does advance(), the working state's way to what can be committed. No process commits unless all
// can.
template <class Advance>
Outcome Simulation::advanced(const Evaluation& wanted, const Advance& advance) {
    Execution& execution = wanted.execution;
    std::optional<double> potential_energy;
    const WayOut way = agreed(ranks_, [&] {
        if (advance() == Outcome::cancelled) {
            return WayOut::cancelled;
        }
        if (wanted.potential) {
            potential_energy = state_->working_potential_energy(*workers_);
        }
        state_->finish(execution.timings);
        return WayOut::complete;
    });
    if (way == WayOut::failed) {
        throw OtherRankFailed();
    }
    if (way == WayOut::cancelled) {
        return Outcome::cancelled;
    }
    if (potential_energy) {
        ranks_.all_reduce({&*potential_energy, 1}, Reduction::sum);
    }
    known_ = {true, wanted.jerk, wanted.interactions, potential_energy};
    return Outcome::complete;
}

Outcome Simulation::evaluate(Execution& execution) {
    const Evaluation wanted = evaluation(execution, wants_potential());
    order_known_ = false;
    if (in_domains() && !share_.along_curve) {
        cut_domains(execution);
        keep_domains(execution, 0); // the first step finds the memory that this takes
    }
    StepWorkspace space(*state_, wanted, 1, time_);
    if (advanced(wanted, [&] { return space.evaluate(); }) == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    {
        const std::lock_guard lock(mutex_);
        state_->commit_acceleration();
        show_change();
    }
    measure_work(execution.timings);
    order_known_ = true;
    update_adaptive_step();
    return Outcome::complete;
}

// Always before the same steps, whatever was cancelled or restored meanwhile: sums follow the
// order. Domains of GPUs follow the time that these take, so sums are rounded otherwise in each
// run.
Outcome Simulation::keep_order(Execution& execution, double dt) {
    if (in_domains()) {
        keep_domains(execution, system_->cosmology ? 0 : dt);
        return Outcome::complete;
    }
    const std::uint32_t* order = nullptr; // the original one
    if (solver_->info().sorts_bodies) {
        if (steps_ < next_order_) {
            return Outcome::complete;
        }
        if (!order_known_ && evaluate(execution) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        order = solver_->order();
        if (order == nullptr) {
            return Outcome::complete;
        }
    } else if (state_->in_original_order()) {
        return Outcome::complete;
    }
    state_->prepare_order(order, execution);
    const std::lock_guard lock(mutex_);
    state_->commit_order();
    order_known_ = false;
    next_order_ = steps_ + steps_of_an_order;
    return Outcome::complete;
}

Outcome Simulation::evaluate(std::stop_token stop) {
    // A step, which counts them itself, does not ask for interactions beforehand.
    if (forces_known() && energy_known() && (known_.interactions || !wants_interactions())) {
        return Outcome::complete;
    }
    const Lead lead(*this, {.kind = RankOrder::Kind::evaluate});
    StepTimings timings;
    Execution execution = execution_of(std::move(stop), timings);
    progress_.begin(1 + integrator_->evaluations); // of the step that it is for
    const Clock::time_point start = Clock::now();
    const Outcome outcome = evaluate(execution);
    if (outcome == Outcome::complete) {
        timings.total_milliseconds = milliseconds_since(start);
        timings_ = std::move(timings);
        evaluated_ahead_ = true;
    }
    return outcome;
}

Outcome Simulation::step(std::stop_token stop) {
    return step(settings_.reversed ? TimeDirection::backwards : TimeDirection::forwards,
                std::move(stop));
}

Outcome Simulation::step(TimeDirection direction, std::stop_token stop) {
    const Lead lead(*this, {.kind = RankOrder::Kind::step,
                            .backwards = direction == TimeDirection::backwards,
                            .measured = steps_measured_});
    keep_checkpoint(); // now, when a failure of it changes nothing
    StepTimings timings;
    Execution execution = execution_of(std::move(stop), timings);
    if (!std::exchange(evaluated_ahead_, false)) {
        progress_.begin(integrator_->evaluations + (forces_known() ? 0 : 1));
    }
    const Clock::time_point start = Clock::now();
    if (!forces_known() && evaluate(execution) == Outcome::cancelled) {
        return Outcome::cancelled;
    }

    const Evaluation wanted = evaluation(execution, wants_potential() && steps_measured_);
    const double size = time_step(direction);
    const double dt = direction == TimeDirection::backwards ? -size : size;
    if (time_ + dt == time_) {
        throw bad_input("the time step is so small that the clock would stand still",
                        shortest(dt) + " at t = " + shortest(time_),
                        "choose a longer one, or count time from a moment that is nearer");
    }
    if (system_->cosmology && !(time_ + dt > 0)) {
        throw failure("space began to expand at t = 0, and this step would end before", "",
                      "take shorter steps, or go forwards");
    }
    StepWorkspace space(*state_, wanted, integrator_->evaluations, time_,
                        Coordinates(system_->cosmology));
    if (keep_order(execution, dt) == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    order_known_ = false;
    std::shared_ptr<const Departure> before;
    if (flight_duration_ > Clock::duration::zero()) {
        before = state_->departure();
    }
    if (advanced(wanted, [&] { return integrator_->step(space, dt); }) == Outcome::cancelled) {
        return Outcome::cancelled;
    }
    {
        const std::lock_guard lock(mutex_);
        state_->commit_step();
        departed_ = {std::move(before), time_};
        flight_began_ = Clock::now();
        time_ += dt;
        show_change();
    }
    ++steps_;
    measure_work(timings);
    order_known_ = true;
    update_adaptive_step();
    timings.total_milliseconds = milliseconds_since(start);
    timings_ = std::move(timings);
    return Outcome::complete;
}

void Simulation::update_adaptive_step() {
    if (step_accuracy_ > 0 && known_.acceleration && !system_->cosmology) {
        largest_acceleration_ = state_->largest_acceleration(*workers_);
        ranks_.all_reduce({&largest_acceleration_, 1}, Reduction::greatest);
        if (forces_.softening == 0 && !lightest_mass_) {
            double own = 0;
            on_all(ranks_,
                   [&] { own = lightest(state_->begin_reading({.mass = true})->finish().mass); });
            double inverse = own > 0 ? 1 / own : 0;
            if (ranks_.size() > 1) {
                ranks_.all_reduce({&inverse, 1}, Reduction::greatest);
            }
            lightest_mass_ = ranks_.size() == 1 ? own : inverse > 0 ? 1 / inverse : 0;
        }
    }
}

// Power et al., MNRAS 338, 14 (2003): the time in which the largest acceleration carries a body
// through a fraction of the softening length. Without softening that length is the distance at
// which the lightest body pulls so hard: the step is then a fraction of the free fall of the two
// bodies that are nearest to each other, or a smaller one where these are heavier.
//
// Where space expands, it sets the pace for all bodies: steps are equal in ln a.
double Simulation::time_step(TimeDirection direction) const {
    const double largest = largest_time_step();
    if (step_accuracy_ > 0 && system_->cosmology) {
        const double step = step_in_log_a(*system_->cosmology, time_, step_accuracy_, direction);
        return settings_.time_step ? std::min(*settings_.time_step, step) : step;
    }
    if (step_accuracy_ == 0 || !known_.acceleration || largest_acceleration_ == 0) {
        return largest;
    }
    const double length =
        forces_.softening > 0
            ? forces_.softening
            : std::sqrt(forces_.gravity * lightest_mass_.value_or(0) / largest_acceleration_);
    // Two bodies that all but met must not stop the clock.
    constexpr double smallest_part = 1e-9;
    return std::min(largest, std::max(smallest_part * largest,
                                      step_accuracy_ * std::sqrt(length / largest_acceleration_)));
}

std::optional<Conserved> Simulation::conserved() const {
    if (!settings_.measure_energy || !known_.acceleration || !energy_known()) {
        return std::nullopt;
    }
    const Lead lead(*this, {.kind = RankOrder::Kind::conserved});
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    Conserved conserved = of_all_ranks(state_->conserved(*workers_));
    if (forces_.box.is_periodic()) { // whose edges turn no bodies: nothing keeps it
        conserved.angular_momentum = Vector3{unknown, unknown, unknown};
    }
    if (known_.potential_energy) {
        conserved.potential_energy = *known_.potential_energy;
        conserved.has_potential = !system_->cosmology; // space that expands does work
    }
    // Of peculiar motions: from momenta a^2 dx/dt and comoving distances.
    if (system_->cosmology) {
        const double a = system_->cosmology->scale_factor(time_);
        conserved.kinetic_energy /= a * a;
        conserved.potential_energy /= a;
    }
    return conserved;
}

std::optional<ForceError> Simulation::force_error(std::size_t samples, std::uint64_t seed,
                                                  std::stop_token stop) {
    if (ranks_.size() > 1) {
        return force_error_of_ranks(samples, seed, stop);
    }
    if (!forces_known() && evaluate(stop) == Outcome::cancelled) {
        return std::nullopt;
    }
    const Bodies<double> bodies = finish_bodies(*begin_reading(whole_bodies()));
    const auto targets = sample_bodies(bodies.size(), samples, seed);
    const ReferenceForces truth =
        reference_forces(view(bodies), targets, forces_.gravity, forces_.softening, *workers_,
                         std::move(stop), Precision::fp64, forces_.box);
    if (truth.outcome == Outcome::cancelled) {
        return std::nullopt;
    }
    const VectorArray<double> found =
        begin_reading({.acceleration = true, .bodies = targets})->finish().acceleration;
    std::vector<Vector3> computed;
    computed.reserve(targets.size());
    for (std::size_t k = 0; k < targets.size(); ++k) {
        computed.push_back({found.x[k], found.y[k], found.z[k]});
    }
    ForceError error = orrery::force_error(computed, truth.acceleration, forces_.box);
    const double least = least_promised_softening(
        solver_->info(), forces_, mesh_bounds(view(bodies), false, *workers_), bodies.size());
    error.promised_from = forces_.softening < least ? least : 0;
    error.promise_factor =
        promise_factor(solver_->info(), settings_.precision, masses_of(bodies.mass));
    return error;
}

std::unique_ptr<InspectionReading> Simulation::inspect(const InspectRequest& request,
                                                       std::stop_token stop) {
    if (!solver_->info().inspectable || ranks_.size() > 1) { // each rank has a structure of its own
        return nullptr;
    }
    if (!order_known_) {
        StepTimings timings;
        Execution execution = execution_of(std::move(stop), timings);
        if (evaluate(execution) == Outcome::cancelled) {
            return nullptr;
        }
    }
    return state_->inspect(*solver_, request);
}

} // namespace orrery
