#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "app/state/measurement_status.hpp"

namespace orrery {

// Measures the machine, beside a window that goes on drawing. The simulation
// rests meanwhile, and goes on afterwards if it ran before. Destruction stops it.
class Measurement : public Feature {
public:
    // Takes app.peaks from those remembered on this machine, and says so if they are not usable.
    // Without `remember`, nothing is read, nor written later.
    void recall(AppState& app, bool remember);

    // Begins, where that is asked for, as soon as the step in flight has ended; or stops what was
    // begun. Refreshes MeasurementStatus and, when it is done, app.peaks; says why, where it fails.
    void act(Frame& frame) override;
    FrameDemand demand(const AppState&) const override { return background_if(under_way()); }

private:
    bool under_way() const { return phase_ != Phase::idle; }
    void start_or_stop(AppState& app);
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
