#pragma once

#include "sim/diagnostics/diagnostics.hpp"
#include "sim/simulation/simulation.hpp"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace orrery {

// How long a simulation runs: a number of steps, or until a time, which it ends at exactly by
// making the last step shorter.
class RunLength {
public:
    explicit RunLength(std::uint64_t steps) : steps_(steps) {}
    // Throws bad_input, naming the flag, for a time that lies behind.
    static RunLength until(double time, const Simulation& simulation, const char* flag = "--until");

    bool reached(const Simulation& simulation) const;
    double fraction(const Simulation& simulation) const;  // done, 0 to 1
    double next_step(const Simulation& simulation) const; // how long it is; positive
    // Takes the next step.
    Outcome step(Simulation& simulation, std::stop_token stop) const;

private:
    // Time to go, in the direction that the simulation goes; of a run until a time.
    double left(const Simulation& simulation) const;
    double rounding_until_now(const Simulation& simulation) const;

    std::uint64_t steps_ = 0;
    std::optional<double> end_;
    double start_ = 0;
};

// What should not have changed over a run, and how much it did.
class Conservation {
public:
    // The state of the system after each step; the first is what drift is measured from.
    void add(const Conserved& now);

    // Largest |E - E0| / |E0| so far; NaN before the first state, for E0 = 0 and
    // where the algorithm gives no potential.
    double worst_energy_error() const { return worst_energy_error_; }
    // |P - P0| / sum m |v| of the latest state.
    double momentum_error() const;
    // |L - L0| / |L0| of the latest state; NaN for L0 = 0.
    double angular_momentum_error() const;

    // Before the first state: that nothing was measured, and null.
    std::string text() const;
    nlohmann::ordered_json json() const;

private:
    double energy_error(const Conserved& now) const;

    std::optional<Conserved> initial_; // none: nothing was measured
    Conserved latest_;
    double worst_energy_error_ = std::numeric_limits<double>::quiet_NaN();
};

} // namespace orrery
