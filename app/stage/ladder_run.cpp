#include "app/stage/ladder_run.hpp"

#include "app/stage/chart_layer.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"

#include <utility>

namespace orrery {

namespace {

constexpr double seconds_each = 1.2;
constexpr double longest_step_milliseconds = 1500;

// Nothing that one would undo: at the end it is as before.
void set(AppState& app, const std::string& algorithm) {
    app.settings.algorithm = algorithm;
    app.undo.rebase(app.settings, app.view);
}

} // namespace

void LadderRun::update(Frame& frame) {
    AppState& app = frame.app;
    if (app.requests.take<RunLadder>()) {
        if (under_way_) {
            under_way_ = false;
            set(app, chosen_);
            return;
        }
        begin(app);
    }
    if (!under_way_) {
        return;
    }
    if (app.settings.algorithm != own_) { // somebody chose another one
        under_way_ = false;
        return;
    }
    const bool has_run = app.history.costs().of(own_).is_measured();
    const double seconds = app.now - since_;
    if ((has_run && seconds >= seconds_each) || seconds > 4 * seconds_each) {
        go_on(app);
    }
}

void LadderRun::begin(AppState& app) {
    chosen_ = app.settings.algorithm;
    algorithms_.clear();
    for (const SolverEntry& entry : solvers()) {
        const StepCost cost = app.history.costs().of(entry.info.id);
        if (is_charted(app, entry.info.id) && why_not(entry, app.settings).empty() &&
            cost.milliseconds < longest_step_milliseconds) {
            algorithms_.emplace_back(entry.info.id);
        }
    }
    app.view.show_chart = true;
    app.settings.running = true;
    under_way_ = true;
    go_on(app);
}

void LadderRun::go_on(AppState& app) {
    if (algorithms_.empty()) {
        under_way_ = false;
        set(app, chosen_);
        return;
    }
    own_ = algorithms_.front();
    algorithms_.erase(algorithms_.begin());
    set(app, own_);
    since_ = app.now;
}

} // namespace orrery
