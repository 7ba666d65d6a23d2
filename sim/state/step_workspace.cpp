#include "sim/state/step_workspace.hpp"

namespace orrery {

void StepWorkspace::kick(double dt) {
    add(StepVector::velocity, kicked_ ? StepVector::velocity : StepVector::start_velocity,
        coordinates_.kick_factor(velocity_time_, dt),
        evaluated_ ? StepVector::acceleration : StepVector::start_acceleration);
    velocity_time_ += dt;
    kicked_ = true;
}

void StepWorkspace::drift(double dt) {
    add(StepVector::position, drifted_ ? StepVector::position : StepVector::start_position,
        coordinates_.drift_factor(position_time_, dt),
        kicked_ ? StepVector::velocity : StepVector::start_velocity);
    position_time_ += dt;
    drifted_ = true;
}

} // namespace orrery
