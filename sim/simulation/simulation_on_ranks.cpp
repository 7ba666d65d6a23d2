// A simulation that many ranks share, or GPUs of one: each has the bodies of its stretch of the
// curve.

#include "sim/body_arrays.hpp"
#include "sim/device_carrier.hpp"
#include "sim/domain/domains.hpp"
#include "sim/domain/migration.hpp"
#include "sim/domain/ranked_solver.hpp"
#include "sim/domain/shares.hpp"
#include "sim/domain/travel.hpp"
#include "sim/simulation/rank_orders.hpp"
#include "sim/simulation/simulation.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace orrery {
namespace {

// Domains serve for this many steps, in which bodies part slowly from their neighbours, unless a
// rank has so much more work than the mean.
constexpr std::uint64_t steps_of_domains = 2, steps_of_domains_on_gpus = 8;
constexpr unsigned first_steps_of_domains = 2;
constexpr double tolerated_imbalance = 1.03;
constexpr double worthwhile = 0.8; // of what a rank had too much, to be left of it

// What ranks have to know of a system besides its bodies.
struct SystemFacts {
    double time = 0, time_step = 0, softening = 0, step_accuracy = 0, force_error = 0, gravity = 0;
    PeriodicBox box;
    bool expands = false;
    Cosmology cosmology;
};

// The bodies that stand for the system where it has more than a window shows: of each component
// alike, and those that have names.
std::vector<std::size_t> places_to_show(const System& system, std::size_t bodies,
                                        std::size_t most) {
    if (bodies <= most) {
        return {};
    }
    const std::size_t stride = (bodies + most - 1) / most;
    std::vector<std::size_t> places = sampled_places(system.catalogue, bodies, stride);
    for (const Label& label : system.catalogue.labels) {
        places.push_back(label.body);
    }
    std::ranges::sort(places);
    const auto same = std::ranges::unique(places);
    places.erase(same.begin(), same.end());
    return places;
}

// How many bodies of its component each of those stands for; one with a name for itself.
std::vector<float> bodies_stood_for(const System& system, std::size_t bodies,
                                    std::span<const std::size_t> places) {
    std::vector<Component> parts = system.catalogue.components;
    if (parts.empty()) {
        parts.push_back({"", 0, bodies});
    }
    const auto has_name = [&](std::size_t body) {
        return std::ranges::count(system.catalogue.labels, body, &Label::body) != 0;
    };
    std::vector<float> counts(places.size(), 1);
    for (const Component& part : parts) {
        const auto begin = std::ranges::lower_bound(places, part.first);
        const auto end = std::ranges::lower_bound(places, part.first + part.count);
        const auto named = static_cast<std::size_t>(std::count_if(begin, end, has_name));
        const auto others = static_cast<std::size_t>(end - begin) - named;
        for (auto place = begin; place != end; ++place) {
            if (!has_name(*place)) {
                counts[static_cast<std::size_t>(place - places.begin())] =
                    static_cast<float>(part.count - named) / static_cast<float>(others);
            }
        }
    }
    return counts;
}

} // namespace

double imbalance(std::span<const RankWork> ranks) {
    double sum = 0, most = 0;
    for (const RankWork& rank : ranks) {
        sum += rank.work;
        most = std::max(most, rank.work);
    }
    return sum > 0 ? most * static_cast<double>(ranks.size()) / sum : 1;
}

