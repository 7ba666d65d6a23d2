#pragma once

#include "app/state/race.hpp"

#include <vector>

namespace orrery {

// What a machine has for racers.
struct RaceMachine {
    int cores = 1;
    int gpus = 0;
};

// Shares it fairly: those that compute on the processor have equally many threads; those on GPUs
// each one of its own, or take turns where there are fewer. `racers`: what each of them wants.
std::vector<MachineShare> machine_shares(const std::vector<Settings>& racers, const Race& race,
                                         const RaceMachine& machine);

} // namespace orrery
