#pragma once

#include "app/state/app_state.hpp"
#include "app/tour/tour.hpp"
#include "sim/system.hpp"

#include <functional>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// What a step of a tour came to when it was replayed.
struct ReplayedStep {
    std::string title, algorithm;
    std::size_t bodies = 0;
    double step_milliseconds = 0;     // of its simulation's steps, on average
    std::vector<std::string> refused; // what could not be done here
};

// Goes through a tour without a window and without waiting: every step of it enters as in a window
// and takes `steps` steps of its simulation, whatever the clock on the wall says. The same tour
// gives the same bodies, to the last bit, wherever its algorithms are repeatable. `app` is one that
// nothing else uses; `after` is told of every step, with the bodies as they then are.
void replay_tour(const Tour& tour, AppState& app, int steps, const std::stop_token& stop,
                 const std::function<void(const ReplayedStep&, const System&)>& after);

} // namespace orrery
