#pragma once

#include "app/state/race.hpp"

#include <cstddef>
#include <vector>

namespace orrery {

// What a machine has for racers.
struct RaceMachine {
    int cores = 1;
    int gpus = 0;
};
// With as many threads as the settings want.
RaceMachine machine_for(const Settings& settings, std::size_t gpus);

// What each of the racers wants where the first one has `settings`.
std::vector<Settings> wanted_by_all(const Race& race, const Settings& settings);

// The GPU that has a racer's bodies; -1: the host has them.
int home_gpu(const Settings& settings);

// Shares it fairly: those that compute on the processor have equally many threads; those on GPUs
// each one of its own, or take turns where there are fewer. `racers`: what each of them wants.
std::vector<MachineShare> machine_shares(const std::vector<Settings>& racers, const Race& race,
                                         const RaceMachine& machine);

} // namespace orrery
