#pragma once

#include <vector>

namespace orrery {

// The paths of light about a black hole that does not turn, for rays that come from the eye far
// away. Lengths are Schwarzschild radii; a ray's impact parameter is the distance at which it would
// pass if it went straight, its angle the way that it has gone round the hole.
struct LightPaths {
    static constexpr int angles = 256, impacts = 256;
    static constexpr double last_angle = 9.42477796076938; // 3 pi: once and a half around
    static constexpr double last_impact = 14;
    static constexpr double critical_impact = 2.598076211353316; // 3 sqrt(3) / 2: less is caught

    // One over the distance, a row for each impact parameter. 1.2: it has been caught; not
    // positive: it has gone away again.
    std::vector<float> inverse_distance;
    // How far rays are bent, in radians, one for each impact parameter; those that are caught: the
    // most of all.
    std::vector<float> bending;
};

LightPaths light_paths();

// Between them: rows are closest together where rays are just caught, `row` 0 … 1.
double impact_of_row(double row);
double row_of_impact(double impact);

} // namespace orrery
