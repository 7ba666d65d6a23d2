#pragma once

#include "sim/simulation/settings.hpp"
#include "sim/solver.hpp"
#include "sim/state/state.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace orrery {

// A step of a timeline, counted since the load, and its simulated time.
struct TimelineMark {
    std::uint64_t step = 0;
    double time = 0;
};

// What is known of the forces on a state.
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

} // namespace orrery
