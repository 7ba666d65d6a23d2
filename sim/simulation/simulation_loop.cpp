#include "sim/simulation/simulation_loop.hpp"

#include "sim/simulation/load_source.hpp"

#include <chrono>
#include <new>
#include <utility>

namespace orrery {

namespace {

// Energy and momentum cost a pass over the bodies and a seventh of a tree's step; the plots need no
// more than this. Of steps that last, so few are measured that neither their number a second nor
// how steady they are shows it.
constexpr auto time_between_measurements = std::chrono::milliseconds(30);
constexpr double milliseconds_of_short_steps = 1;
constexpr std::uint64_t steps_between_measurements = 128;
constexpr auto longest_between_measurements = std::chrono::seconds(2);

// Energies before and after such a change cannot be compared.
bool changes_energy(const Settings& a, const Settings& b) {
    return a.softening != b.softening;
}

Error as_error(const std::exception& exception) {
    if (const auto* error = dynamic_cast<const Error*>(&exception)) {
        return *error;
    }
    if (dynamic_cast<const std::bad_alloc*>(&exception) != nullptr) {
        return failure("there is not enough memory", "the simulation", "use fewer bodies");
    }
    return failure(exception.what(), "the simulation", "choose another algorithm or reset");
}

} // namespace

void SimulationLoop::run(const std::stop_token& quit) {
    lower_thread_priority();
    while (!quit.stop_requested()) {
        Mailbox mail = take_mail(quit);
        if (quit.stop_requested()) {
            return;
        }
        try {
            if (mail.settings || mail.reset) {
                apply(mail.settings.value_or(in_force_), mail);
                count_while_paused();
            }
            for (const bool backwards : mail.single_steps) {
                single_step(backwards);
            }
            if (mail.verify_samples != 0) {
                verify(mail.verify_samples);
            }
            for (InspectOrder& order : mail.inspections) {
                answer(order);
            }
            running_step();
        } catch (const std::exception& exception) {
            stop_because(as_error(exception));
        }
    }
}

bool SimulationLoop::idle() const {
    const bool mail = mailbox.settings || mailbox.reset || !mailbox.single_steps.empty() ||
                      mailbox.verify_samples != 0 || !mailbox.inspections.empty();
    const Clock::time_point now = Clock::now();
    return !mail && !(loaded_ && in_force_.running && now >= pacer.due());
}

SimulationLoop::Mailbox SimulationLoop::take_mail(const std::stop_token& quit) {
    std::unique_lock lock(mutex);
    resting = true;
    rested.notify_all();
    while (idle() && !quit.stop_requested()) {
        if (loaded_ && in_force_.running) {
            woken.wait_until(lock, pacer.due());
        } else {
            woken.wait(lock);
        }
    }
    resting = false;
    interrupt = std::stop_source();
    if (quit.stop_requested()) {
        interrupt.request_stop();
    }
    return std::exchange(mailbox, {});
}

void SimulationLoop::apply(const Settings& wanted, const Mailbox& mail) {
    if (!loaded_ || mail.reset || mail.restored || !same_system(wanted, in_force_)) {
        load(wanted, mail.restored);
    } else {
        simulation.apply(wanted);
        const std::lock_guard lock(mutex);
        if (changes_energy(wanted, in_force_)) {
            board.status.initial.reset();
            evaluated_ = false;
        }
    }
    in_force_ = wanted;
    turns->forget_lengths();
    const std::lock_guard lock(mutex);
    pacer.set_pace(wanted.steps_per_second, Clock::now());
    board.show_settings(simulation, wanted);
    if (!mail.reset) {
        board.status.last_switch_milliseconds = milliseconds_since(mail.settings_sent);
    }
}

// The bodies as they are now, with what their system suggests, to come back to; null where there
// are none, or no memory for them.
std::shared_ptr<const System> SimulationLoop::kept() const {
    if (!loaded_) {
        return nullptr;
    }
    try {
        auto system = std::make_shared<System>(simulation.snapshot());
        const SuggestedDefaults suggested = simulation.suggested();
        system->time_step = suggested.time_step;
        system->softening = suggested.softening;
        system->step_accuracy = suggested.step_accuracy;
        return system;
    } catch (const std::exception&) { // a lost GPU, say: then they cannot be come back to
        return nullptr;
    }
}

void SimulationLoop::load(const Settings& wanted, const std::shared_ptr<const System>& restored) {
    const auto loading = [this](bool value) {
        const std::lock_guard lock(mutex);
        board.status.loading = value;
    };
    loading(true);
    std::shared_ptr<const System> replaced = kept();
    try {
        simulation.load(restored ? *restored : load_source(wanted), wanted);
    } catch (...) {
        loading(false);
        keeps_going_ = loaded_; // the system that was there is
        throw;
    }
    loaded_ = true;
    evaluated_ = false;

    const std::lock_guard lock(mutex);
    board.replaced = std::move(replaced);
    board.show_load(simulation);
}

void SimulationLoop::single_step(bool backwards) {
    if (!loaded_) {
        return;
    }
    const TimeDirection direction = backwards ? TimeDirection::backwards : TimeDirection::forwards;
    StepTurn turn(*turns, interruption());
    mark_step(true);
    simulation.measure_steps(true);
    if (turn.begun() && simulation.step(direction, interruption()) == Outcome::complete) {
        publish_progress(true, true);
        turn.completed();
    }
    mark_step(false);
}

// A step begins, or has ended.
void SimulationLoop::mark_step(bool begins) {
    const std::lock_guard lock(mutex);
    board.status.stepping = begins;
    step_began = begins ? std::optional(Clock::now()) : std::nullopt;
}

void SimulationLoop::running_step() {
    if (!loaded_ || !in_force_.running) {
        return;
    }
    {
        const std::lock_guard lock(mutex);
        if (Clock::now() < pacer.due()) {
            return;
        }
    }
    if (!keep_time()) {
        return;
    }
    {
        const std::lock_guard lock(mutex);
        pacer.begin(Clock::now());
    }
    mark_step(true);
    step_in_turn();
    mark_step(false);
}

// Waits for those that it keeps time with; false: something else is to be done first.
bool SimulationLoop::keep_time() {
    Company with;
    std::stop_token stop;
    {
        const std::lock_guard lock(mutex);
        with = company;
        stop = interrupt.get_token();
    }
    return !with.gate || with.gate->pass(with.number, simulation.time(), in_force_.reversed, stop);
}

// What is measured of the bodies after the step is done in its turn too: it takes the GPU as well.
void SimulationLoop::step_in_turn() {
    StepTurn turn(*turns, interruption());
    if (!turn.begun()) {
        return;
    }
    const bool first = !evaluated_;
    if (first) {
        if (simulation.evaluate(interruption()) == Outcome::cancelled) {
            return;
        }
        evaluated_ = true;
        publish_progress(false, true);
    }
    const bool measured = measurement_due();
    simulation.measure_steps(measured);
    if (simulation.step(interruption()) == Outcome::cancelled) {
        return;
    }
    publish_progress(true, measured);
    if (!first) {
        turn.completed();
    }
}

// Interactions that colour the bodies are otherwise counted by the steps.
void SimulationLoop::count_while_paused() {
    if (in_force_.running || !in_force_.count_interactions ||
        !simulation.solver_info().counts_interactions) {
        return;
    }
    if (simulation.evaluate(interruption()) == Outcome::complete) {
        evaluated_ = true;
        publish_progress(false, true);
    }
}

void SimulationLoop::verify(std::size_t samples) {
    if (!loaded_) {
        return;
    }
    {
        const std::lock_guard lock(mutex);
        board.status.verifying = true;
    }
    std::optional<ForceError> error;
    try {
        error = simulation.force_error(samples, simulation.steps() + 1, interruption());
    } catch (...) {
        const std::lock_guard lock(mutex);
        board.status.verifying = false;
        throw;
    }
    const std::lock_guard lock(mutex);
    board.status.verifying = false;
    if (error) {
        board.status.verified = VerifiedForces{*error, simulation.settings()};
    }
}

// An order that is dropped, here or by an error, breaks its promise: whoever waits hears that.
void SimulationLoop::answer(InspectOrder& order) {
    if (loaded_) {
        order.answer.set_value(simulation.inspect(order.request, interruption()));
    }
}

bool SimulationLoop::measurement_due() const {
    const auto since = Clock::now() - last_measurement_;
    if (since < time_between_measurements) {
        return false;
    }
    return simulation.timings().total_milliseconds < milliseconds_of_short_steps ||
           simulation.steps() - last_measured_step_ >= steps_between_measurements ||
           since >= longest_between_measurements;
}

void SimulationLoop::publish_progress(bool stepped, bool measured) {
    std::optional<Conserved> conserved;
    if (measured) {
        conserved = simulation.conserved();
        last_measurement_ = Clock::now();
        last_measured_step_ = simulation.steps();
    }
    StepReport report{Clock::now(),        simulation.steps(),   simulation.time(),
                      in_force_.algorithm, simulation.timings(), conserved};

    const std::lock_guard lock(mutex);
    board.show_progress(simulation, conserved);
    if (!stepped) {
        return;
    }
    board.add(std::move(report));
}

// The last good state stays, on screen too. After a failure of a step the simulation pauses until
// somebody decides; a file that cannot be read is no reason to stop what is shown.
void SimulationLoop::stop_because(const Error& error) {
    in_force_.running = in_force_.running && std::exchange(keeps_going_, false);
    const std::lock_guard lock(mutex);
    step_began.reset();
    board.show_error(error, in_force_);
}

} // namespace orrery
