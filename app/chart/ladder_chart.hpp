#pragma once

#include "app/time_ratio.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace orrery {

// A bar of the ladder: how many times as fast as the reference an algorithm is.
struct ChartBar {
    std::string algorithm, title; // "cpu.simd", "SIMD"
    TimeRatio time;               // of a step
    float red = 1, green = 1, blue = 1;
};

// Algorithms side by side on one system.
struct LadderChart {
    std::string title;     // "Plummer sphere, 16,384 bodies, fp32"
    std::string reference; // "Two loops": what factors are against
    bool logarithmic = true;
    std::vector<ChartBar> bars; // in the order of the lecture
    std::size_t bodies = 0;
};

// The horizontal axis: factors, from zero or, where it is logarithmic, from a power of ten.
struct ChartAxis {
    double low = 0, high = 1;
    bool logarithmic = false;
    std::vector<double> ticks;

    // Where a factor stands, 0 … 1.
    double fraction(double factor) const;
};
ChartAxis axis_of(const LadderChart& chart);

// "31 ×   12.3 ms", with ≈ where it is not certain.
std::string bar_text(const ChartBar& bar);
// The quickest of those that are measured, or of all; null where there are fewer than two.
const ChartBar* fastest_bar(const LadderChart& chart);

} // namespace orrery
