#pragma once

#include <string>
#include <vector>

// What can be asked of who runs races.

namespace orrery {

struct StartRace {
    std::string words;
    std::vector<double> rates = {}; // of its racers in a film, steps a second; or none
};
struct EndRace {};
struct ResetRace {}; // all racers to the initial conditions
struct StepRivals {  // all racers but the first
    bool backwards = false;
};

} // namespace orrery
