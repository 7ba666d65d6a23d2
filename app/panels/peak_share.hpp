#pragma once

#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// "43 %": the share of this machine's measured arithmetic peak that an algorithm's rate is, in the
// precision in force; "" where the peak is not known. "192 %, a suspect peak" where it cannot be.
std::string peak_share(const AppState& app, const SolverInfo& info, double interactions_per_second);

} // namespace orrery
