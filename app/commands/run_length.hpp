#pragma once

#include "sim/simulation.hpp"

#include <cstdint>
#include <optional>

namespace orrery {

// How long a simulation runs: a number of steps, or until a time, which it ends at exactly by
// making the last step shorter.
class RunLength {
public:
    static RunLength of_steps(std::uint64_t steps);
    // Throws bad_input for a time that is already past.
    static RunLength until(double time, const Simulation& simulation);

    bool reached(const Simulation& simulation) const;
    double fraction(const Simulation& simulation) const; // done, 0 to 1
    // Takes the next step.
    Outcome step(Simulation& simulation, std::stop_token stop) const;

private:
    RunLength() = default;

    std::uint64_t steps_ = 0;
    std::optional<double> end_;
    double start_ = 0;
};

} // namespace orrery
