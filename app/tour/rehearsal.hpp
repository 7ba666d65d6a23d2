#pragma once

#include "app/job.hpp"
#include "app/state/default_actions.hpp"
#include "app/tour/tour.hpp"
#include "app/tour/tour_replay.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace orrery {

// What came of going through a tour before it is given.
struct RehearsalResult {
    std::size_t steps = 0;            // gone through
    std::vector<std::string> refused; // what cannot be done here: one sentence each
    bool whole = false;               // all of its steps were gone through, and nothing was refused
};

// What adds the actions that steps may run.
using DeclareActions = void (*)(AppState& app);

// Every step of the tour, a few steps of its simulation each. `after` is told of each.
RehearsalResult rehearse(const Tour& tour, const std::stop_token& stop,
                         const std::function<void(const ReplayedStep&, const System&)>& after = {},
                         DeclareActions declare = add_default_actions);

// The same beside a window.
class Rehearsal {
public:
    void start(Tour tour, DeclareActions declare = add_default_actions);
    // Once a frame: says how far it is, and what came of it.
    void poll(AppState& app);
    bool under_way() const { return result_.under_way(); }

private:
    struct Outcome {
        RehearsalResult result;
        std::string failure; // that ended it; empty: none did
    };

    std::size_t steps_ = 0;
    std::atomic<std::size_t> done_ = 0;
    Job<Outcome> result_; // last: uses the others
};

} // namespace orrery
