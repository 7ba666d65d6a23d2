#pragma once

#include "sim/solver.hpp"

namespace orrery {

constexpr double default_error = 1e-3;

// Options that algorithms with cells have in one form, each with what differs between them.

// By the error wanted, or by an angle: choices "error" and "angle".
SolverOption criterion_option(const char* tooltip);
// Means something where cells are opened by it; in any case where `always`.
SolverOption error_option(double smallest, const char* tooltip, bool always = false);
SolverOption angle_option(double widest, const char* tooltip);
// `leaf`: where the user does not say.
SolverOption leaf_option(double leaf, double largest);

} // namespace orrery
