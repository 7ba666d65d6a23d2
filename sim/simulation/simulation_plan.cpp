// A plan says what a simulation becomes: whose bodies it has, which algorithm computes them, and
// where. All is made before anything is given up, so that settings which cannot be had change
// nothing.

#include "sim/simulation/simulation.hpp"

#include "sim/base/error.hpp"
#include "sim/domain/domains.hpp"
#include "sim/domain/hosted_solver.hpp"
#include "sim/domain/ranked_solver.hpp"
#include "sim/domain/shares.hpp"
#include "sim/machine/devices.hpp"
#include "sim/simulation/rank_orders.hpp"

#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

namespace orrery {

namespace {

// With fewer, telling each other what they see costs GPUs more than it saves, and not all of them
// may be of use (MemberCount).
constexpr std::size_t fewest_of_member = std::size_t{1} << 18;

// Returns the GPUs that are to have a share each of so many bodies.
std::span<const int> sharing_members(const std::vector<int>& members, std::size_t bodies) {
    return bodies < fewest_of_member * members.size() ? std::span<const int>()
                                                      : std::span<const int>(members);
}

// A process computes on this GPU: each of a machine has one of its own where there are so many.
int device_of_rank(const std::vector<int>& devices, std::size_t local_rank) {
    return devices.empty() ? static_cast<int>(local_rank % gpu_devices().size())
                           : devices[local_rank % devices.size()];
}

// Returns those named, or all; none where there are no two.
std::vector<int> gpus_of_group(const std::vector<int>& named) {
    static const std::size_t all = gpu_devices().size(); // asking takes milliseconds
    std::vector<int> gpus = named;
    if (gpus.empty()) {
        gpus.resize(all);
        std::iota(gpus.begin(), gpus.end(), 0);
    }
    return gpus.size() < 2 || gpus.size() > most_domains ? std::vector<int>() : gpus;
}

std::string sentence_on_loss(double from, double back_to, std::uint64_t steps) {
    std::ostringstream words;
    words << "the GPU is lost, and with it " << std::abs(from - back_to) << " of simulated time in "
          << steps << (steps == 1 ? " step" : " steps")
          << ": the bodies go on from their last copy, of t = " << back_to;
    return words.str();
}

} // namespace

void Simulation::load(System system, const Settings& settings) {
    const Lead lead(*this, {.kind = RankOrder::Kind::load, .settings = settings});
    if (calls_ == RankCalls::by_first && system.bodies_of_ranks == 0) {
        deal(system);
    }
    Plan next = planned_by_all(settings, suggested_by(system));
    next.moment = {0, system.time};
    on_all(ranks_, [&] { keep_share(system, ranks_); });
    Share share{.shown = {}, .stands_for = {}, .all = std::exchange(system.bodies_of_ranks, 0)};
    Bodies<double> bodies = std::exchange(system.bodies, {});
    if (calls_ == RankCalls::by_first) {
        tell_shown(system, share);
    }
    on_all(ranks_, [&] {
        move_to(std::move(bodies), next);
        ranks_.size() > 1 ? next.state->number(first_numbers(share.all, ranks_)) : void();
    });
    next.system = std::make_shared<const System>(std::move(system));
    share_ = std::move(share);
    adopt(std::move(next));
    try {
        bring_picture();
    } catch (const Error&) { // the system is in force all the same: the next picture is tried again
    }
}

void Simulation::apply(const Settings& settings) {
    const Lead lead(*this, {.kind = RankOrder::Kind::apply, .settings = settings});
    Plan next = planned_by_all(settings, suggested_by(*system_));
    const bool moves = next.device != state_->device() ||
                       !std::ranges::equal(sharing_members(next.members, state_->local_count()),
                                           state_->members());
    const Clock::time_point start = Clock::now();
    if (moves || settings.precision != state_->precision()) {
        on_all(ranks_, [&] {
            move_to(bodies_to_move(next), next);
            ranks_.size() > 1 ? next.state->number(state_->numbers()) : void();
        });
    }
    adopt(std::move(next));
    if (moves) {
        move_milliseconds_ = milliseconds_since(start);
    }
    update_adaptive_step();
}

Bodies<double> Simulation::bodies_to_move(Plan& plan) {
    try {
        return finish_bodies(*begin_reading(whole_bodies()));
    } catch (const Error&) {
        checkpoint_.take_last();
        const bool stay = plan.device == state_->device() && state_->members().empty();
        if (ranks_.size() > 1 || stay || checkpoint_.newest() == nullptr) {
            throw;
        }
    }
    const Checkpoint& kept = *checkpoint_.newest();
    plan.moment = {kept.steps, kept.time};
    plan.loss = sentence_on_loss(time_, kept.time, steps_ - kept.steps);
    return kept.bodies();
}

void Simulation::move_to(Bodies<double> bodies, Plan& plan) {
    plan.forces_changed = true;
    if (plan.device) {
        const std::span<const int> members = sharing_members(plan.members, bodies.size());
        plan.state = members.empty()
                         ? make_device_state(bodies, plan.settings.precision, *plan.device)
                         : make_group_state(bodies, plan.settings.precision, members);
        plan.copy = make_host_image(std::move(bodies));
    } else {
        plan.state = make_host_state(std::move(bodies), plan.settings.precision);
    }
}

Simulation::Plan Simulation::plan(const Settings& settings, const SuggestedDefaults& scales) const {
    Plan next{settings, checked(settings, scales), {steps_, time_}};
    const CheckedSettings& found = next.found;
    next.device = home_device(found.info, found.devices);
    const bool many = ranks_.size() > 1;
    // Among many the host has the bodies, and a GPU copies of them while it computes, unless its
    // algorithm knows of ranks, and not of images: domains of GPUs see none of each other's.
    const bool hosted = many && next.device &&
                        !(found.algorithm.info.knows_ranks && ranks_.size() <= most_domains &&
                          !found.forces.box.is_periodic());
    if (many && next.device) {
        next.device = device_of_rank(found.devices, place_on_machine_);
    }
    const std::optional<int> computes = next.device;
    if (hosted) {
        next.device.reset();
    }
    if (!many && settings.sharing == Sharing::peer && found.algorithm.shared != nullptr &&
        found.algorithm.info.knows_ranks && !found.forces.box.is_periodic()) {
        next.members = gpus_of_group(found.devices);
    }
    if (workers_ == nullptr || settings.threads != settings_.threads) {
        next.workers = std::make_unique<Workers>(settings.threads, priority_);
    }
    if (solver_ == nullptr || settings.algorithm != settings_.algorithm ||
        settings.sharing != settings_.sharing ||
        (hosted && settings.devices != settings_.devices) ||
        (many && found.forces.box.is_periodic() != forces_.box.is_periodic())) {
        next.solver = found.algorithm.make_with(many ? Sharing::none : settings.sharing);
        if (hosted) {
            next.solver = hosted_solver(std::move(next.solver), *computes);
        }
        if (many) {
            next.solver = std::make_unique<RankedSolver>(std::move(next.solver));
        }
    }
    next.forces_changed =
        next.solver != nullptr || !(found.forces == forces_) || found.devices != devices_;
    return next;
}

// No process goes on alone with settings that another cannot take.
Simulation::Plan Simulation::planned_by_all(const Settings& settings,
                                            const SuggestedDefaults& scales) const {
    std::optional<Plan> next;
    on_all(ranks_, [&] { next.emplace(plan(settings, scales)); });
    if (ranks_.size() > 1) {
        choose_mpi_memory(settings.mpi_memory, next->device);
    }
    return std::move(*next);
}

void Simulation::adopt(Plan plan) noexcept {
    if (plan.forces_changed) {
        known_ = {};
        timings_ = {};
        order_known_ = false;
        forget_work();
        share_.improved = 0;
    }
    if (plan.workers != nullptr) {
        workers_ = std::move(plan.workers);
    }
    if (plan.solver != nullptr) {
        solver_ = std::move(plan.solver);
    }
    integrator_ = &plan.found.integrator;
    devices_ = std::move(plan.found.devices);
    step_accuracy_ = plan.found.step_accuracy;
    steps_ = plan.moment.step;
    loss_ = std::move(plan.loss);
    const bool others = plan.state != nullptr;
    if (others) {
        next_order_ = 0;
        lightest_mass_.reset();
        evaluated_ahead_ = false;
        share_.along_curve = share_.along_curve && ranks_.size() > 1;
        checkpoint_.drop();
    }
    {
        const std::lock_guard lock(mutex_);
        settings_ = std::move(plan.settings);
        forces_ = std::move(plan.found.forces);
        time_ = plan.moment.time;
        if (plan.system) {
            system_.swap(plan.system);
        }
        if (others) {
            state_.swap(plan.state); // the old one is freed after the lock
            departed_ = {};
            show_change();
        }
    }
    if (plan.copy != nullptr) {
        Checkpoint kept = moment();
        kept.image = std::move(plan.copy);
        checkpoint_.keep(std::move(kept), Clock::now());
    }
}

} // namespace orrery
