// The loop of the simulation's thread: it takes what is in its mailbox, steps, and shows how far it
// has come.
#include "sim/simulation/simulation_thread.hpp"

#include "sim/simulation/load_source.hpp"

#include <chrono>
#include <new>
#include <utility>

namespace orrery {

namespace {

// Energy and momentum cost a pass over the bodies and a seventh of a tree's step; the plots need no
// more than this. Long steps are measured so seldom that their number a second does not show it;
// nor, where there are many a second, how steady they are.
constexpr auto time_between_measurements = std::chrono::milliseconds(30);
constexpr double milliseconds_of_short_steps = 1, milliseconds_of_long_steps = 10;
constexpr std::uint64_t steps_between_measurements = 128;
constexpr auto longest_time_between = std::chrono::seconds(2);
constexpr auto time_between_of_long_steps = std::chrono::milliseconds(500);

Error as_error(const std::exception& exception) {
    if (const auto* error = dynamic_cast<const Error*>(&exception)) {
        return *error;
    }
    if (dynamic_cast<const std::bad_alloc*>(&exception) != nullptr) {
        return failure("not enough memory", "the simulation", "use fewer bodies");
    }
    return failure(exception.what(), "the simulation", "choose another algorithm or reset");
}

} // namespace

void SimulationThread::run(const std::stop_token& quit) {
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
            if (mail.budget) {
                travel_.set_budget(*mail.budget);
            }
            if (mail.loop) {
                take_loop(*mail.loop);
            }
            if (mail.journey) {
                set_out(*mail.journey);
            }
            go_on_with_journey();
            for (const BodyEdit& wanted : mail.edits) {
                change_bodies(wanted);
            }
            for (const bool backwards : mail.single_steps) {
                single_step(backwards);
            }
            if (mail.verify_samples != 0) {
                measure_error(mail.verify_samples);
            }
            for (InspectOrder& order : mail.inspections) {
                answer(order);
            }
            for (std::packaged_task<void()>& errand : mail.errands) {
                errand();
            }
            running_step();
        } catch (const std::exception& exception) {
            stop_because(as_error(exception));
        }
        show_ranks_bodies();
    }
}

SimulationThread::Mailbox SimulationThread::take_mail(const std::stop_token& quit) {
    std::unique_lock lock(mutex_);
    resting_ = true;
    rested_.notify_all();
    while (idle() && !quit.stop_requested()) {
        if (runs()) {
            woken_.wait_until(lock, pacer_.due());
        } else {
            woken_.wait(lock);
        }
    }
    resting_ = false;
    interrupt_ = std::stop_source();
    if (quit.stop_requested()) {
        interrupt_.request_stop();
    }
    return std::exchange(mailbox_, {});
}

void SimulationThread::apply(const Settings& wanted, const Mailbox& mail) {
    if (!loaded_ || mail.reset || mail.restored || mail.first || !same_system(wanted, in_force_)) {
        load(wanted, mail);
    } else {
        change(wanted);
    }
    in_force_ = wanted;
    if (!wanted.running) {
        repeating_ = false;
        goal_.reset();
        rests_ = false;
    }
    turns_->forget_lengths();
    publish_travel(false);
    set_pace(wanted.steps_per_second);
    const std::lock_guard lock(mutex_);
    board_.show_settings(simulation_, wanted);
    if (!mail.reset) {
        board_.status.last_switch_milliseconds = milliseconds_since(mail.settings_sent);
    }
}

// On the way to a goal as fast as it goes.
void SimulationThread::set_pace(double steps_per_second) {
    const std::lock_guard lock(mutex_);
    pacer_.set_pace(goal_ ? 0 : steps_per_second, Clock::now());
    simulation_.set_flight(pacer_.slow_period());
}

// The bodies stay where they are. Only the clock's settings: nothing that is computed changes.
void SimulationThread::change(const Settings& wanted) {
    if (computing(wanted) == computing(in_force_)) {
        return;
    }
    if (travel_.in_past() && in_force_.running) {
        begin_branch(wanted);
    } else {
        simulation_.apply(wanted);
        travel_.command(wanted);
    }
    const std::lock_guard lock(mutex_);
    if (wanted.softening != in_force_.softening) { // energies cannot be compared
        board_.forget_baselines();
        evaluated_ = false;
    }
}

