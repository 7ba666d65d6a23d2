#pragma once

#include "app/state/app_state.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// What is told below the view of a racer: "16,384 bodies", "6.18 ms a step", "70 × Two loops".
std::vector<std::string> racer_words(const AppState& app, std::size_t number);

// What an audience reads over the views of a race: of each racer what it is, what it has of the
// machine, how fast it is and where it has come to.
void race_layer(const AppState& app);

} // namespace orrery
