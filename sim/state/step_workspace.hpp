#pragma once

#include "sim/coordinates.hpp"
#include "sim/solver.hpp"

namespace orrery {

// The vectors (three numbers per body) that an integrator computes with. The `start_` ones hold the
// complete state at the beginning of the step and are only read, so a step that is cancelled or
// fails has changed nothing. Jerks and the scratch ones are allocated when first used.
enum class StepVector {
    start_position,
    start_velocity,
    start_acceleration,
    start_jerk,
    position,
    velocity,
    acceleration,
    jerk,
    position_sum, // scratch
    velocity_sum, // scratch
};

// What an integrator may do, in whatever memory the state lives: kicks and drifts, which are the
// same calls in an expanding universe, or linear combinations of its own, where space does not
// expand.
class StepWorkspace {
public:
    StepWorkspace(const Coordinates& coordinates, double time)
        : coordinates_(coordinates), time_(time), velocity_time_(time), position_time_(time) {}
    virtual ~StepWorkspace() = default;

    double time() const { return time_; } // at the start of the step

    // Velocities go on by dt with the accelerations known last, those of the start or of the last
    // evaluation; positions with the velocities as they are by now.
    void kick(double dt) {
        add(StepVector::velocity, kicked_ ? StepVector::velocity : StepVector::start_velocity,
            coordinates_.kick_factor(velocity_time_, dt),
            evaluated_ ? StepVector::acceleration : StepVector::start_acceleration);
        velocity_time_ += dt;
        kicked_ = true;
    }
    void drift(double dt) {
        add(StepVector::position, drifted_ ? StepVector::position : StepVector::start_position,
            coordinates_.drift_factor(position_time_, dt),
            kicked_ ? StepVector::velocity : StepVector::start_velocity);
        position_time_ += dt;
        drifted_ = true;
    }

    // destination = base + factor * term, for every body. Fields may coincide; a start field is
    // never a destination.
    virtual void add(StepVector destination, StepVector base, double factor, StepVector term) = 0;

    // acceleration (and jerk, for integrators that need it) = solver(position, velocity).
    [[nodiscard]] Outcome evaluate() {
        evaluated_ = true;
        return compute_accelerations();
    }

private:
    virtual Outcome compute_accelerations() = 0;

    Coordinates coordinates_;
    double time_;
    double velocity_time_, position_time_; // that kicks and drifts have come to
    bool kicked_ = false, drifted_ = false, evaluated_ = false;
};

} // namespace orrery