// The timeline so far, to come back to; null if there is nothing, or no memory for it.
std::shared_ptr<const Timeline> SimulationThread::kept() {
    if (simulation_.ranks().size() > 1) { // of which none comes back to a moment
        return nullptr;
    }
    try {
        return travel_.whole();
    } catch (const std::exception&) { // a lost GPU, say: then it cannot be come back to
        return nullptr;
    }
}

void SimulationThread::load(const Settings& wanted, const Mailbox& mail) {
    const auto loading = [this](bool value) { locked([&] { board_.status.loading = value; }); };
    loading(true);
    std::shared_ptr<const Timeline> replaced = kept();
    ForceError rounding;
    try {
        if (mail.restored) {
            travel_.resume(*mail.restored, wanted);
        } else if (mail.first) {
            rounding = rounding_of_source(*mail.first, wanted, simulation_.workers());
            simulation_.load(*mail.first, wanted);
            travel_.begin();
        } else {
            rounding = simulation_.load(wanted);
            travel_.begin();
        }
    } catch (...) {
        loading(false);
        keeps_going_ = loaded_; // the system that was there is
        throw;
    }
    loaded_ = true;
    evaluated_ = false;
    journey_.reset();
    goal_.reset();
    loop_.reset();
    rests_ = repeating_ = travelled_ = false;
    publish_travel(true);

    const std::lock_guard lock(mutex_);
    board_.replaced.push_back({.timeline = std::move(replaced)});
    board_.show_load(simulation_);
    board_.status.rounding = rounding;
}

void SimulationThread::single_step(bool backwards) {
    if (!loaded_) {
        return;
    }
    if (travel_.in_past()) {
        const std::uint64_t step = simulation_.steps();
        if (backwards && step == travel_.timeline().first_step()) {
            return;
        }
        set_out({.step = backwards ? step - 1 : step + 1});
        go_on_with_journey();
        return;
    }
    if (travelled_) {
        begin_branch(in_force_);
    }
    const TimeDirection direction = backwards ? TimeDirection::backwards : TimeDirection::forwards;
    Settings so = in_force_;
    so.reversed = backwards;
    travel_.command(so);
    StepTurn turn(*turns_, interruption());
    mark_step(true);
    simulation_.measure_steps(true);
    if (turn.begun() && simulation_.step(direction, interruption()) == Outcome::complete) {
        travel_.stepped();
        publish_progress(true, true);
        trace_step();
        turn.completed();
    }
    travel_.command(in_force_);
    mark_step(false);
}

// Records the places of the bodies that are followed step by step.
void SimulationThread::trace_step() {
    const ReadRequest wanted = locked([this] {
        return trace_.wanted(board_.status.bodies_serial, board_.status.state_device, Clock::now());
    });
    if (!wanted.bodies.empty()) {
        const BodyValues values = simulation_.read(wanted);
        locked([&] { trace_.add(wanted, values); });
    }
}

// A step begins, or has ended.
void SimulationThread::mark_step(bool begins) {
    const std::lock_guard lock(mutex_);
    board_.status.stepping = begins;
    step_began_ = begins ? std::optional(Clock::now()) : std::nullopt;
}

void SimulationThread::running_step() {
    if (!runs()) {
        return;
    }
    go_back_in_loop();
    if (locked([this] { return Clock::now() < pacer_.due(); })) {
        return;
    }
    const auto [with, stop] =
        locked([this] { return std::pair(lockstep_, interrupt_.get_token()); });
    if (with.gate && !with.gate->pass(with.number, simulation_.time(), in_force_.reversed, stop)) {
        return; // something else is to be done before those come that it keeps time with
    }
    locked([this] { pacer_.begin(Clock::now()); });
    mark_step(true);
    step_in_turn();
    mark_step(false);
}

