#pragma once

#include "app/state/feature.hpp"
#include "app/state/shown_state.hpp"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace orrery {

// Computes from the initial conditions up to a time, as fast as it goes, and stays there: how the
// window comes back to what a picture shows. What hands did on the way is done again at its time.
// Whoever lets the clock run or changes the system meanwhile ends it.
class CatchUp : public Feature {
public:
    // The system that app.settings name begins anew, or is about to be loaded.
    void begin(AppState& app, double time, std::vector<ShownEdit> edits = {});
    void act(Frame& frame) override;

private:
    void go_on(AppState& app);
    void arrive(AppState& app);

    struct Goal {
        double time;
        std::deque<ShownEdit> edits; // before that
        std::uint64_t load_before;   // it has not begun while this one is there
        std::uint64_t load = 0;      // 0: not yet
        double began_at = 0;         // in the system's time
        std::uint64_t asked_for = 0; // steps
    };
    std::optional<Goal> goal_;
};

} // namespace orrery
