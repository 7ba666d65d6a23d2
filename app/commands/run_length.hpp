#pragma once

#include "sim/simulation/simulation.hpp"

#include <cstdint>
#include <optional>

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

    std::uint64_t steps_ = 0;
    std::optional<double> end_;
    double start_ = 0;
};

} // namespace orrery
