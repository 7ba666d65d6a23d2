#pragma once

#include "app/state/step_costs.hpp"
#include "sim/simulation/simulation_thread.hpp"

#include <deque>
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
    double at = 0; // on the plots' clock
    double time = 0;
    std::string algorithm;
    StepTimings timings;
    double interactions_per_second = 0;
    double energy_error = 0;           // |E - E0| / |E0|; NaN where unknown, as are the next two
    double momentum_error = 0;         // |P - P0| / sum m |v|
    double angular_momentum_error = 0; // |L - L0| / |L0|, or L - L0 where L0 is nought
};

// Where something else began to compute, or something else to be computed.
struct SwitchMark {
    double at = 0;     // on the plots' clock
    double time = 0;   // simulated
    std::string label; // "cpu.tree", "16,384 bodies", "fp64"
};

// The last seconds of frames and steps, thinned so that plots stay cheap however fast the steps
// come. They are told by a clock of their own, which stands still while the simulation does: who
// pauses to explain a plot finds it there.
class History {
public:
    static constexpr double seconds_kept = 10;
    static constexpr std::size_t max_samples = 2000;

    // Once a frame, before what happened in it is added: `now` are the seconds since the window
    // opened.
    void advance(double now, bool running);
    // What the plots' clock shows.
    double now() const { return now_; }

    void add_frame(const FrameReport& frame);
    void add_steps(const std::vector<StepReport>& steps, const SimulationStatus& status,
                   Clock::time_point window_opened);
    void clear_trust(); // after a load
    // The clock has jumped: what it is before is no more.
    void go_back_to(double time, bool reversed);
    const std::deque<FrameReport>& frames() const { return frames_; }
    const std::deque<StepSample>& steps() const { return steps_; }
    // Since the load, thinned evenly to at most max_samples: energy, momentum … drift over time.
    const std::vector<StepSample>& trust() const { return trust_; }
    // Oldest first: in the seconds that are kept, and since the load.
    const std::deque<SwitchMark>& marks() const { return marks_; }
    const std::vector<SwitchMark>& trust_marks() const { return trust_marks_; }
    // Of the newest frames; 0 before the second one.
    double frames_per_second() const;

    StepCosts& costs() { return costs_; }
    const StepCosts& costs() const { return costs_; }

private:
    void add_step(const StepReport& step, const SimulationStatus& status,
                  Clock::time_point window_opened);
    void add_to_trust(const StepSample& sample);
    void mark_switches(const SimulationStatus& status);

    double now_ = 0;
    double stopped_ = 0; // by how much the plots' clock is behind
    bool running_ = true;
    std::deque<FrameReport> frames_;
    std::deque<double> frame_milliseconds_; // the newest, while the plots' clock stands too
    std::deque<StepSample> steps_;
    std::vector<StepSample> trust_;
    std::size_t trust_stride_ = 1, trust_skipped_ = 0;
    std::deque<SwitchMark> marks_;
    std::vector<SwitchMark> trust_marks_;
    StepCosts costs_;
    std::optional<Settings> marked_; // of the newest steps
    std::size_t marked_count_ = 0;
};

} // namespace orrery
