#pragma once

#include "sim/bodies.hpp"

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace orrery {

// A question about the bodies. They are named, and answered, by their index in original order.
struct ReadRequest {
    bool position = false;
    bool velocity = false;
    bool mass = false;
    bool acceleration = false;
    std::vector<std::size_t> bodies = {}; // in this order; empty: all of them
};

// The answer: one entry per body for what was wanted, none for what was not.
struct BodyValues {
    VectorArray<double> position;
    VectorArray<double> velocity;
    VectorArray<double> acceleration;
    HostArray<double> mass;
    double time = 0; // simulated, of that state; where a simulation was asked
};

// Numbers of one complete state on their way to a reader. Steps that follow do not change them, and
// neither does the end of the state that they come from.
class StateReading {
public:
    virtual ~StateReading() = default;

    // Waits for them, once, on any thread; no other waits. Throws failure if a GPU is lost.
    virtual BodyValues finish() = 0;
};

// All that a file, a checkpoint or a move to other memory needs.
inline ReadRequest whole_bodies() {
    return {.position = true, .velocity = true, .mass = true};
}
inline Bodies<double> finish_bodies(StateReading& reading) {
    BodyValues values = reading.finish();
    Bodies<double> bodies;
    bodies.position = std::move(values.position);
    bodies.velocity = std::move(values.velocity);
    bodies.mass = std::move(values.mass);
    return bodies;
}

} // namespace orrery
