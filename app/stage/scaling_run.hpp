#pragma once

#include "app/job.hpp"
#include "app/state/feature.hpp"
#include "app/state/measurement_status.hpp"

namespace orrery {

// Measures how the cost of every algorithm that runs here grows with the bodies: Plummer spheres of
// 1,024 bodies, twice as many and so on, as far as a step takes less than two seconds, a fraction
// of a second each. On a thread of its own, while the simulation rests.
class ScalingRun : public Feature {
public:
    // Begins where it is asked for, or ends what is under way, and fills in
    // ScalingStatus.
    void update(Frame& frame) override;

private:
    enum class Phase { idle, waiting, measuring };

    void start_or_stop(AppState& app);
    void begin(const AppState& app);
    void climb(Settings settings, const std::stop_token& stop);
    void end(AppState& app);

    Phase phase_ = Phase::idle;
    bool resume_ = false; // the simulation, afterwards
    Progress<ScalingStatus> progress_;
    Job<void> job_; // last: uses the progress
};

// Twice as many bodies as long as a step does not take longer than this.
inline constexpr double longest_scaling_step = 2000; // ms

// What a step of `settings` takes: the shortest of those that a fraction of a second has room for,
// since whatever else runs on the machine lengthens the others; 0: stopped. Throws Error where it
// cannot be done.
double measure_scaling_step(const Settings& settings, const System& system,
                            const std::stop_token& stop);

} // namespace orrery
