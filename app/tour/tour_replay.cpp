#include "app/tour/tour_replay.hpp"

#include "app/tour/tour_stage.hpp"
#include "sim/simulation/load_source.hpp"
#include "sim/simulation/simulation.hpp"

#include <utility>

namespace orrery {

void replay_tour(const Tour& tour, AppState& app, int steps, const std::stop_token& stop,
                 const std::function<void(const ReplayedStep&, const System&)>& after) {
    Simulation simulation;
    for (std::size_t position = 0; position < tour.steps.size(); ++position) {
        const Settings before = app.settings;
        ReplayedStep replayed;
        replayed.title = tour.steps[position].title;
        replayed.refused = enter_step(app, tour, position, false);
        if (position == 0 || !same_system(before, app.settings)) {
            simulation.load(load_source(app.settings), app.settings);
        } else {
            simulation.apply(app.settings);
        }
        for (int step = 0; step < steps; ++step) {
            if (simulation.step(stop) == Outcome::cancelled) {
                return;
            }
            replayed.step_milliseconds += simulation.timings().total_milliseconds / steps;
        }
        replayed.algorithm = app.settings.algorithm;
        replayed.bodies = simulation.count();
        after(replayed, simulation.snapshot());
    }
}

} // namespace orrery