// GPUs of one machine need no MPI; else the first rank's proof is that of all, which run the same
// program. Collective.
void Simulation::choose_mpi_memory(MpiMemory wanted, const std::optional<int>& gpu) const {
    using Way = DeviceCarrier::Way;
    DeviceCarrier* const carrier = device_carrier(ranks_);
    if (carrier == nullptr) {
        return;
    }
    Way way = Way::by_host;
    if (gpu && wanted == MpiMemory::automatic && gpus_reach_each_other(ranks_, *gpu)) {
        way = Way::past_it;
    } else if (gpu && wanted != MpiMemory::host) {
        bool proved = false;
        on_all(ranks_, [&] {
            const std::string why =
                ranks_.rank() == 0 ? carrier->unproved(wanted == MpiMemory::automatic) : "";
            if (!why.empty() && wanted == MpiMemory::device) {
                throw bad_input("MPI does not take the memory of GPUs: " + why,
                                "--mpi-memory device", "use --mpi-memory auto");
            }
            proved = ranks_.rank() == 0 && why.empty();
        });
        way = greatest_of(ranks_, proved ? 1 : 0) > 0 ? Way::by_itself : Way::by_host;
    }
    carrier->way = way;
}

std::optional<MpiMemory> Simulation::mpi_memory() const {
    if (ranks_.size() == 1 || !state_->device()) {
        return std::nullopt;
    }
    const DeviceCarrier* const carrier = device_carrier(ranks_);
    if (carrier == nullptr || carrier->way == DeviceCarrier::Way::by_host) {
        return MpiMemory::host;
    }
    return carrier->way == DeviceCarrier::Way::by_itself ? MpiMemory::device : MpiMemory::automatic;
}

void Simulation::tell_system(System& system) const {
    const SystemFacts own{system.time,
                          system.time_step,
                          system.softening,
                          system.step_accuracy,
                          system.force_error,
                          system.units.gravity,
                          system.box,
                          system.cosmology.has_value(),
                          system.cosmology.value_or(Cosmology{})};
    const SystemFacts facts = told_by_first(ranks_, std::vector{own}).front();
    if (ranks_.rank() == 0) {
        return;
    }
    system = {};
    system.time = facts.time;
    system.time_step = facts.time_step;
    system.softening = facts.softening;
    system.step_accuracy = facts.step_accuracy;
    system.force_error = facts.force_error;
    system.units.gravity = facts.gravity;
    system.box = facts.box;
    system.cosmology = facts.expands ? std::optional(facts.cosmology) : std::nullopt;
}

void Simulation::deal(System& system) const {
    tell_system(system);
    HostArray<std::uint64_t> numbers; // the first rank has all
    on_all(ranks_, [&] {
        numbers = HostArray<std::uint64_t>(system.bodies.size());
        std::iota(numbers.begin(), numbers.end(), std::uint64_t{0});
    });
    system.bodies_of_ranks = told_by_first(ranks_, std::vector{numbers.size()}).front();
    system.bodies = brought(std::move(system.bodies), numbers, system.bodies_of_ranks,
                            Keeper::each_its_part, ranks_);
}

void Simulation::tell_shown(const System& system, Share& share) const {
    on_all(ranks_, [&] {
        if (ranks_.rank() == 0) {
            share.shown = places_to_show(system, share.all, most_shown_);
            share.stands_for = bodies_stood_for(system, share.all, share.shown);
        }
    });
    share.shown = told_by_first(ranks_, share.shown);
    share.stands_for = told_by_first(ranks_, share.stands_for);
}

void Simulation::keep_domains(Execution& execution, double drift) {
    share_.moved = 0;
    // A cut that has not helped is not tried again before its time.
    const bool uneven =
        share_.imbalance > tolerated_imbalance &&
        (share_.improved == 0 || share_.imbalance - 1 < worthwhile * (share_.improved - 1));
    if (steps_ >= next_order_ || uneven) {
        share_.improved = share_.imbalance > tolerated_imbalance ? share_.imbalance : 0;
        cut_domains(execution, drift);
        return;
    }
    if (share_.improved != 0 && share_.imbalance > tolerated_imbalance) {
        share_.improved = 1; // nothing is better than that, until the next one is due
    }
    if (state_->device()) {
        migrate({.with_jerk = known_.jerk, .drift = drift, .as_before = true}, execution);
    }
}

