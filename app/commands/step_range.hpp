#pragma once

#include "sim/simulation/simulation.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace orrery {

// The time steps that were taken: the first, the smallest and the largest.
struct StepRange {
    double initial = 0, smallest = 0, largest = 0; // 0: none yet

    void add(double step);
    nlohmann::ordered_json json() const;
};

// "0.0078", or of adaptive steps "0.002 … 0.0078 (adaptive, eta 0.1)".
std::string step_text(const Simulation& simulation, const StepRange& taken);

} // namespace orrery
