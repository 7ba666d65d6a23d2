#pragma once

#include "sim/body_target.hpp"
#include "sim/diagnostics/diagnostics.hpp"
#include "sim/integrator.hpp"
#include "sim/settings.hpp"
#include "sim/solver.hpp"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

namespace orrery {

// Bodies, a solver, an integrator and a clock.
//
// The state is double-buffered: a step computes the next state beside the complete one and then
// swaps the two. So the complete state can be drawn, saved or measured from another thread at any
// time while a step of seconds is in flight (lock it with `Simulation::read`), and a cancelled step
// changed nothing.
//
// step, apply and load belong to one thread; `read`-based access may come from any.
class Simulation {
public:
    explicit Simulation(Workers::Priority priority = Workers::Priority::normal);
    ~Simulation();

    // Replaces the system. What `settings` leaves open (time step, softening) is taken from it.
    void load(InitialConditions system, const Settings& settings);

    // Changes algorithm, integrator, time step, precision, threads … of the running system; the
    // bodies stay where they are. settings.source, bodies and seed are not looked at: that is
    // load's business. Throws bad_input and changes nothing when an id is unknown or a combination
    // impossible.
    void apply(const Settings& settings);

    // One step of dt (backwards when settings.reversed). On cancelled nothing has changed; so also
    // when it throws.
    Outcome step(std::stop_token stop = {});

    // Brings the accelerations of the present state up to date; step does so by itself.
    Outcome evaluate(std::stop_token stop = {});

    std::size_t count() const;
    double time() const;
    std::uint64_t steps() const; // taken since load
    double time_step() const;    // of the next step, positive
    double softening() const;
    const Settings& settings() const;
    const Catalogue& catalogue() const;
    const Units& units() const;
    const Viewpoint& viewpoint() const;
    const SolverInfo& solver_info() const;
    const Integrator& integrator() const;
    Workers& workers();

    // Of the last completed step or evaluation.
    const StepTimings& timings() const;

    // Energy, momentum … of the present state; std::nullopt while its accelerations or potentials
    // are not known yet. Needs settings.measure_energy.
    std::optional<Conserved> conserved() const;

    // The error of the present accelerations on `samples` bodies against the direct sum in double;
    // nullopt when cancelled. Evaluates first if need be.
    std::optional<ForceError> force_error(std::size_t samples, std::uint64_t seed,
                                          std::stop_token stop = {});

    // Bytes of host memory held for the bodies: state, working copy, solver scratch.
    std::size_t memory_bytes() const;

    // ---- from any thread, while a step may be in flight ----

    // A number that changes whenever the complete state does.
    std::uint64_t version() const noexcept;

    struct Written {
        std::uint64_t version = 0;
        std::size_t count = 0;
        double time = 0;
        float scalar_low = 0,
              scalar_high = 1; // 2nd and 98th percentile of the scalars, for the legend
    };
    // Writes the newest complete state, never a torn one. target.capacity must be at least count().
    Written write_latest(const BodyTarget& target, BodyScalar scalar) const;

    // The newest complete state, to be saved.
    InitialConditions snapshot() const;

private:
    class State;
    template <class Real>
    class HostState;

    std::unique_ptr<State> state_;
};

} // namespace orrery
