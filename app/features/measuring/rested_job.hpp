#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"

#include <functional>
#include <utility>

namespace orrery {

// A measurement that has the machine to itself, and tells how far it is: it begins when the step in
// flight has ended, the simulation rests meanwhile, and goes on afterwards if it ran before.
template <class Result, class Told>
class RestedJob {
public:
    using Work = std::function<Result(Progress<Told>& progress, const std::stop_token& stop)>;

    explicit RestedJob(Workers::Priority priority) : priority_(priority) {}

    // From the wish for it until its result is taken.
    bool under_way() const { return work_ != nullptr; }
    bool begun() const { return job_.under_way(); }
    Told told() const { return progress_.told(); }

    // Asks for it, or ends what is under way.
    void start_or_stop(AppState& app, Work work) {
        if (begun()) {
            job_.cancel();
        } else if (under_way()) {
            end(app);
        } else {
            resume_ = std::exchange(app.settings.running, false);
            work_ = std::move(work);
            progress_.change([](Told& told) { told = {}; });
        }
    }
    // Asked every frame: the result, once. What went wrong is said.
    auto poll(AppState& app, const char* no_memory) {
        const SimulationStatus& status = app.status;
        if (under_way() && !begun() && !status.stepping && !status.loading &&
            !status.settings.running) {
            job_.start([work = work_, &progress = progress_](
                           const std::stop_token& stop) { return work(progress, stop); },
                       priority_);
        }
        std::optional<typename Job<Result>::Result> result;
        if (job_.finished()) {
            end(app);
            attempt(
                app, [&] { result = job_.take(); }, no_memory);
        }
        return result;
    }

private:
    void end(AppState& app) {
        work_ = nullptr;
        app.settings.running = app.settings.running || resume_;
    }

    const Workers::Priority priority_;
    Work work_;
    bool resume_ = false;
    Progress<Told> progress_;
    Job<Result> job_; // last: uses the progress
};

} // namespace orrery
