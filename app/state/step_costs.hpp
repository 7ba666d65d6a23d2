#pragma once

#include "app/time_ratio.hpp"
#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>

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
    // One evaluation of the forces took so long, whatever the work in force.
    void learn(const std::string& algorithm, std::size_t count, Precision precision,
               double milliseconds);
    // Other work: what was measured becomes what estimates are made from.
    void set_work(const StepWork& work);
    // What the algorithms' options are; those that differ have another cost.
    void set_options(const std::map<std::string, OptionValues>& options) { options_ = options; }

    StepCost of(const std::string& algorithm) const;
    // Beside that of `reference`.
    TimeRatio compare(const std::string& algorithm, const std::string& reference) const;

private:
    struct Step {
        double milliseconds = 0, interactions_per_second = 0;
    };
    struct Recent {
        std::string algorithm;
        std::deque<Step> newest;
        std::deque<Step> spans; // the median step of each fraction of a second
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

    static Step quantile(const std::deque<Step>& steps, std::size_t one_in);
    // The key of what was measured of it with the options that it has now.
    std::string as_set(const std::string& algorithm) const;
    StepCost estimate(const std::string& algorithm) const;

    std::optional<StepWork> work_;
    std::map<std::string, OptionValues> options_;
    std::map<std::string, Recent> recent_;                                // of the work in force
    std::deque<std::pair<StepWork, std::map<std::string, Recent>>> past_; // of other work
    std::map<std::string, Evaluation> learnt_; // of the most bodies, of each algorithm
};

} // namespace orrery
