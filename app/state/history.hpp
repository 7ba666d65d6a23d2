#pragma once

#include "sim/simulation/simulation_thread.hpp"

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace orrery {

// One frame of the window.
struct FrameReport {
    double at = 0; // seconds since the window opened
    double frame_milliseconds = 0;
    double publish_milliseconds = 0;
    double draw_milliseconds = 0; // GPU
    double ui_milliseconds = 0;
};

// One step, as the plots want it.
struct StepSample {
    double at = 0; // seconds since the window opened
    double time = 0;
    std::string algorithm;
    StepTimings timings;
    double interactions_per_second = 0;
    double energy_error = 0;           // |E - E0| / |E0|; NaN where unknown, as are the next two
    double momentum_error = 0;         // |P - P0| / sum m |v|
    double angular_momentum_error = 0; // |L - L0| / |L0|, or L - L0 where L0 is nought
};

// The last seconds of frames and steps, thinned so that plots stay cheap however fast the steps
// come.
class History {
public:
    static constexpr double seconds_kept = 10;
    static constexpr std::size_t most_samples = 2000;

    void add_frame(const FrameReport& frame);
    void add_steps(const std::vector<StepReport>& steps, const SimulationStatus& status,
                   Clock::time_point window_opened);
    void clear_trust(); // after a load
    const std::deque<FrameReport>& frames() const { return frames_; }
    const std::deque<StepSample>& steps() const { return steps_; }
    // Since the load, thinned evenly to at most most_samples: energy, momentum … drift over time.
    const std::vector<StepSample>& trust() const { return trust_; }
    // Median milliseconds of the newest steps of an algorithm; 0 if it has not run yet on these
    // bodies, at this precision, with this many threads, shared like this.
    double milliseconds_per_step(const std::string& algorithm) const;
    double interactions_per_second(const std::string& algorithm) const;
    // Of the newest frames; 0 before the second one.
    double frames_per_second() const;

private:
    void add_to_trust(const StepSample& sample);

    std::deque<FrameReport> frames_;
    std::deque<StepSample> steps_;
    std::vector<StepSample> trust_;
    std::size_t trust_stride_ = 1, trust_skipped_ = 0;
    // What the cost of a step depends on besides the algorithm.
    struct Work {
        std::string source;
        std::size_t count = 0;
        Precision precision = Precision::fp32;
        Sharing sharing = Sharing::none;
        int threads = 0;
        bool operator==(const Work&) const = default;
    };
    std::optional<Work> work_;
    struct Recent {
        std::deque<double> milliseconds, interactions_per_second;
    };
    std::map<std::string, Recent> recent_by_algorithm_;
};

} // namespace orrery
