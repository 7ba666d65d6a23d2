#pragma once

#include "sim/solver.hpp"
#include "sim/tree/opening_criterion.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// The options that all tree codes begin their lists with, and the choices of the first.
enum class TreeOption : std::size_t { criterion, error, theta, order, leaf };
enum class TreeCriterion : std::size_t { error, angle };

// `leaf`: the most bodies of a cell that is not divided, where the user does not say.
std::vector<SolverOption> tree_options(double leaf);

// For bodies in this precision.
template <class Real>
OpeningCriterion tree_criterion(const SolverInfo& info, const ForceParameters& parameters);
// What the measured error may be: of the error wanted, the share that SolverInfo's constants are of
// the standard one; or what an opening angle was measured to give.
double tree_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision);

std::size_t tree_leaf(const SolverInfo& info, const ForceParameters& parameters);

} // namespace orrery
