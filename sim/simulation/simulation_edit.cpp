// A hand in the running system: other bodies from here on.
#include "sim/simulation/simulation.hpp"
#include "sim/simulation/simulation_plan.hpp"
#include "sim/state/state.hpp"

#include <utility>

namespace orrery {

// By way of a copy in host memory, wherever the bodies are: what is not edited keeps its bits, as
// those of a float are kept by a double.
void Simulation::edit(const BodyEdit& edit) {
    System now = *system_;
    now.bodies = finish_bodies(*begin_reading(whole_bodies()));
    System next = edited(std::move(now), edit, {forces_.gravity, forces_.softening});
    next.time = time_;
    next.catalogue.edits.push_back({time_, steps_, edit.again});
    Plan plan = this->plan(settings_, suggested_by(next));
    move_to({std::exchange(next.bodies, {}), time_, steps_}, plan);
    plan.system = std::make_shared<const System>(std::move(next));
    plan.back_to = {{}, time_, steps_};
    adopt(std::move(plan));
    evaluated_ahead_ = false;
    update_adaptive_step();
}

} // namespace orrery
