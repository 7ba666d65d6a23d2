#pragma once

#include "sim/coordinates.hpp"
#include "sim/state/state.hpp"

#include <span>
#include <string_view>
#include <utility>

namespace orrery {

// The operations of an integrator, in whatever memory the state lives: kicks and drifts, which are
// the same calls in an expanding universe, or linear combinations of its own, where space does not
// expand.
class StepWorkspace {
public:
    // Begins a step at `time` with that many evaluations, of which only the last is asked for
    // energy: it is that of the state in which the step ends.
    StepWorkspace(State& state, const Evaluation& wanted, int evaluations, double time,
                  const Coordinates& coordinates = {})
        : state_(state), wanted_(wanted), evaluations_left_(evaluations), coordinates_(coordinates),
          velocity_time_(time), position_time_(time) {
        state_.begin();
    }

    // Velocities go on by dt with the accelerations known last, those of the start or of the last
    // evaluation; positions with the velocities as they are by now.
    void kick(double dt) {
        add(StepVector::velocity, velocity_, coordinates_.kick_factor(velocity_time_, dt),
            acceleration_);
        velocity_time_ += dt;
    }
    void drift(double dt) {
        add(StepVector::position, position_, coordinates_.drift_factor(position_time_, dt),
            velocity_);
        position_time_ += dt;
    }

    // The same by factors of the integrator's own: v becomes velocity * v + pull * a, and
    // x becomes x + factor * v; dt is the time that they stand for.
    void kick_by(double velocity, double pull, double dt) {
        if (velocity != 1) {
            add(StepVector::velocity, velocity_, velocity - 1, velocity_);
        }
        add(StepVector::velocity, velocity_, pull, acceleration_);
        velocity_time_ += dt;
    }
    void drift_by(double factor, double dt) {
        add(StepVector::position, position_, factor, velocity_);
        position_time_ += dt;
    }
    // The time that velocities and positions have come to.
    double velocity_time() const { return velocity_time_; }
    double position_time() const { return position_time_; }
    const Coordinates& coordinates() const { return coordinates_; }

    // destination = base + factor * term, for every body. Vectors may coincide; a start one is
    // never a destination.
    void add(StepVector destination, StepVector base, double factor, StepVector term) {
        state_.add(destination, base, factor, term, wanted_.execution);
        if (destination == StepVector::position || destination == StepVector::velocity) {
            (destination == StepVector::position ? position_ : velocity_) = destination;
        }
    }

    // acceleration (and jerk, for integrators that need it) = solver(position, velocity).
    [[nodiscard]] Outcome evaluate() {
        Evaluation next = wanted_;
        --evaluations_left_;
        next.potential = wanted_.potential && evaluations_left_ == 0;
        acceleration_ = StepVector::acceleration;
        // A solver sets the interactions of one evaluation; a step sums those of all of them.
        double& interactions = next.execution.timings.interactions;
        const double before = std::exchange(interactions, 0);
        const Outcome outcome = state_.evaluate(position_, velocity_, next);
        interactions += before;
        next.execution.evaluation_ended(); // on a GPU but for two slices, which are in its queue
        return outcome;
    }

private:
    State& state_;
    Evaluation wanted_;
    int evaluations_left_;
    Coordinates coordinates_;
    double velocity_time_, position_time_; // that kicks and drifts have come to
    // The vectors that hold the present values.
    StepVector position_ = StepVector::start_position, velocity_ = StepVector::start_velocity;
    StepVector acceleration_ = StepVector::start_acceleration;
};

// An integrator is one described constant. `step` advances position, velocity and acceleration (and
// jerk) from the start fields by `dt`, which may be negative. At entry the start fields are
// complete; at exit acceleration (and jerk) belong to position and velocity, so that every state
// has its energy and the next step can begin without an evaluation.
struct Integrator {
    const char* id;    // "leapfrog"
    const char* title; // "Leapfrog (kick-drift-kick)"
    const char* idea;  // one line
    const char* source;
    int order;
    int evaluations; // of the solver, per step
    bool symplectic = false;
    bool time_reversible = false;
    bool needs_jerk = false;
    bool follows_expansion = false; // steps by kicks and drifts alone
    bool needs_expansion = false;   // has no meaning where space is static
    Outcome (*step)(StepWorkspace& space, double dt);
};

// Every integrator, the default first: sim/integrators/integrators.cpp.
std::span<const Integrator> integrators();

// Adds an integrator from outside; to be called in main before anything looks at the list. Throws
// failure if it comes later or an integrator has its id.
void register_integrator(const Integrator& integrator);

// Throws bad_input for an unknown id.
const Integrator& find_integrator(std::string_view id);

} // namespace orrery
