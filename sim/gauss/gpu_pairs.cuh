#pragma once

#include "sim/gauss/gpu_points.cuh"

namespace orrery {

// exp(-r2 / (2 sigma^2)) as a power of two: rate = log2(e) / (2 sigma^2).
__device__ inline float gauss_power(float rate, float r2) {
    return exp2f(-rate * r2);
}
__device__ inline double gauss_power(double rate, double r2) {
    return exp2(-rate * r2);
}

template <class Real>
__device__ Real gauss_term(Real rate, Real dx, Real dy, Real dz, Real mass) {
    return mass * gauss_power(rate, dx * dx + dy * dy + dz * dz);
}

template <class Real>
Real gauss_rate(double sigma) {
    constexpr double base_two = 1.4426950408889634; // of the exponential
    return static_cast<Real>(base_two / (2 * sigma * sigma));
}

} // namespace orrery
