#pragma once

#include "sim/state/state.hpp"

#include <memory>

namespace orrery {

// A State in the memory of GPU `device`, where kicks, drifts, reductions and publishing run too.
// Per body in float: 36 bytes of complete state, 36 of working state, 4 of mass, 4 of potential.
// Throws failure when the GPU cannot be used or its memory does not suffice.
std::unique_ptr<State> make_device_state(const Bodies<double>& bodies, Precision precision,
                                         int device);

} // namespace orrery
