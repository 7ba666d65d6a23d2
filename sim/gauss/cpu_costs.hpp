#pragma once

#include "sim/bodies.hpp"

namespace orrery {

// What the loops cost a worker on a processor with AVX-512 at 4 GHz. Others are slower in all of
// them, so that what is fastest remains so.
constexpr double cpu_seconds_per_pair(Precision precision) {
    return precision == Precision::fp32 ? 1.35e-10 : 4.3e-10;
}
// To put a body in the order of its cell, and its density back.
constexpr double cpu_seconds_per_sorted_body = 3.5e-8;

} // namespace orrery
