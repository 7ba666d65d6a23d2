#pragma once

#include "app/chart/scaling_chart.hpp"

#include <string>
#include <vector>

namespace orrery {

// How the cost of every algorithm grows with the bodies, as far as it has been measured.
struct ScalingStatus {
    bool under_way = false;
    std::string doing;                   // "Barnes-Hut tree, 8,192 bodies"
    std::vector<ScalingLine> lines = {}; // their titles and colours are those of the moment
};

} // namespace orrery
