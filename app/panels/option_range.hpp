#pragma once

#include "app/panels/number_control.hpp"
#include "sim/solver.hpp"

namespace orrery {

// How the deck offers a solver's option that has no list of choices: by orders of magnitude where
// it spans at least two of them, so that the small values are not all at the slider's left end.
NumberRange option_range(const SolverOption& option);

} // namespace orrery