void Simulation::cut_domains(Execution& execution, double drift) {
    const auto* const solver = dynamic_cast<const RankedSolver*>(solver_.get());
    const bool counted = !share_.costs.empty() && solver_->info().counts_interactions;
    migrate({.cut = !counted             ? Migration::Cut::by_counts
                    : share_.cut_by_work ? Migration::Cut::half_way_by_work
                                         : Migration::Cut::by_work,
             .work = counted && solver != nullptr ? solver->work() : std::span<const float>(),
             .worked = share_.costs,
             .with_jerk = known_.jerk,
             .drift = drift},
            execution);
    share_.along_curve = true;
    share_.cut_by_work = counted;
    forget_work(); // other bodies are here now
    next_order_ = steps_ + (state_->device() ? steps_of_domains_on_gpus : steps_of_domains);
}

void Simulation::migrate(const Recut& recut, Execution& execution) {
    const std::size_t leaving = state_->prepare_migration(recut, execution);
    {
        const std::lock_guard lock(mutex_);
        state_->commit_order();
    }
    known_.interactions = known_.interactions && state_->device(); // there they move, too
    order_known_ = false;
    share_.moved = static_cast<double>(leaving);
}

void Simulation::measure_work(const StepTimings& timings) {
    if (!in_domains()) {
        return;
    }
    share_.work = timings.interactions;
    const bool timed = state_->device().has_value();
    double own = timed ? 0 : share_.work;
    for (const StepTimings::Phase& phase : timings.phases) {
        own += timed ? milliseconds_of_own(phase.name, phase.milliseconds) : 0;
    }
    std::vector<double> costs = ranks_.size() == 1 ? state_->member_work() : of_each(ranks_, own);
    // The first steps in new domains find the memory that these take.
    if (timed && share_.first_steps > 0) {
        --share_.first_steps;
        return;
    }
    for (std::size_t k = 0; timed && k < share_.costs.size(); ++k) {
        costs[k] = std::min(costs[k], share_.costs[k]);
    }
    const double mean = std::accumulate(costs.begin(), costs.end(), 0.0) / double(costs.size());
    share_.imbalance = mean > 0 ? std::ranges::max(costs) / mean : 1;
    share_.costs = std::move(costs);
}

void Simulation::forget_work() noexcept {
    share_.costs.clear();
    share_.first_steps = first_steps_of_domains;
    share_.imbalance = 1;
}

std::vector<RankWork> Simulation::rank_work() const {
    const Lead lead(*this, {.kind = RankOrder::Kind::work});
    const RankWork own{state_->local_count(), share_.work, static_cast<std::uint64_t>(share_.moved),
                       ranks_.traffic(), memory_bytes()};
    std::vector<RankWork> all;
    for (const std::vector<RankWork>& one : gathered(ranks_, std::vector<RankWork>{own})) {
        all.push_back(one.front());
    }
    return all;
}

Conserved Simulation::of_all_ranks(const Conserved& own) const {
    if (ranks_.size() == 1) {
        return own;
    }
    const Vector3 centre = own.mass * own.centre_of_mass;
    std::array<double, 12> sums{own.kinetic_energy,
                                own.momentum_scale,
                                own.mass,
                                own.momentum.x,
                                own.momentum.y,
                                own.momentum.z,
                                own.angular_momentum.x,
                                own.angular_momentum.y,
                                own.angular_momentum.z,
                                centre.x,
                                centre.y,
                                centre.z};
    ranks_.all_reduce(sums, Reduction::sum);
    Conserved all = own;
    all.kinetic_energy = sums[0];
    all.momentum_scale = sums[1];
    all.mass = sums[2];
    all.momentum = {sums[3], sums[4], sums[5]};
    all.angular_momentum = {sums[6], sums[7], sums[8]};
    all.centre_of_mass = {};
    if (all.mass > 0) {
        all.centre_of_mass = 1 / all.mass * Vector3{sums[9], sums[10], sums[11]};
    }
    return all;
}

void Simulation::require_alone(const char* what) const {
    if (ranks_.size() > 1) {
        throw bad_input(std::string("among many processes ") + what, "", "use one process");
    }
}

} // namespace orrery
