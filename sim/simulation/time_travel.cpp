#include "sim/simulation/time_travel.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace orrery {
namespace {

// A checkpoint costs nothing by itself, but the next step has to take other memory. So they come
// that far apart in time and, where a step is so quick that it would feel that, in steps.
constexpr auto min_time = std::chrono::milliseconds(500);
constexpr std::uint64_t min_steps = 128;
constexpr double bytes_a_millisecond = 2e6; // that new memory is made ready at
constexpr double share_not_felt = 0.02;

std::uint64_t distance(std::uint64_t a, std::uint64_t b) {
    return a < b ? b - a : a - b;
}

} // namespace

void TimeTravel::begin() {
    timeline_.emplace(std::make_shared<const Checkpoint>(simulation_.checkpoint()));
    on_track_ = true;
    kept_at_ = Clock::now();
}

void TimeTravel::resume(const Timeline& timeline, const Settings& settings) {
    simulation_.restore(*timeline.last(), settings);
    timeline_ = timeline;
    timeline_->reach({timeline.last()->steps, timeline.last()->time});
    on_track_ = true;
    kept_at_ = Clock::now();
    command(settings);
}

void TimeTravel::command(const Settings& settings) {
    if (in_past()) {
        on_track_ = false;
        return;
    }
    const bool converted = settings.precision != timeline_->settings_at(steps()).precision;
    timeline_->command(steps(), settings);
    if (converted) { // and back at once: the bodies are others
        keep_present(true);
    }
}

void TimeTravel::stepped() {
    timeline_->reach({steps(), simulation_.time()});
    if (simulation_.state_device()) {
        const auto fetched = simulation_.fetched_checkpoint();
        if (fetched && fetched->steps > timeline_->last()->steps) {
            timeline_->keep(fetched);
            timeline_->fit(budget_);
        }
    } else if (due()) {
        keep_present(false);
    }
}

bool TimeTravel::due() const {
    if (simulation_.ranks().size() > 1) { // which do not come back to it
        return false;
    }
    const Clock::time_point now = Clock::now();
    if (now - kept_at_ < min_time) {
        return false;
    }
    const double cost = static_cast<double>(timeline_->last()->bytes()) / bytes_a_millisecond;
    return cost < share_not_felt * simulation_.timings().total_milliseconds ||
           steps() >= timeline_->last()->steps + min_steps;
}

void TimeTravel::keep_present(bool pinned) {
    timeline_->keep(std::make_shared<const Checkpoint>(simulation_.checkpoint()), pinned);
    timeline_->fit(budget_);
    kept_at_ = Clock::now();
}

// Readers see the kept moment nearest to the destination.
void TimeTravel::show_nearest(std::uint64_t step) {
    const Checkpoint& nearest = timeline_->nearest(step);
    const std::uint64_t seen = showing_ ? shown_step_ : steps();
    if (distance(nearest.steps, step) < distance(seen, step) || !on_track_) {
        simulation_.show(nearest);
        shown_step_ = nearest.steps;
    } else if (!showing_) {
        simulation_.hold_picture();
        shown_step_ = steps();
    }
    showing_ = true;
}

Outcome TimeTravel::travel(std::uint64_t first, const std::function<bool()>& there,
                           const std::stop_token& stop, const Told& told) {
    if (on_track_ && !in_past()) {
        keep_present(false); // to come back to
    }
    show_nearest(first);
    const Checkpoint& start = timeline_->before(first);
    const bool on_the_way = on_track_ && steps() >= start.steps && steps() <= first;
    if (!on_the_way) {
        simulation_.restore(start, timeline_->settings_at(start.steps));
        on_track_ = true;
    }
    const std::uint64_t from = steps();
    while (steps() < first || (in_past() && !there())) {
        if (repeat_step(stop) == Outcome::cancelled) {
            return Outcome::cancelled;
        }
        if (told && first > from) {
            told(static_cast<double>(std::min(steps(), first) - from) /
                 static_cast<double>(first - from));
        }
    }
    show();
    return Outcome::complete;
}

Outcome TimeTravel::go_to(std::uint64_t step, const std::stop_token& stop, const Told& told) {
    step = std::clamp(step, timeline_->first_step(), timeline_->end().step);
    return travel(
        step, [&] { return steps() == step; }, stop, told);
}

Outcome TimeTravel::go_to_time(double time, const std::stop_token& stop, const Told& told) {
    const auto there = [&] {
        const bool back = timeline_->settings_at(steps()).reversed;
        const double now = simulation_.time();
        const double next = now + (back ? -1 : 1) * simulation_.time_step();
        return std::abs(now - time) <= std::abs(next - time);
    };
    return travel(timeline_->step_before(time), there, stop, told);
}

void TimeTravel::show() {
    simulation_.show_state();
    showing_ = false;
}

Outcome TimeTravel::repeat_step(const std::stop_token& stop) {
    const Settings& then = timeline_->settings_at(steps());
    if (computing(simulation_.settings()) != then) {
        simulation_.apply(then);
    }
    const Outcome outcome = simulation_.step(stop);
    const auto edit = outcome == Outcome::complete ? timeline_->edit_at(steps()) : nullptr;
    if (edit != nullptr && edit->system != simulation_.system()) {
        simulation_.restore(*edit, timeline_->settings_at(steps()));
    }
    return outcome;
}

void TimeTravel::pin() {
    if (on_track_) {
        keep_present(true);
    }
}

std::shared_ptr<const Timeline> TimeTravel::branch(const Settings& settings) {
    const auto whole = std::make_shared<const Timeline>(*timeline_);
    timeline_->cut({steps(), simulation_.time()});
    if (computing(simulation_.settings()) != computing(settings)) {
        simulation_.apply(settings);
    }
    on_track_ = true;
    timeline_->command(steps(), settings);
    keep_present(true);
    return whole;
}

std::shared_ptr<const Timeline> TimeTravel::whole() {
    if (!timeline_) {
        return nullptr;
    }
    if (!in_past()) {
        keep_present(false);
    }
    return std::make_shared<const Timeline>(*timeline_);
}

} // namespace orrery
