#pragma once

#include "sim/base/body_target.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/solver.hpp"
#include "sim/state/bodies_on_device.hpp"
#include "sim/state/body_writer.hpp"
#include "sim/state/state_reading.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

namespace orrery {

struct Recut;

// The places and velocities of a complete state that bodies fly from, for any thread.
class Departure {
public:
    virtual ~Departure() = default;
    // Begins to read what `request` asks for, of places and velocities.
    virtual std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const = 0;
};

// The place between two complete states where bodies are shown: they fly from one to the other as
// their positions and velocities there ask for.
struct Flight {
    std::shared_ptr<const Departure> from; // null: there is none
    double duration = 0;                   // simulated time, from there to here
    double share = 1;                      // of the way, 0 … 1
    // dx/dt of a velocity as it is kept, at either end: in comoving coordinates 1/a^2.
    double from_drift = 1, to_drift = 1;
};

// The solver that a step computes forces with, and the results wanted besides accelerations.
struct Evaluation {
    Solver& solver;
    const ForceParameters& parameters;
    Execution& execution;
    bool jerk = false;
    bool potential = false;
    bool interactions = false; // of each body
};

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

// The bodies of a simulation, twice: the complete state, and the working one that a step computes
// beside it. Hides where the memory is (HostState: here) and the precision; knows nothing of time.
//
// Belongs to the simulation's thread. The members under "for any thread" may be called by others,
// one at a time and not during a commit: the owner's lock sees to it. They are quick, so that
// neither waits for the other, whatever is read: a reading is begun under the lock and finished
// outside it.
class State : public Departure {
public:
    // ---- advancing ----

    // A step or an evaluation begins; one that failed may have left something unfinished.
    virtual void begin() {}
    // destination = base + factor * term, for every body. Vectors may coincide; a start one is
    // never a destination.
    virtual void add(StepVector destination, StepVector base, double factor, StepVector term,
                     Execution& execution) = 0;
    // The forces there, into the working acceleration (and jerk).
    [[nodiscard]] virtual Outcome evaluate(StepVector position, StepVector velocity,
                                           const Evaluation& evaluation) = 0;
    // Energy of the last evaluation, which was asked for potentials.
    virtual double working_potential_energy(Workers& workers) = 0;

    // Waits until what was asked for is done, adds where its time went to `timings` where that was
    // measured on a GPU, and throws failure where a position, mass or acceleration is not finite.
    // To be called before a commit.
    virtual void finish(StepTimings& timings) = 0;

    // The working state becomes the complete one: buffers are swapped.
    virtual void commit_step() noexcept = 0;
    // The working acceleration (and jerk) become those of the complete state.
    virtual void commit_acceleration() noexcept = 0;

    virtual std::size_t memory_bytes() const = 0;

    // ---- order ----
    //
    // Bodies may be kept in any order, so that neighbours in space are neighbours in memory.
    // Solvers see them as they lie; everybody else knows a body by its index in original order, and
    // finds it under that.

    // Makes the working state a copy of the complete one in another order: the body that was at
    // order[k] will be at k. `order` is in the memory of the bodies; null: in original order.
    virtual void prepare_order(const std::uint32_t* order, Execution& execution) = 0;
    // That copy becomes the complete state.
    virtual void commit_order() noexcept = 0;
    virtual bool in_original_order() const = 0;

    // ---- among many ranks ----

    // Which of the system's bodies these are, by original index, as they lie. Empty: all of them.
    virtual void number(HostArray<std::uint64_t> numbers) = 0;
    virtual HostArray<std::uint64_t> numbers() const = 0;
    // Cuts the domains anew and makes the working state of the bodies that this rank gets of the
    // complete states of all, which commit_order makes the complete one. Collective. How many of
    // its bodies go to other ranks.
    virtual std::size_t prepare_migration(const Recut& recut, Execution& execution) = 0;

    // The structure that `solver` built when it evaluated the complete state, which it did last.
    // Null: it has nothing to show.
    virtual std::unique_ptr<InspectionReading> inspect(Solver& solver, InspectRequest request) = 0;

    // ---- complete state ----

    virtual double largest_acceleration(Workers& workers) = 0;
    // All but the potential energy.
    virtual Conserved conserved(Workers& workers) = 0;
    // The departure of bodies once a step has gone on. Null: they do not fly, as those that a GPU
    // has a share of, or without memory for it.
    virtual std::shared_ptr<const Departure> departure() { return image(); }

    // ---- complete state, for any thread ----

    virtual std::size_t local_count() const = 0; // of the bodies that this process has
    virtual Precision precision() const = 0;
    // The GPU, as CUDA counts, that has the bodies; none: the host.
    virtual std::optional<int> device() const = 0;
    // The GPUs that have a share each, where device() has what is read; empty: one has all.
    virtual std::span<const int> members() const { return {}; }
    // The milliseconds that each member worked in the last step.
    virtual std::vector<double> member_work() const { return {}; }
    // Begins to read what `request` asks for, as it is now.
    std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const override = 0;
    // The complete state where a GPU has it, without a copy; nullopt: the host has it.
    virtual std::optional<BodiesOnDevice> on_device() const { return std::nullopt; }
    // The complete state as a state of its own, with accelerations and order, to be kept as it is
    // or gone on from. It shares the arrays: a step that wants to write over them takes others. So
    // it costs microseconds, and memory only once a step has gone on. Null on a GPU, where it would
    // need a copy.
    virtual std::unique_ptr<State> image() const { return nullptr; }
    // Writes as many bodies as fit; `components` as in Catalogue. A flight from another number of
    // bodies is none.
    virtual ScalarRange write(const BodyTarget& target, BodyScalar scalar,
                              std::span<const Component> components, const Flight& flight = {},
                              const ShownSpace& space = {}) const = 0;
};

// In host memory.
std::unique_ptr<State> make_host_state(Bodies<double> bodies, Precision precision);
// The image of one whose accelerations are not known.
std::unique_ptr<State> make_host_image(Bodies<double> bodies);

// Bodies that many ranks have, gathered to be shown.
struct GatheredBodies {
    Bodies<float> bodies;
    VectorArray<float> acceleration;
    HostArray<float> interactions; // empty: not counted
    HostArray<float> domains;      // the rank that has each
};
std::unique_ptr<State> make_host_image(GatheredBodies gathered);

// A State in the memory of GPU `device`, where kicks, drifts, reductions and publishing run too.
// Per body in float: 36 bytes of complete state, 36 of working state, 4 of mass, 4 of potential.
// Throws failure when the GPU cannot be used or its memory does not suffice.
std::unique_ptr<State> make_device_state(const Bodies<double>& bodies, Precision precision,
                                         int device);

// A State of which each of several GPUs has a share, at least a body: for solvers that know of
// ranks (SolverInfo::knows_ranks), and kept in domains by prepare_migration(). May name a GPU
// twice. Throws as make_device_state.
std::unique_ptr<State> make_group_state(const Bodies<double>& bodies, Precision precision,
                                        std::span<const int> devices);

} // namespace orrery
