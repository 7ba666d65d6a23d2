#pragma once

#include "app/state/app_state.hpp"

#include <string>
#include <vector>

namespace orrery {

// What an audience reads over the picture, in type of 4 to 5 % of the picture's height: the scene
// and what it is, the algorithm with its figures, and why the picture stands where it does.
void stage_layer(AppState& app);

// The same as words.
struct StageFacts {
    std::string title; // of the scene
    std::string line;  // what it is
    std::string algorithm;
    std::string time;                 // simulated: "t = 978 Myr", a date
    std::vector<std::string> figures; // "16,384 bodies", "12.3 ms a step", "1.94 G interactions/s"
    std::string badge;                // why it does not just run: "Paused"; empty: it does
    float share = 0;                  // of a long step, 0 … 1
};
StageFacts stage_facts(const AppState& app);

// Black or white over everything, while the speaker wants it.
void curtain(const AppState& app);

} // namespace orrery
