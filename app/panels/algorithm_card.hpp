#pragma once

#include "app/state/app_state.hpp"

#include <string>

namespace orrery {

// "31 ×" for one that takes a 31st of the reference's time, "≈ 31 ×" where one of the two is not
// measured well; "" where one is unknown.
std::string cost_factor(const AppState& app, const std::string& algorithm);

// "N² / 2 interactions"
std::string pair_count(const SolverInfo& info);

// Two lines and a bar: the algorithm, what a step of it costs, how fast that is and how many times
// the reference. The bar begins at zero and is as long as the step is costly, beside the dearest
// that was measured (`longest`, in milliseconds). True when it was chosen by a click.
bool algorithm_card(AppState& app, const SolverEntry& entry, double longest);

} // namespace orrery
