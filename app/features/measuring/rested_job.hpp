#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <utility>

namespace orrery {

// A measurement that has the machine to itself, and whose status is app.get<Status>(): it begins
// when the step in flight has ended, the simulation rests meanwhile, and goes on afterwards if it
// ran before.
template <class Result, class Status>
class RestedJob {
public:
    using Work = std::function<Result(Progress<Status>& progress, const std::stop_token& stop)>;

    // From the wish for it until its result is taken.
    bool under_way() const { return work_ != nullptr; }

    // Asks for it, or ends what is under way. `waiting`: its status until it begins.
    void start_or_stop(AppState& app, const Status& waiting, Work work) {
        if (job_.under_way()) {
            job_.cancel();
        } else if (under_way()) {
            end(app);
        } else {
            resume_ = std::exchange(app.settings.running, false);
            work_ = std::move(work);
            progress_.change([&](Status& told) { told = waiting; });
        }
    }
    // Asked every frame: the result, once. What went wrong is said.
    auto poll(AppState& app, const char* no_memory) {
        const SimulationStatus& status = app.status;
        if (under_way()) {
            app.get<Status>() = progress_.told();
        }
        if (under_way() && !job_.under_way() && !status.stepping && !status.loading &&
            !status.settings.running) {
            job_.start([work = work_, &progress = progress_](const std::stop_token& stop) {
                return work(progress, stop);
            });
        }
        std::optional<typename Job<Result>::Result> result;
        if (job_.finished()) {
            app.get<Status>() = progress_.told(); // the last of it
            end(app);
            attempt(
                app, [&] { result = job_.take(); }, no_memory);
        }
        app.get<Status>().under_way = under_way();
        return result;
    }

private:
    void end(AppState& app) {
        work_ = nullptr;
        app.settings.running = app.settings.running || resume_;
    }

    Work work_;
    bool resume_ = false;
    Progress<Status> progress_;
    Job<Result> job_; // last: uses the progress
};

} // namespace orrery
