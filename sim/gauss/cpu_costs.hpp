#pragma once

#include "sim/bodies.hpp"

namespace orrery {

// What the loops cost a worker on a processor with AVX-512 at 4 GHz. Others are slower in all of
// them, so that what is fastest remains so.
constexpr double cpu_seconds_per_pair(Precision precision) {
    return precision == Precision::fp32 ? 1.35e-10 : 4.3e-10;
}
// To put a body in the order of its cell, and its density back. More than two workers are hardly
// faster: memory is waited for.
constexpr double cpu_seconds_to_sort(double bodies, double workers) {
    return 3.5e-8 * bodies / (workers < 2 ? workers : 2);
}

// Work of which each worker would do its part, if it were divided evenly and begun at no cost.
constexpr double cpu_seconds_of_all(double seconds, double workers) {
    constexpr double seconds_to_begin = 1e-4; // for each of them
    return (workers > 2 ? workers * seconds_to_begin : 0) + seconds * (1 + workers / 32);
}

} // namespace orrery
