#pragma once

#include "app/numbers.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/simulation/simulation_thread.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace orrery {

// What a step of an algorithm costs, as far as it is known.
struct StepCost {
    enum class Known {
        nothing,
        estimated, // from other numbers of bodies, or from a look at this machine
        roughly,   // measured, but from so few steps that the next ones may change it
        measured
    };
    Known known = Known::nothing;
    double milliseconds = 0;            // of a step
    double interactions_per_second = 0; // 0: not measured

    bool is_measured() const { return known == Known::roughly || known == Known::measured; }
    KnownTime time() const { return {milliseconds, known == Known::measured}; }
    // "≈ 12.3 ms"; "" where nothing is known.
    std::string text() const { return time().text(); }
};

// What the cost of a step depends on besides the algorithm.
struct StepWork {
    std::string source;
    std::size_t count = 0;
    Precision precision = Precision::fp32;
    Sharing sharing = Sharing::none;
    int threads = 0;
    std::string devices = "all";
    int evaluations = 1; // of the integrator, a step
    bool in_box = false; // a periodic one, whose images are summed, too
    bool operator==(const StepWork&) const = default;
};

// The costs of every algorithm's steps at the work in force: measured, or estimated by how the
// algorithm's cost grows with the bodies. What was measured of other work, or with other options of
// the algorithm, is there again when one comes back to it.
//
// There is one figure for each algorithm, which all texts share: what its steps usually take, from
// their quieter quarter, so that a moment in which the machine was busy with something else does
// not show.
class StepCosts {
public:
    void add_step(const std::string& algorithm, double milliseconds,
                  double interactions_per_second);
    // One evaluation of the forces in open space took so long, whatever the work in force.
    void learn(const std::string& algorithm, std::size_t count, Precision precision,
               double milliseconds) {
        learn({algorithm, false}, {count, precision, milliseconds});
    }
    // Other work: what was measured becomes what estimates are made from. Whether steps that are
    // reported with it are of it for certain: not where work has changed since the last ones.
    bool set_work(const StepWork& work);
    // What the algorithms' options are; those that differ have another cost.
    void set_options(const std::map<std::string, OptionValues>& options) { options_ = options; }

    StepCost of(const std::string& algorithm) const;
    // With so many bodies instead, all else as it is.
    StepCost of(const std::string& algorithm, std::size_t count) const;
    // Milliseconds by the number of bodies, as far as they were measured of work that differs from
    // that in force by the number alone.
    std::map<std::size_t, StepCost> measured_over_bodies(const std::string& algorithm) const;
    // Beside that of `reference`.
    TimeRatio compare(const std::string& algorithm, const std::string& reference) const;

private:
    struct Step {
        double milliseconds = 0, interactions_per_second = 0;
    };
    struct Measured {
        std::string algorithm;
        OptionValues options;
        std::optional<StepWork> work;
    };
    struct Recent {
        Measured of;
        std::deque<Step> newest = {};
        std::deque<Step> spans = {}; // the median step of each fraction of a second
        double span_milliseconds = 0;
        std::size_t steps = 0;
        double total_milliseconds = 0;

        Step usual() const;
    };
    struct Evaluation {
        std::size_t count = 0;
        Precision precision = Precision::fp32;
        double milliseconds = 0;
    };
    using InSpace = std::pair<std::string, bool>; // an algorithm, and whether in a periodic box

    void learn(const InSpace& algorithm, const Evaluation& evaluation);
    static Step quantile(const std::deque<Step>& steps, std::size_t one_in);
    const OptionValues& options_of(const std::string& algorithm) const;
    static StepCost cost_of(const Recent& recent);
    // With its options; null: there is nothing.
    const Recent* recent_of(const std::string& algorithm,
                            const std::optional<StepWork>& work) const;
    StepCost estimate(const std::string& algorithm, const std::optional<StepWork>& work) const;
    StepCost of(const std::string& algorithm, const std::optional<StepWork>& work) const;

    std::optional<StepWork> work_; // in force
    std::map<std::string, OptionValues> options_;
    std::vector<Recent> recent_;
    std::map<InSpace, Evaluation> learnt_; // of the most bodies
};

// One frame of the window.
struct FrameReport {
    double at = 0; // seconds since the window opened
    double frame_milliseconds = 0;
    double publish_milliseconds = 0;
    double draw_milliseconds = 0; // GPU
    double ui_milliseconds = 0;
};

// One step, as the plots want it.
struct StepSample : StepReport {
    double at = 0; // on the plots' clock
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
    // `in_box`: of a system in a periodic box.
    void add_steps(const std::vector<StepReport>& steps, const SimulationStatus& status,
                   Clock::time_point window_opened, bool in_box = false);
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
                  Clock::time_point window_opened, bool counts);
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

// Where the bodies went and how long that took, if another algorithm or GPU has moved them between
// `before` and `now`; a load brings them there anew and moves none.
std::optional<std::string> move_notice(const SimulationStatus& before, const SimulationStatus& now);

} // namespace orrery
