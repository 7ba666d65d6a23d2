#pragma once

#include "sim/solver.hpp"
#include "sim/tree/pair_acceptance.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// The options that all fast multipole methods begin their lists with, and the choices of the first.
enum class FmmOption : std::size_t { criterion, error, theta, order, leaf };
enum class FmmCriterion : std::size_t { error, angle };

// `leaf`: the most bodies of a cell that is not divided, where the user does not say.
std::vector<SolverOption> fmm_options(double leaf);

// With the order that the user wants, or one chosen for the error wanted.
PairCriterion fmm_criterion(const SolverInfo& info, const ForceParameters& parameters,
                            Precision precision);
// What the measured error may be.
double fmm_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision);

std::size_t fmm_leaf(const SolverInfo& info, const ForceParameters& parameters);

} // namespace orrery
