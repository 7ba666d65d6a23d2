#pragma once

#include "sim/simulation/simulation.hpp"
#include "sim/state/state.hpp"

namespace orrery {

// What new settings bring. Null: what is there serves on.
struct Simulation::Plan {
    Settings settings;
    const Integrator* integrator = nullptr;
    std::optional<int> device; // the GPU on which the solver wants the bodies; none: the host
    ForceParameters forces;
    std::vector<int> devices; // those in use
    bool forces_changed = true;
    double step_accuracy = 0;
    std::unique_ptr<Workers> workers;
    std::unique_ptr<Solver> solver;
    std::unique_ptr<State> state;
    std::shared_ptr<const System> system; // a new one, without its bodies
    std::optional<HostCopy> checkpoint;   // of a new state on a GPU
    std::optional<HostCopy> back_to;      // the new state is of that moment; without its bodies
    std::string loss;                     // and what that means
};

} // namespace orrery
