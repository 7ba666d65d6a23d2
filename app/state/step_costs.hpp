#pragma once

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
    // "≈ 12.3 ms"; "" where nothing is known.
    std::string text() const;
};

// What the cost of a step depends on besides the algorithm.
struct StepWork {
    std::string source;
    std::size_t count = 0;
    Precision precision = Precision::fp32;
    Sharing sharing = Sharing::none;
    int threads = 0;
    int evaluations = 1; // of the integrator, a step
    bool operator==(const StepWork&) const = default;
};

// The costs of every algorithm's steps at the work in force: measured, or estimated by how the
// algorithm's cost grows with the bodies. What was measured of other work is there again when one
// comes back to it.
class StepCosts {
public:
    void add_step(const std::string& algorithm, double milliseconds,
                  double interactions_per_second);
    // One evaluation of the forces took so long, whatever the work in force.
    void learn(const std::string& algorithm, std::size_t count, Precision precision,
               double milliseconds);
    // Other work: what was measured becomes what estimates are made from.
    void set_work(const StepWork& work);

    // Of the newest steps.
    StepCost of(const std::string& algorithm) const;
    // Of all steps since the program began, and of their quieter half: a moment in which the
    // machine was busy with something else is forgotten.
    StepCost typical(const std::string& algorithm) const;

private:
    struct Recent {
        std::deque<double> milliseconds, interactions_per_second;
        std::deque<double> spans; // medians, each of a fraction of a second
        double span_milliseconds = 0;
        std::size_t steps = 0;
        double total_milliseconds = 0;
    };
    struct Evaluation {
        std::size_t count = 0;
        Precision precision = Precision::fp32;
        double milliseconds = 0;
    };

    StepCost estimate(const std::string& algorithm) const;

    std::optional<StepWork> work_;
    std::map<std::string, Recent> recent_;                                // of the work in force
    std::deque<std::pair<StepWork, std::map<std::string, Recent>>> past_; // of other work
    std::map<std::string, Evaluation> learnt_; // of the most bodies, of each algorithm
};

} // namespace orrery
