#pragma once

#include "sim/base/error.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/simulation/step_pacer.hpp"
#include "sim/system.hpp"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace orrery {

// One finished step, for the plots.
struct StepReport {
    Clock::time_point finished;
    std::uint64_t step = 0;
    double time = 0;
    std::string algorithm;
    StepTimings timings;
    std::optional<Conserved> conserved;
};

// A measured force error, with the settings that it was measured under: later ones have another
// error, and perhaps another promise.
struct VerifiedForces {
    ForceError error;
    Settings settings;

    double promised_error() const;
};

// What the window shows of the simulation; a copy, taken under a lock.
struct SimulationStatus {
    bool loaded = false;
    bool loading = false;  // a scene or file is being made
    bool stepping = false; // a step is in flight
    Settings settings;     // those in force
    std::size_t count = 0;
    double time = 0;
    std::uint64_t steps = 0;
    double step_accuracy = 0; // of an adaptive step; 0: it is fixed
    double time_step = 0;
    double softening = 0;
    std::uint64_t load_serial = 0; // changes with every load
    std::optional<Conserved> initial, latest;
    std::optional<VerifiedForces> verified; // by the last "verify now"
    bool verifying = false;
    std::optional<Error> error;          // the simulation is paused because of it
    std::uint64_t error_serial = 0;      // changes with every error
    std::string notice;                  // of what happened to it while it goes on
    std::uint64_t notice_serial = 0;     // changes with every notice
    double last_switch_milliseconds = 0; // from set() to the new settings in force
    std::size_t memory_bytes = 0;
    double move_milliseconds = 0;    // of the last move of the bodies to a GPU or back
    std::optional<int> state_device; // the GPU, as CUDA counts, that has the bodies; none: the host
};

// Runs a Simulation on a thread of its own. The window's thread sends it Settings (the newest win)
// and requests; every call returns at once. A change takes effect at a step boundary, and the step
// in flight is cancelled to get there.
class SimulationThread {
public:
    SimulationThread();
    // Cancels and joins.
    ~SimulationThread();

    // Asks for these settings. A change of source, bodies or seed loads anew.
    void set(const Settings& settings);

    // Starts again from the initial conditions in force.
    void reset();

    // One step, forwards or backwards, whether running or paused (a paused simulation stays
    // paused).
    void step_once(bool backwards);

    // When pictures are drawn, where that takes the GPU that computes; nullopt: it does not. Told
    // with each picture.
    void expect_drawing(const std::optional<DrawingTimes>& drawing);

    // Measures the force error of the algorithm in force on `samples` bodies.
    void verify(std::size_t samples);

    // Clears the error banner; the simulation stays paused.
    void dismiss_error();

    SimulationStatus status() const;

    // The steps finished since the last call, oldest first (at most a few thousand are kept).
    std::vector<StepReport> take_reports();

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
    // Copies of what came with the system that is loaded.
    Catalogue catalogue() const;
    Units units() const;
    Viewpoint viewpoint() const;

private:
    class Implementation;
    std::unique_ptr<Implementation> implementation_;
};

} // namespace orrery
