#pragma once

#include "app/state/app_state.hpp"

namespace orrery {

// A state to take a picture of: neither the time, nor the machine, nor the program's list of
// algorithms (made_up_algorithms.cpp) is in it. Two galaxies after a quarter of a minute on the
// CPU, verified.
class StillState {
public:
    StillState();
    AppState app;

private:
    void add_steps();
    void add_frames();

    SimulationThread simulation_; // idle
};

} // namespace orrery
