#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"

namespace orrery {

// Measures the machine, beside a window that goes on drawing. The simulation
// rests meanwhile, and goes on afterwards if it ran before. Destruction stops it.
class Measurement {
public:
    // Takes app.peaks from those remembered on this machine, and says so if they are not usable.
    // Without `remember`, nothing is read, nor written later.
    void recall(AppState& app, bool remember);

    // Begins as soon as the step in flight has ended; or stops what was begun.
    void start_or_stop(AppState& app);

    // Asked every frame. Refreshes app.measurement and, when it is done, app.peaks; says why, where
    // it fails.
    void poll(AppState& app);

    bool under_way() const { return phase_ != Phase::idle; }

private:
    enum class Phase { idle, waiting, measuring };
    void begin();
    void take_result(AppState& app);
    void end(AppState& app);

    Phase phase_ = Phase::idle;
    bool resume_ = false;
    bool remember_ = false;
    Progress<MeasurementStatus> progress_;
    Job<std::optional<MachinePeaks>> job_; // last: uses the progress
};

} // namespace orrery
