#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// What a step of one algorithm takes with more and more bodies.
struct ScalingSeries {
    struct Point {
        std::size_t bodies = 0;
        double milliseconds = 0;
        bool operator==(const Point&) const = default;
    };
    std::string algorithm;
    std::vector<Point> points; // the fewest bodies first
    bool operator==(const ScalingSeries&) const = default;
};

// How the cost of every algorithm grows with the bodies, as far as it has been measured.
struct ScalingStatus {
    bool under_way = false;
    std::string doing; // "Barnes-Hut tree, 8,192 bodies"
    std::vector<ScalingSeries> series;
};

} // namespace orrery
