// Runs the ladder: each algorithm that runs here for about a second, on the bodies that are there,
// and then the one before it again. Those whose step would take longer keep their estimate.
#include "app/features/features.hpp"
#include "app/stage/chart_layer.hpp"
#include "app/state/measurement_status.hpp"
#include "app/state/source_choice.hpp"

#include <deque>
#include <string>

namespace orrery {

namespace {

constexpr double seconds_each = 1.2;
constexpr double longest_step_milliseconds = 1500;

class LadderRun : public Feature {
public:
    void update(Frame& frame) override {
        AppState& app = frame.app;
        if (app.requests.take<RunLadder>()) {
            under_way_ ? end(app) : begin(app);
        }
        if (under_way_ && app.settings.algorithm != own_) { // somebody chose another one
            under_way_ = false;
        }
        const double seconds = app.now - since_;
        const bool has_run = under_way_ && app.history.costs().of(own_).is_measured();
        if (under_way_ && ((has_run && seconds >= seconds_each) || seconds > 4 * seconds_each)) {
            go_on(app);
        }
    }

private:
    void begin(AppState& app) {
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

    void go_on(AppState& app) {
        if (algorithms_.empty()) {
            end(app);
            return;
        }
        own_ = algorithms_.front();
        algorithms_.pop_front();
        set(app, own_);
        since_ = app.now;
    }

    void end(AppState& app) {
        under_way_ = false;
        set(app, chosen_);
    }

    // Nothing that one would undo: at the end it is as before.
    static void set(AppState& app, const std::string& algorithm) {
        app.settings.algorithm = algorithm;
        app.undo.rebase(app.settings, app.view);
    }

    std::deque<std::string> algorithms_; // still to come
    std::string chosen_, own_;           // before; that was set last
    double since_ = 0;
    bool under_way_ = false;
};

} // namespace

FeatureEntry ladder_run_feature() {
    return feature<LadderRun>();
}

} // namespace orrery
