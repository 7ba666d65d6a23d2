// Journeys of the simulation's thread: to moments of its timeline and beyond, in loops, and where
// something else happens from.
#include "sim/simulation/simulation_thread.hpp"

#include <chrono>
#include <utility>

namespace orrery {

namespace {

// A bar needs no more.
constexpr auto time_between_marks = std::chrono::milliseconds(200);

} // namespace

void SimulationThread::set_out(const Journey& journey) {
    if (!loaded_) {
        return;
    }
    const bool stays = !journey.step && !journey.time;
    if (stays && journey_) {
        travel_.show(); // wherever it has come to
        publish_progress(false, true);
    }
    journey_.reset();
    goal_.reset();
    rests_ = false;
    if (journey.new_steps) {
        goal_ = journey.time;
    } else if (!stays) {
        journey_ = journey;
        repeating_ = false;
        in_force_.running = false; // else something else would happen from there on
        locked([this] { board_.status.settings.running = false; });
    }
    set_pace(in_force_.steps_per_second);
    look_at_goal();
    publish_travel(false);
}

// Cancelled, it is gone on with, unless mail says otherwise.
void SimulationThread::go_on_with_journey() {
    if (!journey_) {
        return;
    }
    travelled_ = true;
    const auto told = [this](double share) {
        locked([&] { board_.status.travel.under_way = share; });
    };
    told(0);
    const Outcome outcome = journey_->step
                                ? travel_.go_to(*journey_->step, interruption(), told)
                                : travel_.go_to_time(*journey_->time, interruption(), told);
    if (outcome == Outcome::complete) {
        journey_.reset();
        publish_travel(true);
        publish_progress(false, true);
    }
}

void SimulationThread::look_at_goal() {
    if (!goal_ || rests_) {
        return;
    }
    const double now = simulation_.time();
    if (in_force_.reversed ? now <= *goal_ : now >= *goal_) {
        arrive();
    }
}

// The history of a universe has an end, today; asked to run again, it goes on.
void SimulationThread::look_for_today(double time_before) {
    const std::optional<Cosmology>& cosmology = simulation_.system()->cosmology;
    if (!cosmology || in_force_.reversed || loop_ || rests_) {
        return;
    }
    constexpr double rounded_down = 1 - 1e-6;
    const double today = cosmology->time(1) * rounded_down;
    if (time_before < today && simulation_.time() >= today) {
        arrive();
    }
}

void SimulationThread::arrive() {
    rests_ = true;
    goal_.reset();
    const std::lock_guard lock(mutex_);
    ++board_.status.travel.arrivals;
    board_.status.travel.goal.reset();
}

void SimulationThread::take_loop(const std::optional<StepSpan>& loop) {
    repeating_ = loop_.has_value() && !loop && travel_.in_past() && in_force_.running;
    loop_ = loop;
    if (loop_ && !(loop_->from < loop_->to)) {
        loop_.reset();
    }
    publish_travel(false);
}

// A loop begins where it is asked to, wherever one is.
void SimulationThread::go_back_in_loop() {
    if (!loop_ || !loaded_) {
        return;
    }
    const std::uint64_t step = simulation_.steps();
    if (step >= loop_->from && step < loop_->to && travel_.in_past()) {
        return;
    }
    travelled_ = true;
    if (travel_.go_to(loop_->from, interruption()) == Outcome::complete) {
        travel_.pin();
        publish_travel(true);
    }
}

void SimulationThread::begin_branch(const Settings& settings) {
    const bool replaces = travel_.in_past();
    auto replaced = travel_.branch(settings);
    travelled_ = false;
    repeating_ = false;
    loop_.reset();
    if (replaces) {
        const std::lock_guard lock(mutex_);
        board_.replaced.push_back(
            {std::move(replaced), false, {simulation_.steps(), simulation_.time()}});
    }
    publish_travel(true);
}

// From here on with other bodies, which begins another timeline in the past and else goes on with
// this one. The old bodies can be come back to; their energy has nothing to do with the new one.
void SimulationThread::change_bodies(const BodyEdit& wanted) {
    if (!loaded_) {
        return;
    }
    try {
        if (journey_) { // wherever it has come to
            travel_.show();
            journey_.reset();
        }
        if (travel_.in_past() || travelled_) {
            begin_branch(in_force_);
        }
        std::shared_ptr<const Timeline> before = kept();
        simulation_.edit(wanted);
        travel_.edited();
        evaluated_ = false;
        {
            const std::lock_guard lock(mutex_);
            board_.replaced.push_back({.timeline = std::move(before),
                                       .by_load = false,
                                       .from = {simulation_.steps(), simulation_.time()},
                                       .words = wanted.words});
            board_.show_edit(simulation_);
        }
        publish_travel(true);
    } catch (const Error& error) {
        const std::lock_guard lock(mutex_);
        board_.status.notice = error.problem() + ": " + error.hint();
        ++board_.status.notice_serial;
    }
}

void SimulationThread::publish_travel(bool jumped) {
    if (!travel_.begun()) {
        return;
    }
    const Timeline& timeline = travel_.timeline();
    const bool marks = jumped || Clock::now() - marks_shown_ >= time_between_marks;
    std::vector<TimelineMark> all;
    bool exact = true;
    if (marks) {
        all = timeline.marks();
        exact = timeline.exact();
        marks_shown_ = Clock::now();
    }
    const std::lock_guard lock(mutex_);
    board_.show_bodies(simulation_); // a journey over an edit comes to others
    TravelStatus& status = board_.status.travel;
    status.first = {timeline.first_step(), timeline.first_time()};
    status.end = timeline.end();
    status.step = simulation_.steps();
    status.in_past = travel_.in_past();
    status.under_way = journey_ ? status.under_way : std::nullopt;
    status.loop = loop_;
    status.goal = goal_;
    status.checkpoints = timeline.checkpoints();
    status.bytes = timeline.bytes();
    status.jumps += jumped ? 1 : 0;
    if (marks) {
        status.exact = exact;
        board_.marks = std::move(all);
    }
}

} // namespace orrery
