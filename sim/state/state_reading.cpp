#include "sim/state/state_reading.hpp"

#include <utility>

namespace orrery {

ReadRequest whole_bodies() {
    return {.position = true, .velocity = true, .mass = true};
}

Bodies<double> finish_bodies(StateReading& reading) {
    BodyValues values = reading.finish();
    Bodies<double> bodies;
    bodies.position = std::move(values.position);
    bodies.velocity = std::move(values.velocity);
    bodies.mass = std::move(values.mass);
    return bodies;
}

} // namespace orrery
