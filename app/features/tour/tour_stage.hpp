#pragma once

#include "app/job.hpp"
#include "app/state/app_state.hpp"
#include "app/state/default_actions.hpp"
#include "app/state/tour_status.hpp"
#include "sim/system.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <stop_token>
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

// The outcome of a step of a tour in a rehearsal.
struct RehearsedStep {
    std::string title, algorithm;
    std::size_t bodies = 0;
    double step_milliseconds = 0; // of its simulation's steps, on average
};

// What came of going through a tour before it is given.
struct RehearsalResult {
    std::vector<std::string> refused; // what cannot be done here: one sentence each
    bool whole = false;               // all of its steps were gone through, and nothing was refused
};

// Goes through a tour without a window and without waiting: every step of it enters as in a window
// and takes `steps` steps of its simulation, whatever the clock on the wall says. The same tour
// gives the same bodies, to the last bit, wherever its algorithms are repeatable. `app` is one that
// nothing else uses; `after` is told of every step, with the bodies as they then are.
RehearsalResult rehearse(const Tour& tour, AppState& app, const std::stop_token& stop,
                         const std::function<void(const RehearsedStep&, const System&)>& after,
                         int steps = 3);

// What adds the actions that steps may run.
using DeclareActions = void (*)(AppState& app);

// The same beside a window.
class Rehearsal {
public:
    void start(Tour tour, DeclareActions declare = add_default_actions);
    // Once a frame: says how far it is, and what came of it.
    void poll(AppState& app);
    bool under_way() const { return result_.under_way(); }

private:
    std::size_t steps_ = 0;
    std::atomic<std::size_t> done_ = 0;
    Job<RehearsalResult> result_; // last: uses the others
};

} // namespace orrery
