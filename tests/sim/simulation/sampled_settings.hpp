#pragma once

#include "sim/simulation/settings.hpp"

#include <string>
#include <utility>
#include <vector>

namespace orrery {

// Settings that differ from the default ones in one value, each with what it is: both ends of every
// property's range, every choice, and both ends of every option of every algorithm.
std::vector<std::pair<std::string, Settings>> sampled_settings();

} // namespace orrery
