#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// "step 1 · 12 s of about 40 s": a step that takes so long that one wonders; "" for others. What is
// left is told from what has been computed of it or, where the algorithm does not say, from what a
// step is known to cost.
std::string step_words(const AppState& app);

// "12 s of about 40 s"
std::string step_clock(const AppState& app);

// "12 s", of such a step
std::string step_seconds(const AppState& app);

// How much of such a step is done, 0 … 1; 0 where that is not known.
float step_share(const AppState& app);

// "43 %": the share of this machine's measured arithmetic peak that an algorithm's rate is, in the
// precision in force; "" where the peak is not known. "192 %, a suspect peak" where it cannot be.
std::string peak_share(const AppState& app, const SolverInfo& info, double interactions_per_second);

} // namespace orrery
