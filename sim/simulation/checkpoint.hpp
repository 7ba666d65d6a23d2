#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"
#include "sim/state/state.hpp"
#include "sim/step_timings.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace orrery {

// A step of a timeline, counted since the load, and its simulated time.
struct TimelineMark {
    std::uint64_t step = 0;
    double time = 0;
};

// The known facts about the forces on a state.
struct KnownForces {
    bool acceleration = false, jerk = false, interactions = false;
    std::optional<double> potential_energy = {};
};

// A moment of a simulation, to go on from as if nothing had happened since: to the last bit, where
// its algorithm is repeatable and the host has the bodies.
struct Checkpoint {
    std::shared_ptr<const State> image;
    std::shared_ptr<const System> system; // as loaded, without its bodies
    double time = 0;
    std::uint64_t steps = 0; // since the load
    Settings settings;       // in force
    ForceParameters forces;  // that the accelerations are of
    KnownForces known = {};
    std::uint64_t next_order = 0; // the step before which the bodies are put in order again

    std::size_t bytes() const { return image->memory_bytes(); }
    Bodies<double> bodies() const { return finish_bodies(*image->begin_reading(whole_bodies())); }
};

// A recent moment of bodies that are on a GPU, which may be lost with all it has. A new one is due
// once a second, or more rarely where copying takes so long that it would cost the machine more
// than a fiftieth of its time. Copies are fetched beside the steps, which do not wait for them.
class CheckpointKeeper {
public:
    bool due(Clock::time_point now) const { return !under_way_.valid() && now >= next_; }
    // `copying`: how long it took to get the bodies here.
    void keep(Checkpoint moment, Clock::time_point now, Clock::duration copying = {});
    // Keeps the moment, whose bodies `reading` brings, as soon as they are here and `take` has been
    // called.
    void fetch(std::unique_ptr<StateReading> reading, Checkpoint moment);
    // Takes over what has arrived; a copy that failed is forgotten, as whoever computes with that
    // GPU will tell.
    void take();
    // The same, waiting for what is still under way.
    void take_last();
    // There is none to be had now: the next one is due in a second.
    void put_off() { next_ = Clock::now() + std::chrono::seconds(1); }
    // The bodies are where nothing can happen to them. Waits for nothing.
    void drop() noexcept;

    // Null: there is none.
    const std::shared_ptr<const Checkpoint>& newest() const noexcept { return newest_; }

private:
    using Fetched = std::pair<Checkpoint, Clock::duration>;

    std::shared_ptr<const Checkpoint> newest_;
    Clock::time_point next_;
    std::future<Fetched> under_way_;
    std::vector<std::future<Fetched>> dropped_; // no longer wanted, but still running
};

} // namespace orrery
