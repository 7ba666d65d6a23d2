#pragma once

#include "sim/solver.hpp"
#include "sim/tree/opening_criterion.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

constexpr double default_error = 1e-3;

// Options that algorithms with cells have in one form, each with what differs between them.

// By the error wanted, or by an angle: choices "error" and "angle".
SolverOption criterion_option(const char* tooltip);
// Means something where cells are opened by it; in any case where `always`.
SolverOption error_option(double smallest, const char* tooltip, bool always = false);
SolverOption angle_option(double widest, const char* tooltip);
// `leaf`: the most bodies of a cell that is not divided, where the user does not say.
SolverOption leaf_option(double leaf, double largest);

// The options of tree codes and of the fast multipole method on a processor, in this order.
enum class CellOption : std::size_t { criterion, error, theta, order, leaf };
bool opened_by_error(const SolverInfo& info, const ResolvedOptions& options); // not by angle
std::size_t leaf_bodies(const SolverInfo& info, const ForceParameters& parameters);

std::vector<SolverOption> tree_options(double leaf);

// For bodies in this precision.
template <class Real>
OpeningCriterion tree_criterion(const SolverInfo& info, const ForceParameters& parameters);
// Where the tree has but the part of short range (ShortRange), in units of twice the split: how far
// it reaches, and the radius of groups that feel the part of long range as a series.
double short_range_reach(const SolverInfo& info, const ForceParameters& parameters);
double small_group_radius(const SolverInfo& info, const ForceParameters& parameters);
// The promised bound of the measured error: of the error wanted, the share that SolverInfo's
// constants are of the standard one; or what an opening angle was measured to give, which is
// nothing in a box.
double tree_promise(const SolverInfo& info, const ResolvedOptions& options, Precision precision,
                    const PeriodicBox& box);

} // namespace orrery
