#pragma once

#include "sim/simulation/body_trace.hpp"
#include "sim/simulation/gpu_turns.hpp"
#include "sim/simulation/simulation_status.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace orrery {

class SimulationLoop;
class TimeGate;

// Runs a Simulation on a thread of its own. The window's thread sends it Settings (the newest win)
// and requests; every call returns at once. A change takes effect at a step boundary, and the step
// in flight is cancelled to get there.
class SimulationThread {
public:
    // `turns`: of simulations on one GPU, whose steps come one after the other; null: its own.
    explicit SimulationThread(std::shared_ptr<GpuTurns> turns = nullptr);
    // Cancels and joins.
    ~SimulationThread();

    // Asks for these settings. A change of source, bodies or seed loads anew.
    void set(const Settings& settings);

    // Starts again from the initial conditions in force.
    void reset();

    // Begins with these bodies instead of those that the settings name.
    void begin_with(std::shared_ptr<const System> system, const Settings& settings);

    // Goes on from the end of a timeline of what these settings name, instead of making it anew.
    void restore(std::shared_ptr<const Timeline> timeline, const Settings& settings);

    // To a moment of the timeline: what is kept nearest is seen at once, and the very moment as
    // soon as it has been computed again. The newest wish counts. Whoever pauses it before sees it
    // stay there; what runs on from there begins another timeline.
    void go_to_step(std::uint64_t step);
    void go_to_time(double time);
    // As fast as steps come, until the clock has come to that time, and rests there until it is
    // paused: `arrivals` tells.
    void run_to(double time);
    // None of that any more.
    void stop_travel();
    // Runs from one to the other of these steps of the timeline, again and again.
    void set_loop(std::optional<StepSpan> loop);
    // So many bytes its checkpoints may take; at first as many as checkpoint_budget says.
    void set_checkpoint_budget(std::size_t bytes);
    // Where the timeline has checkpoints, and its end.
    std::vector<TimelineMark> timeline_marks() const;

    // Changes the bodies at the next step boundary; a body that is not there becomes a notice.
    void edit(BodyEdit edit);

    // One step, forwards or backwards, whether running or paused (a paused simulation stays
    // paused).
    void step_once(bool backwards);

    // Until everything that was asked for is done and, of a paused simulation, nothing is left to
    // do; false if asked to stop before.
    bool wait_until_idle(const std::stop_token& stop) const;

    // For whoever draws with the GPU that computes. May be used as long as this lives.
    GpuTurns& turns();
    // For another simulation on the same GPU.
    std::shared_ptr<GpuTurns> shared_turns() const;

    // From now on takes steps when `gate` lets its simulation `number` pass, if it runs; null: when
    // they are due.
    void keep_time_with(std::shared_ptr<TimeGate> gate, std::size_t number);

    // Measures the force error of the algorithm in force on `samples` bodies.
    void verify(std::size_t samples);

    // Clears the error banner; the simulation stays paused.
    void dismiss_error();

    SimulationStatus status() const;

    // The step that is being computed; none: it waits for its time, or is paused.
    std::optional<StepInFlight> step_in_flight() const;

    // The steps finished since the last call, oldest first (at most a few thousand are kept).
    std::vector<StepReport> take_reports();

    // As BodyTrace::take.
    std::vector<TracePoint> take_trace(const std::vector<std::size_t>& bodies,
                                       std::uint64_t bodies_serial);

    // Of the newest complete state; nothing is loaded: version 0. Never waits for a step.
    std::uint64_t version() const;
    Simulation::Written write_latest(const BodyTarget& target, BodyScalar scalar,
                                     std::span<const std::size_t> named = {}) const;
    BodyValues read(const ReadRequest& request) const;
    System snapshot() const;
    // What the algorithm in force built, as Simulation::inspect tells it: waits for the end of the
    // step in flight, which waits for nobody. Null also if asked to stop, and where the system or
    // the algorithm was exchanged meanwhile.
    std::unique_ptr<InspectionReading> inspect(const InspectRequest& request,
                                               const std::stop_token& stop) const;
    // The timelines that loads and branches have replaced since the last call, oldest first.
    std::vector<Replaced> take_replaced();
    // Copies of what came with the system that is loaded.
    Catalogue catalogue() const;
    Units units() const;
    Viewpoint viewpoint() const;

private:
    std::unique_ptr<SimulationLoop> loop_;
};

} // namespace orrery
