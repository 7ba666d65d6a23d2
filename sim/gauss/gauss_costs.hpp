#pragma once

#include "sim/gauss/gauss_load.hpp"

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

// What a call takes on an H200, whatever is computed there: to begin with, and to bring bodies and
// get densities. Slower GPUs are slower in all of it, so that what is fastest remains so.
constexpr double gpu_seconds_to_begin = 1e-4;
// The driver, and memory, where nothing is kept of a call before.
constexpr double gpu_seconds_to_start = 0.3;

inline double gpu_seconds_to_copy(const GaussLoad& load) {
    const double seconds_per_body = load.device                         ? 0
                                    : load.precision == Precision::fp32 ? 1.2e-9
                                                                        : 2.4e-9;
    return gpu_seconds_to_begin + (load.once ? gpu_seconds_to_start : 0) +
           load.bodies() * seconds_per_body;
}

// That, and to put bodies in the order of their cells.
inline double gpu_seconds_to_sort(const GaussLoad& load) {
    constexpr double seconds_per_body = 3e-10;
    return gpu_seconds_to_copy(load) + 5e-5 + load.bodies() * seconds_per_body;
}

} // namespace orrery
