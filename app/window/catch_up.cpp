#include "app/window/catch_up.hpp"

#include "app/language/tr.hpp"
#include "app/state/body_edits.hpp"
#include "app/state/spoken_command.hpp"

#include "sim/base/error.hpp"
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

void CatchUp::begin(AppState& app, double time, std::vector<ShownEdit> edits) {
    app.settings.running = false;
    goal_ = Goal{
        .time = time, .edits = {edits.begin(), edits.end()}, .load_before = app.status.load_serial};
    if (app.status.loaded && same_system(app.settings, app.status.settings)) {
        app.simulation.reset();
    }
}

void CatchUp::act(Frame& frame) {
    AppState& app = frame.app;
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
    const bool edits = !app.get<BodyEdits>().wanted.empty() || app.get<BodyEdits>().sent;
    if (status.steps >= goal_->asked_for && !edits) {
        go_on(app);
    }
}

// At an edit, or where it was to come to.
void CatchUp::arrive(AppState& app) {
    if (goal_->edits.empty()) {
        app.announce(subject, tr_format("t = {}: Space continues", four_digits(app.status.time)));
        goal_.reset();
        return;
    }
    const std::string words = goal_->edits.front().words;
    goal_->edits.pop_front();
    try {
        app.actions.run(spoken_command(app.actions, words));
    } catch (const Error& error) { // of another version: the others may do
        app.say(error.what(), true);
    }
}

void CatchUp::go_on(AppState& app) {
    const SimulationStatus& status = app.status;
    const double next = goal_->edits.empty() ? goal_->time : goal_->edits.front().time;
    const bool backwards = next < status.time;
    const double left = std::abs(next - status.time);
    const double step = std::abs(status.time_step);
    if (left <= step / 2 || !(step > 0)) {
        arrive(app);
        return;
    }
    const StepCost cost = app.history.costs().of(status.settings.algorithm);
    const double at_once = cost.milliseconds > 0 ? batch_milliseconds / cost.milliseconds : 1;
    const double steps = std::clamp(std::min(std::floor(left / step), at_once), 1.0, max_steps);
    for (double i = 0; i < std::floor(steps); ++i) {
        app.simulation.step_once(backwards);
    }
    goal_->asked_for = status.steps + static_cast<std::uint64_t>(steps);
    const double way = std::abs(goal_->time - goal_->began_at);
    const double after = std::abs(goal_->time - status.time);
    app.announce(subject, tr_format("Computing up to t = {}: {:.0f} %", four_digits(goal_->time),
                                    100 * (1 - after / std::max(way, after))));
}

} // namespace orrery
