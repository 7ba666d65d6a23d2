#pragma once

#include "sim/gauss/gauss_load.hpp"

namespace orrery {

// What a call takes on an H200, whatever is computed there: to begin with, and to bring bodies and
// get densities. Slower GPUs are slower in all of it, so that what is fastest remains so.
constexpr double gpu_seconds_to_begin = 1e-4;
// The driver, and memory, where nothing is kept of a call before.
constexpr double gpu_seconds_to_start = 0.3;

inline double gpu_seconds_to_copy(const GaussLoad& load) {
    const double bodies = load.sources + (load.same_points ? 0 : load.targets);
    const double seconds_per_body = load.device                         ? 0
                                    : load.precision == Precision::fp32 ? 1.2e-9
                                                                        : 2.4e-9;
    return gpu_seconds_to_begin + (load.once ? gpu_seconds_to_start : 0) +
           bodies * seconds_per_body;
}

// That, and to put bodies in the order of their cells.
inline double gpu_seconds_to_sort(const GaussLoad& load) {
    const double bodies = load.sources + (load.same_points ? 0 : load.targets);
    constexpr double seconds_per_body = 3e-10;
    return gpu_seconds_to_copy(load) + 5e-5 + bodies * seconds_per_body;
}

} // namespace orrery
