#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"

#include <functional>
#include <utility>

namespace orrery {

// A measurement that has the machine to itself: it begins when the step in flight has ended, the
// simulation rests meanwhile, and goes on afterwards if it ran before.
template <class Result>
class RestedJob {
public:
    using Work = std::function<Result(const std::stop_token& stop)>;

    explicit RestedJob(Workers::Priority priority) : priority_(priority) {}

    // From the wish for it until its result is taken.
    bool under_way() const { return work_ != nullptr; }
    bool begun() const { return job_.under_way(); }

    // Asks for it, or ends what is under way.
    void start_or_stop(AppState& app, Work work) {
        if (begun()) {
            job_.cancel();
        } else if (under_way()) {
            end(app);
        } else {
            resume_ = std::exchange(app.settings.running, false);
            work_ = std::move(work);
        }
    }
    // Asked every frame: whether there is a result to take.
    bool finished(const AppState& app) {
        const SimulationStatus& status = app.status;
        if (under_way() && !begun() && !status.stepping && !status.loading &&
            !status.settings.running) {
            job_.start(work_, priority_);
        }
        return job_.finished();
    }
    // Throws what the work threw.
    auto take(AppState& app) {
        end(app);
        return job_.take();
    }

private:
    void end(AppState& app) {
        work_ = nullptr;
        app.settings.running = app.settings.running || resume_;
    }

    const Workers::Priority priority_;
    Work work_;
    bool resume_ = false;
    Job<Result> job_;
};

} // namespace orrery
