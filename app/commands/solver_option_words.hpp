#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"

#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Puts options, key and value as typed, into the settings of those algorithms that have them. An
// option that means something only beside a value of another one brings that along; the returned
// sentences say so. Throws bad_input for an option that none has, for a value that it cannot take,
// and for options that contradict each other.
std::vector<std::string>
set_solver_options(Settings& settings, const std::vector<const SolverEntry*>& algorithms,
                   const std::vector<std::pair<std::string, std::string>>& typed);

// "0.9", or the name of a choice: "angle".
std::string option_text(const OptionValue& value);

} // namespace orrery
