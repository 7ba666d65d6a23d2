#pragma once

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

// What an integrator may do, in whatever memory the state lives.
class StepWorkspace {
public:
    virtual ~StepWorkspace() = default;

    // destination = base + factor * term, for every body. Fields may coincide; a start field is
    // never a destination.
    virtual void add(StepVector destination, StepVector base, double factor, StepVector term) = 0;

    // acceleration (and jerk, for integrators that need it) = solver(position, velocity).
    [[nodiscard]] virtual Outcome evaluate() = 0;
};

} // namespace orrery
