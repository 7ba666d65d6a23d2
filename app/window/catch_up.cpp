#include "app/window/catch_up.hpp"

#include "app/language/tr.hpp"

#include "sim/simulation/load_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace orrery {

namespace {

constexpr const char* subject = "catch-up";

std::string four_digits(double number) {
    return with_decimal_mark(fmt::format("{:.4g}", number));
}
constexpr double batch_milliseconds =
    400; // of steps that are asked for at once; a change ends them
constexpr double max_steps = 2000;

} // namespace

void CatchUp::begin(AppState& app, double time) {
    app.settings.running = false;
    goal_ = Goal{.time = time, .load_before = app.status.load_serial};
    if (app.status.loaded && same_system(app.settings, app.status.settings)) {
        app.simulation.reset();
    }
}

void CatchUp::poll(AppState& app) {
    if (!goal_) {
        return;
    }
    const SimulationStatus& status = app.status;
    const bool other = goal_->load != 0 && status.load_serial != goal_->load;
    if (app.settings.running || status.error || other) {
        goal_.reset();
        return;
    }
    if (status.load_serial == goal_->load_before || status.loading) {
        return;
    }
    if (goal_->load == 0) {
        goal_->load = status.load_serial;
        goal_->began_at = status.time;
    }
    if (status.steps >= goal_->asked_for) {
        go_on(app);
    }
}

void CatchUp::go_on(AppState& app) {
    const SimulationStatus& status = app.status;
    const double direction = app.settings.reversed ? -1 : 1;
    const double left = direction * (goal_->time - status.time);
    const double step = std::abs(status.time_step);
    if (left <= step / 2 || !(step > 0)) {
        if (left < -step / 2) {
            app.announce(subject, tr_format("From here there is no way to t = {}: time runs "
                                            "the other way",
                                            four_digits(goal_->time)));
        } else {
            app.announce(subject, tr_format("t = {}: Space goes on", four_digits(status.time)));
        }
        goal_.reset();
        return;
    }
    const StepCost cost = app.history.costs().of(status.settings.algorithm);
    const double at_once = cost.milliseconds > 0 ? batch_milliseconds / cost.milliseconds : 1;
    const double steps = std::clamp(std::min(std::floor(left / step), at_once), 1.0, max_steps);
    for (double i = 0; i < std::floor(steps); ++i) {
        app.simulation.step_once(app.settings.reversed);
    }
    goal_->asked_for = status.steps + static_cast<std::uint64_t>(steps);
    const double way = std::abs(goal_->time - goal_->began_at);
    app.announce(subject, tr_format("Computing up to t = {}: {:.0f} %", four_digits(goal_->time),
                                    100 * (1 - left / std::max(way, left))));
}

} // namespace orrery