// Measurements after the step belong to its turn too: they take the GPU as well.
void SimulationThread::step_in_turn() {
    StepTurn turn(*turns_, interruption());
    if (!turn.begun()) {
        return;
    }
    const bool first = !evaluated_;
    if (first) {
        if (simulation_.evaluate(interruption()) == Outcome::cancelled) {
            return;
        }
        evaluated_ = true;
        publish_progress(false, true);
    }
    const bool measured = measurement_due();
    simulation_.measure_steps(measured);
    const double time_before = simulation_.time();
    if (next_step() == Outcome::cancelled) {
        return;
    }
    publish_progress(true, measured);
    if (simulation_.ranks().size() == 1) { // else with their picture
        trace_step();
    }
    if (!first) {
        turn.completed();
    }
    look_at_goal();
    look_for_today(time_before);
}

// One that has been taken before, in a loop, or a new one.
Outcome SimulationThread::next_step() {
    if (travel_.in_past() && (loop_ || repeating_ || goal_)) {
        return travel_.repeat_step(interruption());
    }
    if (travel_.in_past() || travelled_) {
        begin_branch(in_force_);
    }
    const Outcome outcome = simulation_.step(interruption());
    if (outcome == Outcome::complete) {
        travel_.stepped();
    }
    return outcome;
}

// Interactions that colour the bodies are otherwise counted by the steps.
void SimulationThread::count_while_paused() {
    if (in_force_.running || !in_force_.count_interactions ||
        !simulation_.solver_info().counts_interactions) {
        return;
    }
    if (simulation_.evaluate(interruption()) == Outcome::complete) {
        evaluated_ = true;
        publish_progress(false, true);
    }
}

void SimulationThread::measure_error(std::size_t samples) {
    if (!loaded_) {
        return;
    }
    locked([this] { board_.status.verifying = true; });
    std::optional<ForceError> error;
    try {
        error = simulation_.force_error(samples, simulation_.steps() + 1, interruption());
    } catch (...) {
        locked([this] { board_.status.verifying = false; });
        throw;
    }
    const std::lock_guard lock(mutex_);
    board_.status.verifying = false;
    if (error) {
        board_.status.verified = VerifiedForces{*error, simulation_.settings(), simulation_.box()};
    }
}

// An order that is dropped, here or by an error, breaks its promise: whoever waits hears that.
void SimulationThread::answer(InspectOrder& order) {
    if (loaded_) {
        order.answer.set_value(simulation_.inspect(order.request, interruption()));
    }
}

// What readers see where many ranks simulate, also of a step before one that failed.
void SimulationThread::show_ranks_bodies() {
    if (!simulation_.picture_due(!runs())) {
        return;
    }
    try {
        simulation_.bring_picture();
        trace_step();
    } catch (const std::exception& exception) {
        stop_because(as_error(exception));
    }
}

bool SimulationThread::measurement_due() const {
    const auto since = Clock::now() - last_measurement_;
    const double milliseconds = simulation_.timings().total_milliseconds;
    if (milliseconds < milliseconds_of_short_steps) {
        return since >= time_between_measurements;
    }
    if (milliseconds >= milliseconds_of_long_steps) {
        return since >= time_between_of_long_steps;
    }
    return since >= longest_time_between ||
           simulation_.steps() - last_measured_step_ >= steps_between_measurements;
}

void SimulationThread::publish_progress(bool stepped, bool measured) {
    std::optional<Conserved> conserved;
    if (measured) {
        conserved = simulation_.conserved();
        last_measurement_ = Clock::now();
        last_measured_step_ = simulation_.steps();
    }
    std::vector<RankWork> ranks;
    if (measured && simulation_.ranks().size() > 1) {
        ranks = simulation_.rank_work();
    }
    publish_travel(false);
    const std::lock_guard lock(mutex_);
    board_.show_progress(simulation_, conserved);
    if (!ranks.empty()) {
        board_.status.ranks = std::move(ranks);
    }
    if (stepped) {
        board_.add({Clock::now(), simulation_.steps(), simulation_.time(), in_force_.algorithm,
                    simulation_.timings(), conserved});
    }
}

// The last good state stays, on screen too. After a failure of a step the simulation pauses until
// the user decides; a file that cannot be read is no reason to stop what is shown.
void SimulationThread::stop_because(const Error& error) {
    in_force_.running = in_force_.running && std::exchange(keeps_going_, false);
    journey_.reset();
    goal_.reset();
    rests_ = false;
    travel_.show();
    publish_travel(false);
    const std::lock_guard lock(mutex_);
    step_began_.reset();
    board_.show_error(error, in_force_);
}

} // namespace orrery
