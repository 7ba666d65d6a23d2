#pragma once

#include "render/over_picture.hpp"

#include <optional>
#include <string>
#include <vector>

namespace orrery {

// How dense the bodies on screen are, each spread as a Gaussian: mass in a unit of volume.
struct SceneDensity {
    double sigma = 0;             // of the Gaussians, in the system's units
    double seconds = 0;           // that computing it took
    std::vector<float> at_bodies; // in original order; empty: nobody asked
    float low = 0, high = 1;      // 2nd and 98th percentile of those
    Slice slice = {};
    float slice_high = 1; // what its brightest shade stands for
};

// How many decades of density a slice's colours span.
inline constexpr float slice_decades = 3;

} // namespace orrery
