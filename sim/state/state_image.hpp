#pragma once

#include "sim/base/body_target.hpp"
#include "sim/state/body_writer.hpp"
#include "sim/state/state_reading.hpp"
#include "sim/system.hpp"

#include <cstddef>
#include <memory>
#include <span>

namespace orrery {

class State;
class StateImage;

// Where between two complete states the bodies are shown: they fly from one to the other as their
// positions and velocities there ask for.
struct Flight {
    std::shared_ptr<const StateImage> from; // null: there is none
    double duration = 0;                    // simulated time, from there to here
    double share = 1;                       // of the way, 0 … 1
};

// A complete state as it was, kept without a copy of it: a step that wants to write over its arrays
// takes others instead. So taking one costs microseconds, and memory only once a step has gone on.
// Never changes; may be used on any thread, and outlive the state that it comes from.
class StateImage {
public:
    virtual ~StateImage() = default;

    virtual std::size_t count() const = 0;
    virtual Precision precision() const = 0;
    // Held by it, also where others hold it too.
    virtual std::size_t bytes() const = 0;
    virtual std::unique_ptr<StateReading> begin_reading(const ReadRequest& request) const = 0;
    // As State::write, to host memory. A flight from another number of bodies is none.
    virtual ScalarRange write(const BodyTarget& target, BodyScalar scalar,
                              std::span<const Component> components,
                              const Flight& flight = {}) const = 0;
    // A state in host memory that goes on from here, with accelerations and order as they were. It
    // shares the arrays until it writes to them.
    virtual std::unique_ptr<State> to_state() const = 0;
};

// Of bodies in host memory, whose accelerations are not known.
std::shared_ptr<const StateImage> make_host_image(Bodies<double> bodies);

} // namespace orrery
