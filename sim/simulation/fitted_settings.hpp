#pragma once

#include "sim/simulation/settings.hpp"

#include <string>
#include <vector>

namespace orrery {

// Settings that were saved on another machine or by another version of this program, made fit to
// run here, and a sentence on each thing that had to be changed for that.
struct FittedSettings {
    Settings settings;
    std::vector<std::string> changes;
};

// Takes another algorithm of the same kind for one that is unknown or cannot run here, with the
// options that both have; the standard integrator for an unknown one; and all GPUs for some that
// are not there. Options that the algorithm does not have, or values that it does not take, go.
FittedSettings fitted(const Settings& saved);

// The fastest direct sum that runs here and does what `settings` ask: their precision, their
// integrator's jerk.
std::string fastest_direct_sum(const Settings& settings);

} // namespace orrery
