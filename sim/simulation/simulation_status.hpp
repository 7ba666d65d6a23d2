#pragma once

#include "sim/base/error.hpp"
#include "sim/simulation/simulation.hpp"
#include "sim/simulation/timeline.hpp"
#include "sim/system.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
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
    PeriodicBox box = {}; // that it computed in

    double promised_error() const {
        return error.promise_factor * orrery::promised_error(settings, box);
    }
};

// Steps of a timeline, from one to the other.
struct StepSpan {
    std::uint64_t from = 0, to = 0;
    bool operator==(const StepSpan&) const = default;
};

// A simulation's place on its timeline, and its destination.
struct TravelStatus {
    TimelineMark first, end;         // of what is kept
    std::uint64_t step = 0;          // the present one, or on the way there
    bool in_past = false;            // steps lie ahead that were taken already
    bool exact = true;               // a moment that is computed again is the same, bit for bit
    std::optional<double> under_way; // to a moment: how much of the way is done, 0 … 1
    std::optional<StepSpan> loop;
    std::optional<double> goal; // it runs to this time as fast as it can
    std::uint64_t arrivals = 0; // changes when the goal has been reached
    std::uint64_t jumps = 0;    // changes when time has not just gone on
    std::size_t checkpoints = 0, bytes = 0;
};

// A timeline that the user's action replaced, to be come back to.
struct Replaced {
    std::shared_ptr<const Timeline> timeline; // null: there was none, or it could not be kept
    bool by_load = true;                      // else something else happens from a moment of it on:
    TimelineMark from = {};
    std::string words = {}; // what was done to the bodies there; "": it went on otherwise
};

// The simulation as the window shows it; a copy, taken under a lock.
struct SimulationStatus {
    bool loaded = false;
    bool loading = false;             // a scene or file is being made
    bool stepping = false;            // a step is in flight
    Settings settings;                // those in force
    std::size_t count = 0;            // bodies that are shown,
    std::size_t simulated = 0;        // and all of them, of which many ranks may show a sample
    std::vector<RankWork> ranks = {}; // where there are many
    std::optional<MpiMemory> mpi_memory = {}; // where their GPUs have the bodies
    double time = 0;
    std::uint64_t steps = 0;
    double step_accuracy = 0; // of an adaptive step; 0: it is fixed
    double time_step = 0;
    double softening = 0;
    SuggestedDefaults suggested;     // by the system
    std::uint64_t load_serial = 0;   // changes with every load
    std::uint64_t bodies_serial = 0; // changes whenever there are others, by a load too
    std::optional<double> edited_at; // the time since which what is conserved is compared
    std::optional<Conserved> initial, latest;
    std::optional<VerifiedForces> verified; // by the last "verify now"
    bool verifying = false;
    // The force error of rounding a file's bodies to single precision, at its beginning; no
    // samples: they are floats, or a scene's.
    ForceError rounding;
    std::optional<Error> error;          // the simulation is paused because of it
    std::uint64_t error_serial = 0;      // changes with every error
    std::string notice;                  // of what happened to it while it goes on
    std::uint64_t notice_serial = 0;     // changes with every notice
    double last_switch_milliseconds = 0; // from set() to the new settings in force
    std::size_t memory_bytes = 0;
    double move_milliseconds = 0; // of the last move of the bodies to a GPU or back
    TravelStatus travel;
    std::size_t all_bodies() const { return std::max(count, simulated); }
    std::optional<int> state_device; // the GPU, as CUDA counts, that has the bodies; none: the host
};

// Facts that a simulation's thread shows to other threads: its newest status, its system, and the
// step reports that were not collected yet. A plain value; its owner guards it.
struct SimulationBoard {
    SimulationStatus status;
    std::vector<Replaced> replaced;  // not collected yet
    std::vector<TimelineMark> marks; // of the timeline
    std::vector<StepReport> reports; // the oldest first; at most a few thousand
    // That `count` is of, without its bodies.
    std::shared_ptr<const System> shown_system = std::make_shared<const System>();

    // A system has just been loaded.
    void show_load(const Simulation& simulation);
    // Its bodies have just been changed by hand.
    void show_edit(const Simulation& simulation);
    // Shows the bodies that are there now, if they are others.
    void show_bodies(const Simulation& simulation);
    // From here on the energy is another one: it is compared anew.
    void forget_baselines();
    // `settings` have just come into force, and there is no error.
    void show_settings(const Simulation& simulation, const Settings& settings);
    // Shows the simulation's progress; `conserved` of that moment, if it is known.
    void show_progress(const Simulation& simulation, const std::optional<Conserved>& conserved);
    void add(StepReport report);
    // The simulation pauses because of it.
    void show_error(const Error& error, const Settings& settings);

private:
    // The values that a system's conserved quantities are compared with.
    struct Baseline {
        std::weak_ptr<const System> of;
        std::optional<Conserved> initial;
        std::optional<double> edited_at;
    };

    void show_moment(const Simulation& simulation);
    void take_baseline_of(const std::shared_ptr<const System>& system);

    std::vector<Baseline> baselines_; // of bodies that a journey may come back to
};

} // namespace orrery
