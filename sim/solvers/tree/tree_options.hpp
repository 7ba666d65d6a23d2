#pragma once

#include "sim/solver.hpp"
#include "sim/tree/opening_criterion.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// The sliders that all tree codes have: criterion, error, theta, order, leaf. `leaf`: the most
// bodies of a cell that is not divided, where the user does not say.
std::vector<SolverOption> tree_options(double leaf);

OpeningCriterion tree_criterion(const SolverInfo& info, const ForceParameters& parameters);
// What the measured error may be: of the error wanted, the share that SolverInfo's constants are of
// the standard one; or what an opening angle was measured to give.
double tree_promise(const SolverInfo& info, const OptionValues& options, Precision precision);

std::size_t tree_leaf(const SolverInfo& info, const ForceParameters& parameters);

} // namespace orrery
