#pragma once

#include "app/state/app_state.hpp"
#include "app/tour/tour.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// Puts a step of a tour on the stage: the settings and the look that the steps before it and its
// own commands make of those the program starts with, and its camera. A step whose system is
// another one, or that begins again, begins from the initial conditions.
//
// What could not be done, because it does not run here: one sentence each.
std::vector<std::string> enter_step(AppState& app, const Tour& tour, std::size_t position,
                                    bool again);

// The commands that make of one state of the app another, as far as there are words for it: what a
// step is recorded as.
std::vector<Command> commands_between(const Settings& settings_before, const Look& look_before,
                                      const Settings& settings, const Look& look);

} // namespace orrery
